//go:build !purego

#include "textflag.h"

// func boundDistancesAVX512(low, high *float64, squares *float32, lengths, roots, slacks *float64, n int, matrix, start, single float64)
TEXT ·boundDistancesAVX512(SB), NOSPLIT, $0-80
	MOVQ         low+0(FP), DI
	MOVQ         high+8(FP), SI
	MOVQ         squares+16(FP), R8
	MOVQ         lengths+24(FP), R9
	MOVQ         roots+32(FP), R10
	MOVQ         slacks+40(FP), R11
	MOVQ         n+48(FP), CX
	VBROADCASTSD matrix+56(FP), Z8
	VBROADCASTSD start+64(FP), Z9
	VBROADCASTSD single+72(FP), Z10
	XORQ         AX, AX

	PCALIGN $64
loop:
	VCVTPS2PD (R8)(AX*4), Z0     // square
	VSQRTPD   Z0, Z1
	VMULPD    (R10)(AX*8), Z8, Z2
	VADDPD    Z9, Z2, Z2         // off = roots · matrix + start
	VADDPD    Z1, Z1, Z1
	VADDPD    Z2, Z1, Z1
	VMULPD    Z1, Z2, Z2         // off · (2√square + off)
	VMULPD    Z0, Z10, Z3
	VADDPD    Z3, Z2, Z2
	VADDPD    (R11)(AX*8), Z2, Z2 // bound
	VMOVUPD   (R9)(AX*8), Z3
	VSUBPD    Z0, Z3, Z3
	VSUBPD    Z2, Z3, Z4
	VADDPD    Z2, Z3, Z5
	VMOVUPD   Z4, (DI)(AX*8)
	VMINPD    (SI)(AX*8), Z5, Z5
	VMOVUPD   Z5, (SI)(AX*8)
	ADDQ      $8, AX
	CMPQ      AX, CX
	JLT       loop
	VZEROUPPER
	RET

// func greysAVX512(dst *uint8, src *float64, n int, sums *[8]int) (done int)
TEXT ·greysAVX512(SB), NOSPLIT, $0-40
	MOVQ         dst+0(FP), DI
	MOVQ         src+8(FP), SI
	MOVQ         n+16(FP), CX
	MOVQ         sums+24(FP), R8
	MOVQ         $255, AX
	VPBROADCASTQ AX, Z9
	VPXORQ       Z8, Z8, Z8
	XORQ         AX, AX

	PCALIGN $64
loop:
	VMOVUPD     (SI)(AX*8), Z0
	VCVTTPD2UQQ Z0, Z1
	VCVTUQQ2PD  Z1, Z2
	VCMPPD      $4, Z0, Z2, K1   // not whole, or NaN
	VPCMPUQ     $6, Z9, Z1, K2   // larger than 255
	KORTESTW    K1, K2
	JNE         done
	VPMOVQB     Z1, (DI)(AX*1)
	VPADDQ      Z1, Z8, Z8
	ADDQ        $8, AX
	CMPQ        AX, CX
	JLT         loop

done:
	VMOVDQU64 Z8, (R8)
	MOVQ      AX, done+32(FP)
	VZEROUPPER
	RET

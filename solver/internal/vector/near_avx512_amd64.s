//go:build !purego

#include "textflag.h"

// func nearAVX512(dst, x, y *float64, n int, a, b, low, high float64) (below, near int)
//
// Values go to dst by a whole vector each time, of which the next overwrites what is not near.
TEXT ·nearAVX512(SB), NOSPLIT, $0-80
	MOVQ         dst+0(FP), DI
	MOVQ         x+8(FP), SI
	MOVQ         y+16(FP), R8
	MOVQ         n+24(FP), CX
	VBROADCASTSD a+32(FP), Z8
	VBROADCASTSD b+40(FP), Z9
	VBROADCASTSD low+48(FP), Z10
	VBROADCASTSD high+56(FP), Z11
	XORQ         AX, AX
	XORQ         BX, BX
	XORQ         DX, DX

	PCALIGN $64
loop:
	VMULPD      (SI)(AX*8), Z8, Z0
	VMULPD      (R8)(AX*8), Z9, Z1
	VADDPD      Z1, Z0, Z0
	VCMPPD      $1, Z10, Z0, K1     // less than low
	VCMPPD      $2, Z11, Z0, K2     // up to high
	KANDNW      K2, K1, K3
	VCOMPRESSPD Z0, K3, Z1
	VMOVUPD     Z1, (DI)(DX*8)
	KMOVW       K1, R9
	POPCNTL     R9, R9
	ADDQ        R9, BX
	KMOVW       K3, R9
	POPCNTL     R9, R9
	ADDQ        R9, DX
	ADDQ        $8, AX
	CMPQ        AX, CX
	JLT         loop
	MOVQ        BX, below+64(FP)
	MOVQ        DX, near+72(FP)
	VZEROUPPER
	RET

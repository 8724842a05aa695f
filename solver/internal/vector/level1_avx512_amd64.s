//go:build !purego

#include "textflag.h"

// func dotAVX512(x, y *float64, n int) float64
//
// Lane l of the 32 sums is element l%8 of Z(l/8).
TEXT ·dotAVX512(SB), NOSPLIT, $0-32
	MOVQ   x+0(FP), SI
	MOVQ   y+8(FP), DI
	MOVQ   n+16(FP), CX
	VPXORQ Z0, Z0, Z0        // sums = 0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	SUBQ   $32, CX
	JLT    tail

	PCALIGN $64
loop:
	VMOVUPD     (SI), Z4         // 32 values of x
	VMOVUPD     64(SI), Z5
	VMOVUPD     128(SI), Z6
	VMOVUPD     192(SI), Z7
	VFMADD231PD (DI), Z4, Z0     // sums += x · y
	VFMADD231PD 64(DI), Z5, Z1
	VFMADD231PD 128(DI), Z6, Z2
	VFMADD231PD 192(DI), Z7, Z3
	ADDQ        $256, SI
	ADDQ        $256, DI
	SUBQ        $32, CX
	JGE         loop

tail:
	ADDQ $32, CX
	JEQ  reduce

	// The last values, filled up with zeros: one mask bit for each that is there.
	MOVQ        $-1, AX
	BZHIQ       CX, AX, AX
	KMOVW       AX, K1
	SHRQ        $8, AX
	KMOVW       AX, K2
	SHRQ        $8, AX
	KMOVW       AX, K3
	SHRQ        $8, AX
	KMOVW       AX, K4
	VMOVUPD.Z   (SI), K1, Z4
	VMOVUPD.Z   64(SI), K2, Z5
	VMOVUPD.Z   128(SI), K3, Z6
	VMOVUPD.Z   192(SI), K4, Z7
	VMOVUPD.Z   (DI), K1, Z8
	VMOVUPD.Z   64(DI), K2, Z9
	VMOVUPD.Z   128(DI), K3, Z10
	VMOVUPD.Z   192(DI), K4, Z11
	VFMADD231PD Z8, Z4, Z0
	VFMADD231PD Z9, Z5, Z1
	VFMADD231PD Z10, Z6, Z2
	VFMADD231PD Z11, Z7, Z3

reduce:
	VADDPD        Z2, Z0, Z0     // lanes 16 apart
	VADDPD        Z3, Z1, Z1
	VADDPD        Z1, Z0, Z0     // 8 apart
	VEXTRACTF64X4 $1, Z0, Y1
	VADDPD        Y1, Y0, Y0     // 4 apart
	VEXTRACTF128  $1, Y0, X1
	VADDPD        X1, X0, X0     // 2 apart
	VUNPCKHPD     X0, X0, X1
	VADDSD        X1, X0, X0     // neighbours
	VZEROUPPER
	MOVSD         X0, ret+24(FP)
	RET

// func axpyAVX512(alpha float64, x, y *float64, n int)
TEXT ·axpyAVX512(SB), NOSPLIT, $0-32
	VBROADCASTSD alpha+0(FP), Z0
	MOVQ         x+8(FP), SI
	MOVQ         y+16(FP), DI
	MOVQ         n+24(FP), CX
	SUBQ         $32, CX
	JLT          rest

	PCALIGN $64
loop:
	VMOVUPD     (DI), Z1         // 32 values of y
	VMOVUPD     64(DI), Z2
	VMOVUPD     128(DI), Z3
	VMOVUPD     192(DI), Z4
	VFMADD231PD (SI), Z0, Z1     // y += alpha · x
	VFMADD231PD 64(SI), Z0, Z2
	VFMADD231PD 128(SI), Z0, Z3
	VFMADD231PD 192(SI), Z0, Z4
	VMOVUPD     Z1, (DI)
	VMOVUPD     Z2, 64(DI)
	VMOVUPD     Z3, 128(DI)
	VMOVUPD     Z4, 192(DI)
	ADDQ        $256, SI
	ADDQ        $256, DI
	SUBQ        $32, CX
	JGE         loop

rest:
	ADDQ $32, CX
	JEQ  done

	// The same, 8 values at a time.
loop8:
	VMOVUPD     (DI), Z1
	VFMADD231PD (SI), Z0, Z1
	VMOVUPD     Z1, (DI)
	ADDQ        $64, SI
	ADDQ        $64, DI
	SUBQ        $8, CX
	JNE         loop8

done:
	VZEROUPPER
	RET

// v −= (b·v)·b for each row b of the basis, by the steps of the two functions above.
// The last values of a row have masks K1 to K4.
//
//	R8   the row            R9   bytes between rows     R10  rows left
//	R11  v                  R12  whole blocks of 32     R13  values behind them
//
// func removeAVX512(v, basis *float64, n, stride, rows int)
TEXT ·removeAVX512(SB), NOSPLIT, $0-40
	MOVQ  v+0(FP), R11
	MOVQ  basis+8(FP), R8
	MOVQ  n+16(FP), R12
	MOVQ  stride+24(FP), R9
	MOVQ  rows+32(FP), R10
	SHLQ  $3, R9
	MOVQ  R12, R13
	ANDQ  $31, R13
	SHRQ  $5, R12
	MOVQ  $-1, AX
	BZHIQ R13, AX, AX
	KMOVW AX, K1
	SHRQ  $8, AX
	KMOVW AX, K2
	SHRQ  $8, AX
	KMOVW AX, K3
	SHRQ  $8, AX
	KMOVW AX, K4

	// −0.0, to change a sign with
	MOVQ         $0x8000000000000000, AX
	VPBROADCASTQ AX, Z13

row:
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	MOVQ   R8, SI
	MOVQ   R11, DI
	MOVQ   R12, CX
	TESTQ  CX, CX
	JEQ    tail

	PCALIGN $64
loop:
	VMOVUPD     (SI), Z4
	VMOVUPD     64(SI), Z5
	VMOVUPD     128(SI), Z6
	VMOVUPD     192(SI), Z7
	VFMADD231PD (DI), Z4, Z0
	VFMADD231PD 64(DI), Z5, Z1
	VFMADD231PD 128(DI), Z6, Z2
	VFMADD231PD 192(DI), Z7, Z3
	ADDQ        $256, SI
	ADDQ        $256, DI
	DECQ        CX
	JNE         loop

tail:
	TESTQ R13, R13
	JEQ   reduce
	VMOVUPD.Z   (SI), K1, Z4
	VMOVUPD.Z   64(SI), K2, Z5
	VMOVUPD.Z   128(SI), K3, Z6
	VMOVUPD.Z   192(SI), K4, Z7
	VMOVUPD.Z   (DI), K1, Z8
	VMOVUPD.Z   64(DI), K2, Z9
	VMOVUPD.Z   128(DI), K3, Z10
	VMOVUPD.Z   192(DI), K4, Z11
	VFMADD231PD Z8, Z4, Z0
	VFMADD231PD Z9, Z5, Z1
	VFMADD231PD Z10, Z6, Z2
	VFMADD231PD Z11, Z7, Z3

reduce:
	VADDPD        Z2, Z0, Z0
	VADDPD        Z3, Z1, Z1
	VADDPD        Z1, Z0, Z0
	VEXTRACTF64X4 $1, Z0, Y1
	VADDPD        Y1, Y0, Y0
	VEXTRACTF128  $1, Y0, X1
	VADDPD        X1, X0, X0
	VUNPCKHPD     X0, X0, X1
	VADDSD        X1, X0, X0
	VBROADCASTSD  X0, Z12
	VPXORQ        Z13, Z12, Z12 // −b·v

	MOVQ  R8, SI
	MOVQ  R11, DI
	MOVQ  R12, CX
	TESTQ CX, CX
	JEQ   rest

	PCALIGN $64
subtract:
	VMOVUPD     (DI), Z1
	VMOVUPD     64(DI), Z2
	VMOVUPD     128(DI), Z3
	VMOVUPD     192(DI), Z4
	VFMADD231PD (SI), Z12, Z1
	VFMADD231PD 64(SI), Z12, Z2
	VFMADD231PD 128(SI), Z12, Z3
	VFMADD231PD 192(SI), Z12, Z4
	VMOVUPD     Z1, (DI)
	VMOVUPD     Z2, 64(DI)
	VMOVUPD     Z3, 128(DI)
	VMOVUPD     Z4, 192(DI)
	ADDQ        $256, SI
	ADDQ        $256, DI
	DECQ        CX
	JNE         subtract

rest:
	TESTQ R13, R13
	JEQ   next
	VMOVUPD.Z   (SI), K1, Z4
	VMOVUPD.Z   64(SI), K2, Z5
	VMOVUPD.Z   128(SI), K3, Z6
	VMOVUPD.Z   192(SI), K4, Z7
	VMOVUPD.Z   (DI), K1, Z8
	VMOVUPD.Z   64(DI), K2, Z9
	VMOVUPD.Z   128(DI), K3, Z10
	VMOVUPD.Z   192(DI), K4, Z11
	VFMADD231PD Z4, Z12, Z8
	VFMADD231PD Z5, Z12, Z9
	VFMADD231PD Z6, Z12, Z10
	VFMADD231PD Z7, Z12, Z11
	VMOVUPD     Z8, K1, (DI)
	VMOVUPD     Z9, K2, 64(DI)
	VMOVUPD     Z10, K3, 128(DI)
	VMOVUPD     Z11, K4, 192(DI)

next:
	ADDQ R9, R8
	DECQ R10
	JNE  row
	VZEROUPPER
	RET

// func lessAVX512(dst, x, later, first, second *float64, n int)
//
// It asks for the values that are needed later meanwhile: a processor does not foresee rows here and there.
TEXT ·lessAVX512(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ later+16(FP), R8
	MOVQ first+24(FP), R9
	MOVQ second+32(FP), R10
	MOVQ n+40(FP), CX
	XORQ BX, BX
	SUBQ $8, CX
	JLT  tail

	PCALIGN $64
loop:
	VMOVUPD    (SI)(BX*1), Z0
	PREFETCHT0 (R8)(BX*1)
	VSUBPD     (R9)(BX*1), Z0, Z0
	VSUBPD     (R10)(BX*1), Z0, Z0
	VMOVUPD    Z0, (DI)(BX*1)
	ADDQ       $64, BX
	SUBQ       $8, CX
	JGE        loop

tail:
	ADDQ      $8, CX
	MOVQ      $-1, AX
	BZHIQ     CX, AX, AX
	KMOVW     AX, K1
	VMOVUPD.Z (SI)(BX*1), K1, Z0
	VMOVUPD.Z (R9)(BX*1), K1, Z1
	VMOVUPD.Z (R10)(BX*1), K1, Z2
	PREFETCHT0 (R8)(BX*1)
	VSUBPD    Z1, Z0, Z0
	VSUBPD    Z2, Z0, Z0
	VMOVUPD   Z0, K1, (DI)(BX*1)
	VZEROUPPER
	RET

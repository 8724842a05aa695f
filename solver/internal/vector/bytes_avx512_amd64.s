//go:build !purego

#include "textflag.h"

// The tile of a product of bytes for AVX-512 with VNNI: 8 rows × 48 columns.
//
// A register Z holds 16 sums of 32 bits, of 16 neighbouring columns of a row. The 24
// sums of vectors, for 8 rows and 3 groups of 16 columns, stay in registers for the
// whole depth; row i has Z(3i), Z(3i+1), Z(3i+2). A step takes four values of the
// depth: Z24, Z25, Z26 are loaded with four bytes for each of 48 columns, Z27 with
// copies of the four bytes of a row, and VPDPBUSD adds to each lane its four
// products, of unsigned bytes of Z27 and signed ones of the other, without
// rounding or saturation.
//
//	R8   a[0][4·step]       R9   bytes between rows of a     R10  three times that
//	R11  a[4][4·step]       BX   b[step]                     CX   steps left
//	DI   c                  SI   bytes between rows of c     AX   rows left
//	R13  sums
//
// At the end, the sums become float64, 8 to a register; masks K1 to K6 of the six
// groups of columns of a row leave out those that are not there.

#define STEP(element, sum0, sum1, sum2) \
	VPBROADCASTD element, Z27; \
	VPDPBUSD Z24, Z27, sum0; \
	VPDPBUSD Z25, Z27, sum1; \
	VPDPBUSD Z26, Z27, sum2

// A row of c from its sums, given as registers of 16 and, the same, their lower
// halves; after the last row, to the end.
#define STORE(sum0, low0, sum1, low1, sum2, low2) \
	VPBROADCASTD (R13), Z27; \
	VPADDD Z27, sum0, sum0; \
	VPADDD Z27, sum1, sum1; \
	VPADDD Z27, sum2, sum2; \
	VCVTDQ2PD low0, Z28; \
	VMOVUPD Z28, K1, (DI); \
	VEXTRACTI64X4 $1, sum0, Y28; \
	VCVTDQ2PD Y28, Z28; \
	VMOVUPD Z28, K2, 64(DI); \
	VCVTDQ2PD low1, Z28; \
	VMOVUPD Z28, K3, 128(DI); \
	VEXTRACTI64X4 $1, sum1, Y28; \
	VCVTDQ2PD Y28, Z28; \
	VMOVUPD Z28, K4, 192(DI); \
	VCVTDQ2PD low2, Z28; \
	VMOVUPD Z28, K5, 256(DI); \
	VEXTRACTI64X4 $1, sum2, Y28; \
	VCVTDQ2PD Y28, Z28; \
	VMOVUPD Z28, K6, 320(DI); \
	ADDQ SI, DI; \
	ADDQ $4, R13; \
	DECQ AX; \
	JZ   done

// func tileBytesAVX512(c *float64, cStride int, a *uint8, aStride int, b *int8, steps, rows, columns int, sums *int32)
TEXT ·tileBytesAVX512(SB), NOSPLIT, $0-72
	MOVQ c+0(FP), DI
	MOVQ cStride+8(FP), SI
	SHLQ $3, SI
	MOVQ a+16(FP), R8
	MOVQ aStride+24(FP), R9
	MOVQ b+32(FP), BX
	MOVQ steps+40(FP), CX
	MOVQ rows+48(FP), AX
	MOVQ columns+56(FP), R12
	MOVQ sums+64(FP), R13
	LEAQ (R9)(R9*2), R10
	LEAQ (R8)(R9*4), R11

	// The lowest columns bits of DX, eight to a mask.
	MOVQ  $-1, DX
	BZHIQ R12, DX, DX
	KMOVB DX, K1
	SHRQ  $8, DX
	KMOVB DX, K2
	SHRQ  $8, DX
	KMOVB DX, K3
	SHRQ  $8, DX
	KMOVB DX, K4
	SHRQ  $8, DX
	KMOVB DX, K5
	SHRQ  $8, DX
	KMOVB DX, K6

	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	VPXORQ Z4, Z4, Z4
	VPXORQ Z5, Z5, Z5
	VPXORQ Z6, Z6, Z6
	VPXORQ Z7, Z7, Z7
	VPXORQ Z8, Z8, Z8
	VPXORQ Z9, Z9, Z9
	VPXORQ Z10, Z10, Z10
	VPXORQ Z11, Z11, Z11
	VPXORQ Z12, Z12, Z12
	VPXORQ Z13, Z13, Z13
	VPXORQ Z14, Z14, Z14
	VPXORQ Z15, Z15, Z15
	VPXORQ Z16, Z16, Z16
	VPXORQ Z17, Z17, Z17
	VPXORQ Z18, Z18, Z18
	VPXORQ Z19, Z19, Z19
	VPXORQ Z20, Z20, Z20
	VPXORQ Z21, Z21, Z21
	VPXORQ Z22, Z22, Z22
	VPXORQ Z23, Z23, Z23

	PCALIGN $64
loop:
	VMOVDQU32 (BX), Z24
	VMOVDQU32 64(BX), Z25
	VMOVDQU32 128(BX), Z26
	ADDQ $192, BX
	STEP((R8), Z0, Z1, Z2)
	STEP((R8)(R9*1), Z3, Z4, Z5)
	STEP((R8)(R9*2), Z6, Z7, Z8)
	STEP((R8)(R10*1), Z9, Z10, Z11)
	STEP((R11), Z12, Z13, Z14)
	STEP((R11)(R9*1), Z15, Z16, Z17)
	STEP((R11)(R9*2), Z18, Z19, Z20)
	STEP((R11)(R10*1), Z21, Z22, Z23)
	ADDQ $4, R8
	ADDQ $4, R11
	DECQ CX
	JNZ  loop

	STORE(Z0, Y0, Z1, Y1, Z2, Y2)
	STORE(Z3, Y3, Z4, Y4, Z5, Y5)
	STORE(Z6, Y6, Z7, Y7, Z8, Y8)
	STORE(Z9, Y9, Z10, Y10, Z11, Y11)
	STORE(Z12, Y12, Z13, Y13, Z14, Y14)
	STORE(Z15, Y15, Z16, Y16, Z17, Y17)
	STORE(Z18, Y18, Z19, Y19, Z20, Y20)
	STORE(Z21, Y21, Z22, Y22, Z23, Y23)

done:
	VZEROUPPER
	RET

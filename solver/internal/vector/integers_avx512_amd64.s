//go:build !purego

#include "textflag.h"
#include "zero_avx512_amd64.h"

// The tiles of products of whole numbers for AVX-512 with VNNI: 8 rows × 48 columns.
//
// A register Z holds 16 sums of 32 bits, of 16 neighbouring columns of a row. The 24
// sums of vectors, for 8 rows and 3 groups of 16 columns, stay in registers for the
// whole depth; row i has Z(3i), Z(3i+1), Z(3i+2). A step takes four bytes of the
// depth, which are four numbers or two: Z24, Z25, Z26 are loaded with those of 48
// columns, Z27 with copies of those of a row, and one instruction adds to each lane
// its products, without rounding or saturation: VPDPBUSD four of unsigned bytes of Z27
// and signed ones of the other, VPDPWSSD two of signed numbers of 16 bits. Panels
// of two groups or one have loops of their own.
//
//	R8   a[0][step]         R9   bytes between rows of a     R10  three times that
//	R11  a[4][step]         BX   b[step]                     CX   steps left
//	DI   c                  SI   bytes between rows of c     AX   rows left
//	R13  what the sums of a row start with                   R12  columns
//
// Masks K1, K2, K3 of the groups leave out columns of c that are not there.

#define STEP3(multiply, element, sum0, sum1, sum2) \
	VPBROADCASTD element, Z27; \
	multiply Z24, Z27, sum0; \
	multiply Z25, Z27, sum1; \
	multiply Z26, Z27, sum2

#define STEP2(multiply, element, sum0, sum1) \
	VPBROADCASTD element, Z27; \
	multiply Z24, Z27, sum0; \
	multiply Z25, Z27, sum1

#define STEP1(multiply, element, sum0) \
	VPBROADCASTD element, Z27; \
	multiply Z24, Z27, sum0

// On to the next step; again, or to the end.
#define NEXT(loop) \
	ADDQ $4, R8; \
	ADDQ $4, R11; \
	DECQ CX; \
	JNZ  loop; \
	JMP  store

// A row of c from its sums; after the last row, to the end.
#define STORE(sum0, sum1, sum2) \
	VPADDD.BCST (R13), sum0, sum0; \
	VPADDD.BCST (R13), sum1, sum1; \
	VPADDD.BCST (R13), sum2, sum2; \
	VMOVDQU32 sum0, K1, (DI); \
	VMOVDQU32 sum1, K2, 64(DI); \
	VMOVDQU32 sum2, K3, 128(DI); \
	ADDQ SI, DI; \
	ADDQ $4, R13; \
	DECQ AX; \
	JZ   done

#define TILE(multiply) \
	MOVQ c+0(FP), DI; \
	MOVQ cStride+8(FP), SI; \
	SHLQ $2, SI; \
	MOVQ a+16(FP), R8; \
	MOVQ aStride+24(FP), R9; \
	MOVQ b+32(FP), BX; \
	MOVQ steps+40(FP), CX; \
	MOVQ rows+48(FP), AX; \
	MOVQ columns+56(FP), R12; \
	MOVQ starts+64(FP), R13; \
	LEAQ (R9)(R9*2), R10; \
	LEAQ (R8)(R9*4), R11; \
	/* The lowest columns bits of DX, sixteen to a mask. */ \
	MOVQ  $-1, DX; \
	BZHIQ R12, DX, DX; \
	KMOVW DX, K1; \
	SHRQ  $16, DX; \
	KMOVW DX, K2; \
	SHRQ  $16, DX; \
	KMOVW DX, K3; \
	ZERO24; \
	CMPQ R12, $16; \
	JLE  groups1; \
	CMPQ R12, $32; \
	JLE  groups2; \
	PCALIGN $64; \
groups3: \
	VMOVDQU32 (BX), Z24; \
	VMOVDQU32 64(BX), Z25; \
	VMOVDQU32 128(BX), Z26; \
	ADDQ $192, BX; \
	STEP3(multiply, (R8), Z0, Z1, Z2); \
	STEP3(multiply, (R8)(R9*1), Z3, Z4, Z5); \
	STEP3(multiply, (R8)(R9*2), Z6, Z7, Z8); \
	STEP3(multiply, (R8)(R10*1), Z9, Z10, Z11); \
	STEP3(multiply, (R11), Z12, Z13, Z14); \
	STEP3(multiply, (R11)(R9*1), Z15, Z16, Z17); \
	STEP3(multiply, (R11)(R9*2), Z18, Z19, Z20); \
	STEP3(multiply, (R11)(R10*1), Z21, Z22, Z23); \
	NEXT(groups3); \
	PCALIGN $64; \
groups2: \
	VMOVDQU32 (BX), Z24; \
	VMOVDQU32 64(BX), Z25; \
	ADDQ $128, BX; \
	STEP2(multiply, (R8), Z0, Z1); \
	STEP2(multiply, (R8)(R9*1), Z3, Z4); \
	STEP2(multiply, (R8)(R9*2), Z6, Z7); \
	STEP2(multiply, (R8)(R10*1), Z9, Z10); \
	STEP2(multiply, (R11), Z12, Z13); \
	STEP2(multiply, (R11)(R9*1), Z15, Z16); \
	STEP2(multiply, (R11)(R9*2), Z18, Z19); \
	STEP2(multiply, (R11)(R10*1), Z21, Z22); \
	NEXT(groups2); \
	PCALIGN $64; \
groups1: \
	VMOVDQU32 (BX), Z24; \
	ADDQ $64, BX; \
	STEP1(multiply, (R8), Z0); \
	STEP1(multiply, (R8)(R9*1), Z3); \
	STEP1(multiply, (R8)(R9*2), Z6); \
	STEP1(multiply, (R8)(R10*1), Z9); \
	STEP1(multiply, (R11), Z12); \
	STEP1(multiply, (R11)(R9*1), Z15); \
	STEP1(multiply, (R11)(R9*2), Z18); \
	STEP1(multiply, (R11)(R10*1), Z21); \
	NEXT(groups1); \
store: \
	STORE(Z0, Z1, Z2); \
	STORE(Z3, Z4, Z5); \
	STORE(Z6, Z7, Z8); \
	STORE(Z9, Z10, Z11); \
	STORE(Z12, Z13, Z14); \
	STORE(Z15, Z16, Z17); \
	STORE(Z18, Z19, Z20); \
	STORE(Z21, Z22, Z23); \
done: \
	VZEROUPPER; \
	RET

// func tileBytesAVX512(c *int32, cStride int, a *uint8, aStride int, b *uint8, steps, rows, columns int, starts *int32)
TEXT ·tileBytesAVX512(SB), NOSPLIT, $0-72
	TILE(VPDPBUSD)

// func tileWordsAVX512(c *int32, cStride int, a *uint8, aStride int, b *uint8, steps, rows, columns int, starts *int32)
TEXT ·tileWordsAVX512(SB), NOSPLIT, $0-72
	TILE(VPDPWSSD)

// Σ x[i]² as a float64, of whole numbers of 32 bits: 32 at a time in four sums, then
// 8 at a time, the last under a mask.
//
// func sumSquaresAVX512(x *int32, n int) float64
TEXT ·sumSquaresAVX512(SB), NOSPLIT, $0-24
	MOVQ   x+0(FP), SI
	MOVQ   n+8(FP), CX
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3

block:
	CMPQ        CX, $32
	JLT         rest
	VCVTDQ2PD   (SI), Z4
	VCVTDQ2PD   32(SI), Z5
	VCVTDQ2PD   64(SI), Z6
	VCVTDQ2PD   96(SI), Z7
	VFMADD231PD Z4, Z4, Z0
	VFMADD231PD Z5, Z5, Z1
	VFMADD231PD Z6, Z6, Z2
	VFMADD231PD Z7, Z7, Z3
	ADDQ        $128, SI
	SUBQ        $32, CX
	JMP         block

rest:
	// Eight, under a mask of the lowest CX bits.
	MOVQ  $-1, DX
	BZHIQ CX, DX, DX
	KMOVW DX, K1
	SHRQ  $8, DX
	KMOVW DX, K2
	SHRQ  $8, DX
	KMOVW DX, K3
	SHRQ  $8, DX
	KMOVW DX, K4
	VCVTDQ2PD.Z (SI), K1, Z4
	VCVTDQ2PD.Z 32(SI), K2, Z5
	VCVTDQ2PD.Z 64(SI), K3, Z6
	VCVTDQ2PD.Z 96(SI), K4, Z7
	VFMADD231PD Z4, Z4, Z0
	VFMADD231PD Z5, Z5, Z1
	VFMADD231PD Z6, Z6, Z2
	VFMADD231PD Z7, Z7, Z3
	VADDPD      Z1, Z0, Z0
	VADDPD      Z3, Z2, Z2
	VADDPD      Z2, Z0, Z0
	VEXTRACTF64X4 $1, Z0, Y1
	VADDPD      Y1, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPD      X1, X0, X0
	VPERMILPD   $1, X0, X1
	VADDSD      X1, X0, X0
	VMOVSD      X0, ret+16(FP)
	VZEROUPPER
	RET

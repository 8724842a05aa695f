//go:build !purego

#include "textflag.h"

// The tiles of Subspaces for AVX-512 with VNNI: 6 directions × 64 or 16 samples.
//
// A register Z holds 16 sums of 32 bits, of one direction and 16 samples; direction i
// has Z(4i) to Z(4i+3), of which a tile of 16 samples uses the first. The sums begin with
// the start of the direction and stay in registers for the whole depth. A step takes
// four bytes of it: Z24 to Z27 are loaded with those of the samples, Z28 with copies of
// those of a direction, and one instruction adds to each lane its products, without
// rounding or saturation: VPDPBUSD four of unsigned bytes of a sample and signed ones of
// a direction, VPDPWSSD two of signed numbers of 16 bits. In the end Z24 to Z27 take up
// the sums of squares, times the scale of the direction in Z28, in float32.
//
//	R8   a[0][step]         R9   bytes between directions    R10  three times that
//	R11  a[3][step]         BX   b[step]                     CX   steps left
//	DI   sums of squares    R13  starts                      R12  scales

#define START4(at, sum0, sum1, sum2, sum3) \
	VPBROADCASTD at, sum0; \
	VMOVDQA32 sum0, sum1; \
	VMOVDQA32 sum0, sum2; \
	VMOVDQA32 sum0, sum3

#define STEP4(multiply, element, sum0, sum1, sum2, sum3) \
	VPBROADCASTD element, Z28; \
	multiply Z28, Z24, sum0; \
	multiply Z28, Z25, sum1; \
	multiply Z28, Z26, sum2; \
	multiply Z28, Z27, sum3

#define STEP1(multiply, element, sum) \
	VPBROADCASTD element, Z28; \
	multiply Z28, Z24, sum

#define SQUARE4(scale, sum0, sum1, sum2, sum3) \
	VBROADCASTSS scale, Z28; \
	SQUARE(sum0, Z24); \
	SQUARE(sum1, Z25); \
	SQUARE(sum2, Z26); \
	SQUARE(sum3, Z27)

#define SQUARE1(scale, sum) \
	VBROADCASTSS scale, Z28; \
	SQUARE(sum, Z24)

#define SQUARE(sum, squares) \
	VCVTDQ2PS sum, sum; \
	VMULPS Z28, sum, sum; \
	VFMADD231PS sum, sum, squares

#define NEXT(loop) \
	ADDQ $4, R8; \
	ADDQ $4, R11; \
	DECQ CX; \
	JNZ  loop

#define TILE(multiply) \
	MOVQ sums+0(FP), DI; \
	MOVQ a+8(FP), R8; \
	MOVQ aStride+16(FP), R9; \
	MOVQ b+24(FP), BX; \
	MOVQ steps+32(FP), CX; \
	MOVQ samples+40(FP), AX; \
	MOVQ starts+48(FP), R13; \
	MOVQ scales+56(FP), R12; \
	LEAQ (R9)(R9*2), R10; \
	LEAQ (R8)(R10*1), R11; \
	START4((R13), Z0, Z1, Z2, Z3); \
	START4(4(R13), Z4, Z5, Z6, Z7); \
	START4(8(R13), Z8, Z9, Z10, Z11); \
	START4(12(R13), Z12, Z13, Z14, Z15); \
	START4(16(R13), Z16, Z17, Z18, Z19); \
	START4(20(R13), Z20, Z21, Z22, Z23); \
	CMPQ AX, $16; \
	JEQ  samples16; \
	PCALIGN $64; \
samples64: \
	VMOVDQU32 (BX), Z24; \
	VMOVDQU32 64(BX), Z25; \
	VMOVDQU32 128(BX), Z26; \
	VMOVDQU32 192(BX), Z27; \
	ADDQ $256, BX; \
	STEP4(multiply, (R8), Z0, Z1, Z2, Z3); \
	STEP4(multiply, (R8)(R9*1), Z4, Z5, Z6, Z7); \
	STEP4(multiply, (R8)(R9*2), Z8, Z9, Z10, Z11); \
	STEP4(multiply, (R11), Z12, Z13, Z14, Z15); \
	STEP4(multiply, (R11)(R9*1), Z16, Z17, Z18, Z19); \
	STEP4(multiply, (R11)(R9*2), Z20, Z21, Z22, Z23); \
	NEXT(samples64); \
	VMOVUPS (DI), Z24; \
	VMOVUPS 64(DI), Z25; \
	VMOVUPS 128(DI), Z26; \
	VMOVUPS 192(DI), Z27; \
	SQUARE4((R12), Z0, Z1, Z2, Z3); \
	SQUARE4(4(R12), Z4, Z5, Z6, Z7); \
	SQUARE4(8(R12), Z8, Z9, Z10, Z11); \
	SQUARE4(12(R12), Z12, Z13, Z14, Z15); \
	SQUARE4(16(R12), Z16, Z17, Z18, Z19); \
	SQUARE4(20(R12), Z20, Z21, Z22, Z23); \
	VMOVUPS Z24, (DI); \
	VMOVUPS Z25, 64(DI); \
	VMOVUPS Z26, 128(DI); \
	VMOVUPS Z27, 192(DI); \
	VZEROUPPER; \
	RET; \
	PCALIGN $64; \
samples16: \
	VMOVDQU32 (BX), Z24; \
	ADDQ $64, BX; \
	STEP1(multiply, (R8), Z0); \
	STEP1(multiply, (R8)(R9*1), Z4); \
	STEP1(multiply, (R8)(R9*2), Z8); \
	STEP1(multiply, (R11), Z12); \
	STEP1(multiply, (R11)(R9*1), Z16); \
	STEP1(multiply, (R11)(R9*2), Z20); \
	NEXT(samples16); \
	VMOVUPS (DI), Z24; \
	SQUARE1((R12), Z0); \
	SQUARE1(4(R12), Z4); \
	SQUARE1(8(R12), Z8); \
	SQUARE1(12(R12), Z12); \
	SQUARE1(16(R12), Z16); \
	SQUARE1(20(R12), Z20); \
	VMOVUPS Z24, (DI); \
	VZEROUPPER; \
	RET

// func squaresBytesAVX512(sums *float32, a *uint8, aStride int, b *uint8, steps, samples int, starts *int32, scales *float32)
TEXT ·squaresBytesAVX512(SB), NOSPLIT, $0-64
	TILE(VPDPBUSD)

// func squaresWordsAVX512(sums *float32, a *uint8, aStride int, b *uint8, steps, samples int, starts *int32, scales *float32)
TEXT ·squaresWordsAVX512(SB), NOSPLIT, $0-64
	TILE(VPDPWSSD)

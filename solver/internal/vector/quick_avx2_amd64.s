//go:build !purego

#include "textflag.h"

// The tile of whole numbers for AVX2: 4 rows × 16 columns, written to a buffer. A register Y holds 8 sums of a row; row i has Y(2i) and Y(2i+1).
//
//	DI   c                  R8   a[0][step]         R9   bytes between rows of a
//	R10  three times that   BX   b[step]            DX   bytes between steps of b
//	CX   steps left

#define ZERO \
	VPXOR Y0, Y0, Y0; \
	VPXOR Y1, Y1, Y1; \
	VPXOR Y2, Y2, Y2; \
	VPXOR Y3, Y3, Y3; \
	VPXOR Y4, Y4, Y4; \
	VPXOR Y5, Y5, Y5; \
	VPXOR Y6, Y6, Y6; \
	VPXOR Y7, Y7, Y7

#define STORE \
	VMOVUPS Y0, (DI); \
	VMOVUPS Y1, 32(DI); \
	VMOVUPS Y2, 64(DI); \
	VMOVUPS Y3, 96(DI); \
	VMOVUPS Y4, 128(DI); \
	VMOVUPS Y5, 160(DI); \
	VMOVUPS Y6, 192(DI); \
	VMOVUPS Y7, 224(DI)

// Two numbers of 16 bits of a row, times those of 16 columns: VPMADDWD multiplies
// pairs and adds the two products, modulo 2³².
#define WORDS(element, sum0, sum1) \
	VPBROADCASTD element, Y10; \
	VPMADDWD Y8, Y10, Y11; \
	VPMADDWD Y9, Y10, Y12; \
	VPADDD Y11, sum0, sum0; \
	VPADDD Y12, sum1, sum1

// func tileWordsAVX2(c *int32, a *uint8, aStride int, b *uint8, bStride, steps int)
TEXT ·tileWordsAVX2(SB), NOSPLIT, $0-48
	MOVQ c+0(FP), DI
	MOVQ a+8(FP), R8
	MOVQ aStride+16(FP), R9
	MOVQ b+24(FP), BX
	MOVQ bStride+32(FP), DX
	MOVQ steps+40(FP), CX
	LEAQ (R9)(R9*2), R10
	ZERO

	PCALIGN $32
loop:
	VMOVDQU (BX), Y8
	VMOVDQU 32(BX), Y9
	WORDS((R8), Y0, Y1)
	WORDS((R8)(R9*1), Y2, Y3)
	WORDS((R8)(R9*2), Y4, Y5)
	WORDS((R8)(R10*1), Y6, Y7)
	ADDQ $4, R8
	ADDQ DX, BX
	DECQ CX
	JNZ  loop
	STORE
	VZEROUPPER
	RET

// The Gaussian kernel by the steps of gaussianWordsAVX512, eight values at a time.
// 2ⁿ is made of its exponent, so that t stays below 87, where n is above −127: the
// result is then 10⁻³⁸ where it should be less.

DATA expWords8<>+0(SB)/4, $0xbfb8aa3b  // −1/ln 2
DATA expWords8<>+4(SB)/4, $0x3f318000  // ln 2 in two parts
DATA expWords8<>+8(SB)/4, $0xb95e8083
DATA expWords8<>+12(SB)/4, $0x39500d01 // 1/7!
DATA expWords8<>+16(SB)/4, $0x3ab60b61 // 1/6!
DATA expWords8<>+20(SB)/4, $0x3c088889 // 1/5!
DATA expWords8<>+24(SB)/4, $0x3d2aaaab // 1/4!
DATA expWords8<>+28(SB)/4, $0x3e2aaaab // 1/3!
DATA expWords8<>+32(SB)/4, $0x3f000000 // 1/2!
DATA expWords8<>+36(SB)/4, $0x3f800000 // 1
DATA expWords8<>+40(SB)/4, $0x42ae0000 // 87
DATA expWords8<>+44(SB)/4, $127        // the exponent of 1
DATA expWords8<>+48(SB)/4, $0x477fff00 // 65535
DATA expWords8<>+52(SB)/4, $-32768
GLOBL expWords8<>(SB), RODATA|NOPTR, $56

#define TERM(offset) \
	VBROADCASTSS expWords8<>+offset(SB), Y6; \
	VFNMADD213PS Y6, Y0, Y2

// func gaussianWordsAVX2(dst *uint8, products, norms *int32, around *float32, n int, norm int32, scale float32) (sum, squares float32)
TEXT ·gaussianWordsAVX2(SB), NOSPLIT, $0-56
	MOVQ         dst+0(FP), DI
	MOVQ         products+8(FP), SI
	MOVQ         norms+16(FP), R8
	MOVQ         around+24(FP), R9
	MOVQ         n+32(FP), CX
	MOVL         norm+40(FP), AX
	MOVQ         AX, X14
	VPBROADCASTD X14, Y14
	VBROADCASTSS scale+44(FP), Y15
	VBROADCASTSS expWords8<>+0(SB), Y13
	VBROADCASTSS expWords8<>+4(SB), Y12
	VBROADCASTSS expWords8<>+8(SB), Y11
	VBROADCASTSS expWords8<>+12(SB), Y10
	VBROADCASTSS expWords8<>+40(SB), Y9
	VPBROADCASTD expWords8<>+44(SB), Y8
	VBROADCASTSS expWords8<>+48(SB), Y7
	VPBROADCASTD expWords8<>+52(SB), Y5
	VPXOR        Y3, Y3, Y3              // sum
	VPXOR        Y4, Y4, Y4              // squares

	PCALIGN $32
loop:
	VMOVDQU      (SI), Y0
	VPSLLD       $1, Y0, Y0
	VPADDD       (R8), Y14, Y1
	VPSUBD       Y0, Y1, Y0              // d
	VCVTDQ2PS    Y0, Y0
	VMULPS       Y0, Y15, Y0             // t = scale · d
	VMINPS       Y9, Y0, Y0
	VMULPS       Y0, Y13, Y1
	VROUNDPS     $8, Y1, Y1              // n = round to even (−t / ln 2)
	VFMADD231PS  Y12, Y1, Y0             // −r = t + n·ln 2
	VFMADD231PS  Y11, Y1, Y0
	VMOVAPS      Y10, Y2
	TERM(16)
	TERM(20)
	TERM(24)
	TERM(28)
	TERM(32)
	TERM(36)
	VFNMADD213PS Y6, Y0, Y2
	VCVTPS2DQ    Y1, Y1
	VPADDD       Y8, Y1, Y1
	VPSLLD       $23, Y1, Y1             // 2ⁿ
	VMULPS       Y1, Y2, Y2
	VSUBPS       (R9), Y2, Y1
	VADDPS       Y1, Y3, Y3
	VFMADD231PS  Y1, Y1, Y4
	VMULPS       Y7, Y2, Y2
	VCVTPS2DQ    Y2, Y2
	VPADDD       Y5, Y2, Y2
	VEXTRACTI128 $1, Y2, X1
	VPACKSSDW    X1, X2, X2
	VMOVDQU      X2, (DI)
	ADDQ         $32, SI
	ADDQ         $32, R8
	ADDQ         $32, R9
	ADDQ         $16, DI
	SUBQ         $8, CX
	JNE          loop

	VHADDPS      Y4, Y3, Y3
	VHADDPS      Y3, Y3, Y3
	VEXTRACTF128 $1, Y3, X4
	VADDPS       X4, X3, X3              // sum, squares, and again
	VMOVLPS      X3, sum+48(FP)
	VZEROUPPER
	RET

//go:build !purego

#include "textflag.h"

// exp(-scale·d) of whole numbers d = norm + norms[i] − 2·products[i] in 16 bits, 16 at a
// time.
//
//	exp(t) = 2ⁿ·exp(r),  n = round(t/ln 2),  r = t − n·ln 2
//
// with the Taylor series of exp(r) up to r⁷/7!.

DATA expWords<>+0(SB)/4, $0xbfb8aa3b  // −1/ln 2, −1.44269502
DATA expWords<>+4(SB)/4, $0x3f318000  // ln 2 in two parts: 0.693359375
DATA expWords<>+8(SB)/4, $0xb95e8083  // −2.12194440e-4
DATA expWords<>+12(SB)/4, $0x39500d01 // 1/7!
DATA expWords<>+16(SB)/4, $0x3ab60b61 // 1/6!
DATA expWords<>+20(SB)/4, $0x3c088889 // 1/5!
DATA expWords<>+24(SB)/4, $0x3d2aaaab // 1/4!
DATA expWords<>+28(SB)/4, $0x3e2aaaab // 1/3!
DATA expWords<>+32(SB)/4, $0x3f000000 // 1/2!
DATA expWords<>+36(SB)/4, $0x3f800000 // 1
DATA expWords<>+40(SB)/4, $0x42f00000 // 120, the largest t
DATA expWords<>+44(SB)/4, $0x477fff00 // 65535
DATA expWords<>+48(SB)/4, $-32768
GLOBL expWords<>(SB), RODATA|NOPTR, $52

// func gaussianWordsAVX512(dst *uint8, products, norms *int32, around *float32, n int, norm int32, scale float32) (sum, squares float32)
TEXT ·gaussianWordsAVX512(SB), NOSPLIT, $0-56
	MOVQ         dst+0(FP), DI
	MOVQ         products+8(FP), SI
	MOVQ         norms+16(FP), R8
	MOVQ         around+24(FP), R9
	MOVQ         n+32(FP), CX
	MOVL         norm+40(FP), AX
	VPBROADCASTD AX, Z16
	VBROADCASTSS scale+44(FP), Z17
	VBROADCASTSS expWords<>+0(SB), Z18
	VBROADCASTSS expWords<>+4(SB), Z19
	VBROADCASTSS expWords<>+8(SB), Z20
	VBROADCASTSS expWords<>+12(SB), Z3
	VBROADCASTSS expWords<>+16(SB), Z4
	VBROADCASTSS expWords<>+20(SB), Z5
	VBROADCASTSS expWords<>+24(SB), Z6
	VBROADCASTSS expWords<>+28(SB), Z7
	VBROADCASTSS expWords<>+32(SB), Z8
	VBROADCASTSS expWords<>+36(SB), Z9
	VBROADCASTSS expWords<>+40(SB), Z10
	VBROADCASTSS expWords<>+44(SB), Z11
	VPBROADCASTD expWords<>+48(SB), Z12
	VPXORQ       Z13, Z13, Z13       // sum
	VPXORQ       Z14, Z14, Z14       // squares

	PCALIGN $64
loop:
	VMOVDQU32    (SI), Z0
	VPSLLD       $1, Z0, Z0
	VPADDD       (R8), Z16, Z1
	VPSUBD       Z0, Z1, Z0          // d
	VCVTDQ2PS    Z0, Z0
	VMULPS       Z0, Z17, Z0         // t = scale · d; the exponent is −t
	VMINPS       Z10, Z0, Z0         // beyond, the result is 0
	VMULPS       Z0, Z18, Z1
	VRNDSCALEPS  $8, Z1, Z1          // n = round to even (−t / ln 2)
	VFMADD231PS  Z19, Z1, Z0         // −r = t + n·ln 2
	VFMADD231PS  Z20, Z1, Z0
	VMOVAPS      Z3, Z2
	VFNMADD213PS Z4, Z0, Z2          // series in r = −(−r)
	VFNMADD213PS Z5, Z0, Z2
	VFNMADD213PS Z6, Z0, Z2
	VFNMADD213PS Z7, Z0, Z2
	VFNMADD213PS Z8, Z0, Z2
	VFNMADD213PS Z9, Z0, Z2
	VFNMADD213PS Z9, Z0, Z2
	VSCALEFPS    Z1, Z2, Z2          // · 2ⁿ, rounded once
	VSUBPS       (R9), Z2, Z1
	VADDPS       Z1, Z13, Z13
	VFMADD231PS  Z1, Z1, Z14
	VMULPS       Z11, Z2, Z2
	VCVTPS2DQ    Z2, Z2
	VPADDD       Z12, Z2, Z2
	VPMOVSDW     Z2, (DI)
	ADDQ         $64, SI
	ADDQ         $64, R8
	ADDQ         $64, R9
	ADDQ         $32, DI
	SUBQ         $16, CX
	JNE          loop

	VEXTRACTF64X4 $1, Z13, Y0
	VADDPS        Y0, Y13, Y0
	VEXTRACTF64X4 $1, Z14, Y1
	VADDPS        Y1, Y14, Y1
	VHADDPS       Y1, Y0, Y0
	VHADDPS       Y0, Y0, Y0
	VEXTRACTF128  $1, Y0, X1
	VADDPS        X1, X0, X0         // sum, squares, and again
	VMOVLPS       X0, sum+48(FP)
	VZEROUPPER
	RET

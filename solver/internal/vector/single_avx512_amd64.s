//go:build !purego

#include "textflag.h"
#include "zero_avx512_amd64.h"

// The tile of a product in float32 for AVX-512: 8 rows × 48 columns, added to
// float64.
//
// It is laid out as the tile of float64, with 16 elements to a register: row i has
// its sums in Z(3i), Z(3i+1), Z(3i+2). Panels of two groups of 16 columns or of one
// have loops of their own. At the end, the sums become float64, 8 to a register, and
// are added to c; masks K1 to K6 leave out columns that are not there.
//
//	R8   a[0][k]            R9   bytes between rows of a     R10  three times that
//	R11  a[4][k]            BX   b[k]                        CX   steps left
//	DI   c                  SI   bytes between rows of c     AX   rows left
//	R12  columns

#define STEP3(element, sum0, sum1, sum2) \
	VBROADCASTSS element, Z27; \
	VFMADD231PS Z24, Z27, sum0; \
	VFMADD231PS Z25, Z27, sum1; \
	VFMADD231PS Z26, Z27, sum2

#define STEP2(element, sum0, sum1) \
	VBROADCASTSS element, Z27; \
	VFMADD231PS Z24, Z27, sum0; \
	VFMADD231PS Z25, Z27, sum1

#define STEP1(element, sum0) \
	VFMADD231PS.BCST element, Z24, sum0

#define NEXT(loop) \
	ADDQ $4, R8; \
	ADDQ $4, R11; \
	DECQ CX; \
	JNZ  loop; \
	JMP  store

// 16 sums, given as a register and its lower half, added to 16 elements of c.
#define ADD(sum, low, at, next, mask0, mask1) \
	VCVTPS2PD low, Z28; \
	VADDPD at, Z28, mask0, Z28; \
	VMOVUPD Z28, mask0, at; \
	VEXTRACTF64X4 $1, sum, Y29; \
	VCVTPS2PD Y29, Z29; \
	VADDPD next, Z29, mask1, Z29; \
	VMOVUPD Z29, mask1, next

#define STORE(sum0, low0, sum1, low1, sum2, low2) \
	ADD(sum0, low0, (DI), 64(DI), K1, K2); \
	ADD(sum1, low1, 128(DI), 192(DI), K3, K4); \
	ADD(sum2, low2, 256(DI), 320(DI), K5, K6); \
	ADDQ SI, DI; \
	DECQ AX; \
	JZ   done

// func tileSingleAVX512(c *float64, cStride int, a *float32, aStride int, b *float32, depth, rows, columns int)
TEXT ·tileSingleAVX512(SB), NOSPLIT, $0-64
	MOVQ c+0(FP), DI
	MOVQ cStride+8(FP), SI
	SHLQ $3, SI
	MOVQ a+16(FP), R8
	MOVQ aStride+24(FP), R9
	SHLQ $2, R9
	MOVQ b+32(FP), BX
	MOVQ depth+40(FP), CX
	MOVQ rows+48(FP), AX
	MOVQ columns+56(FP), R12
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

	ZERO24

	CMPQ R12, $16
	JLE  groups1
	CMPQ R12, $32
	JLE  groups2

	PCALIGN $64
groups3:
	VMOVUPS (BX), Z24
	VMOVUPS 64(BX), Z25
	VMOVUPS 128(BX), Z26
	ADDQ $192, BX
	STEP3((R8), Z0, Z1, Z2)
	STEP3((R8)(R9*1), Z3, Z4, Z5)
	STEP3((R8)(R9*2), Z6, Z7, Z8)
	STEP3((R8)(R10*1), Z9, Z10, Z11)
	STEP3((R11), Z12, Z13, Z14)
	STEP3((R11)(R9*1), Z15, Z16, Z17)
	STEP3((R11)(R9*2), Z18, Z19, Z20)
	STEP3((R11)(R10*1), Z21, Z22, Z23)
	NEXT(groups3)

	PCALIGN $64
groups2:
	VMOVUPS (BX), Z24
	VMOVUPS 64(BX), Z25
	ADDQ $128, BX
	STEP2((R8), Z0, Z1)
	STEP2((R8)(R9*1), Z3, Z4)
	STEP2((R8)(R9*2), Z6, Z7)
	STEP2((R8)(R10*1), Z9, Z10)
	STEP2((R11), Z12, Z13)
	STEP2((R11)(R9*1), Z15, Z16)
	STEP2((R11)(R9*2), Z18, Z19)
	STEP2((R11)(R10*1), Z21, Z22)
	NEXT(groups2)

	PCALIGN $64
groups1:
	VMOVUPS (BX), Z24
	ADDQ $64, BX
	STEP1((R8), Z0)
	STEP1((R8)(R9*1), Z3)
	STEP1((R8)(R9*2), Z6)
	STEP1((R8)(R10*1), Z9)
	STEP1((R11), Z12)
	STEP1((R11)(R9*1), Z15)
	STEP1((R11)(R9*2), Z18)
	STEP1((R11)(R10*1), Z21)
	NEXT(groups1)

store:
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

// exp(-scale·d) of whole numbers d = norm + norms[i] − 2·products[i], 16 at a time, by
// the steps of exp32 in single.go.
//
//	exp(t) = 2ⁿ·exp(r),  n = round(t/ln 2),  r = t − n·ln 2
//
// with the Taylor series of exp(r) up to r⁷/7!.

DATA expSingle<>+0(SB)/4, $0xbfb8aa3b  // −1/ln 2, −1.44269502
DATA expSingle<>+4(SB)/4, $0x3f318000  // ln 2 in two parts: 0.693359375
DATA expSingle<>+8(SB)/4, $0xb95e8083  // −2.12194440e-4
DATA expSingle<>+12(SB)/4, $0x39500d01 // 1/7!
DATA expSingle<>+16(SB)/4, $0x3ab60b61 // 1/6!
DATA expSingle<>+20(SB)/4, $0x3c088889 // 1/5!
DATA expSingle<>+24(SB)/4, $0x3d2aaaab // 1/4!
DATA expSingle<>+28(SB)/4, $0x3e2aaaab // 1/3!
DATA expSingle<>+32(SB)/4, $0x3f000000 // 1/2!
DATA expSingle<>+36(SB)/4, $0x3f800000 // 1
DATA expSingle<>+40(SB)/4, $0x42f00000 // 120, the largest t
GLOBL expSingle<>(SB), RODATA|NOPTR, $44

// func gaussianSingleAVX512(dst *float32, products, norms *int32, n int, norm int32, scale float32)
TEXT ·gaussianSingleAVX512(SB), NOSPLIT, $0-40
	MOVQ         dst+0(FP), DI
	MOVQ         products+8(FP), SI
	MOVQ         norms+16(FP), R8
	MOVQ         n+24(FP), CX
	MOVL         norm+32(FP), AX
	VPBROADCASTD AX, Z16
	VBROADCASTSS scale+36(FP), Z17
	VBROADCASTSS expSingle<>+0(SB), Z18
	VBROADCASTSS expSingle<>+4(SB), Z19
	VBROADCASTSS expSingle<>+8(SB), Z20
	VBROADCASTSS expSingle<>+12(SB), Z3
	VBROADCASTSS expSingle<>+16(SB), Z4
	VBROADCASTSS expSingle<>+20(SB), Z5
	VBROADCASTSS expSingle<>+24(SB), Z6
	VBROADCASTSS expSingle<>+28(SB), Z7
	VBROADCASTSS expSingle<>+32(SB), Z8
	VBROADCASTSS expSingle<>+36(SB), Z9
	VBROADCASTSS expSingle<>+40(SB), Z10

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
	VMOVUPS      Z2, (DI)
	ADDQ         $64, SI
	ADDQ         $64, R8
	ADDQ         $64, DI
	SUBQ         $16, CX
	JNE          loop
	VZEROUPPER
	RET

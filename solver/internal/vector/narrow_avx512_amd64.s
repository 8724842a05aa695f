//go:build !purego

#include "textflag.h"
#include "zero_avx512_amd64.h"

// The tile of a product with one row or two for AVX-512: 96, 64 or 32 columns.
//
// With so few rows, an element of b serves for one or two sums, and the tile of 24
// columns has too few sums to hide the latency of the multiply-add. This one has 12 or
// 24: row 0 has Z0 to Z11, row 1 has Z12 to Z23, 8 columns each. For each step k of
// the depth, Z26 and Z27 hold a[0][k] and a[1][k] in all lanes.
//
//	R8   a[0][k]            R9   a[1][k]
//	BX   b[k]               DX   bytes between rows of b     CX   steps left
//	DI   c[0]               SI   c[1]
//	AX   rows               R13  groups of 8 columns

// 32 columns from offset o on, for one row and for two.
#define ONE(o, s0, s1, s2, s3) \
	VFMADD231PD o+0(BX), Z26, s0; \
	VFMADD231PD o+64(BX), Z26, s1; \
	VFMADD231PD o+128(BX), Z26, s2; \
	VFMADD231PD o+192(BX), Z26, s3

#define TWO(o, s0, s1, s2, s3, t0, t1, t2, t3) \
	VMOVUPD o+0(BX), Z24; \
	VMOVUPD o+64(BX), Z25; \
	VFMADD231PD Z24, Z26, s0; \
	VFMADD231PD Z24, Z27, t0; \
	VFMADD231PD Z25, Z26, s1; \
	VFMADD231PD Z25, Z27, t1; \
	VMOVUPD o+128(BX), Z24; \
	VMOVUPD o+192(BX), Z25; \
	VFMADD231PD Z24, Z26, s2; \
	VFMADD231PD Z24, Z27, t2; \
	VFMADD231PD Z25, Z26, s3; \
	VFMADD231PD Z25, Z27, t3

#define NEXT(loop) \
	ADDQ $8, R8; \
	ADDQ $8, R9; \
	ADDQ DX, BX; \
	DECQ CX; \
	JNZ  loop; \
	JMP  store

#define LOAD(o, row, s0, s1, s2, s3) \
	VMOVUPD o+0(row), s0; \
	VMOVUPD o+64(row), s1; \
	VMOVUPD o+128(row), s2; \
	VMOVUPD o+192(row), s3

#define STORE(o, row, s0, s1, s2, s3) \
	VMOVUPD s0, o+0(row); \
	VMOVUPD s1, o+64(row); \
	VMOVUPD s2, o+128(row); \
	VMOVUPD s3, o+192(row)

// func tileNarrowAVX512(c *float64, cStride int, a *float64, aStride int, b *float64, bStride, depth, rows, columns int, resume bool)
TEXT ·tileNarrowAVX512(SB), NOSPLIT, $0-73
	MOVQ c+0(FP), DI
	MOVQ cStride+8(FP), SI
	LEAQ (DI)(SI*8), SI
	MOVQ a+16(FP), R8
	MOVQ aStride+24(FP), R9
	LEAQ (R8)(R9*8), R9
	MOVQ b+32(FP), BX
	MOVQ bStride+40(FP), DX
	SHLQ $3, DX
	MOVQ depth+48(FP), CX
	MOVQ rows+56(FP), AX
	MOVQ columns+64(FP), R13
	SHRQ $3, R13

	ZERO24

	// The sums start at c where an earlier block of the depth left them, else at 0.
	CMPB resume+72(FP), $0
	JEQ  choose
	LOAD(0, DI, Z0, Z1, Z2, Z3)
	CMPQ R13, $8
	JLT  second
	LOAD(256, DI, Z4, Z5, Z6, Z7)
	JEQ  second
	LOAD(512, DI, Z8, Z9, Z10, Z11)

second:
	CMPQ AX, $2
	JLT  choose
	LOAD(0, SI, Z12, Z13, Z14, Z15)
	CMPQ R13, $8
	JLT  choose
	LOAD(256, SI, Z16, Z17, Z18, Z19)
	JEQ  choose
	LOAD(512, SI, Z20, Z21, Z22, Z23)

choose:
	CMPQ AX, $2
	JLT  one
	CMPQ R13, $8
	JLT  two32
	JEQ  two64

	PCALIGN $64
two96:
	VBROADCASTSD (R8), Z26
	VBROADCASTSD (R9), Z27
	TWO(0, Z0, Z1, Z2, Z3, Z12, Z13, Z14, Z15)
	TWO(256, Z4, Z5, Z6, Z7, Z16, Z17, Z18, Z19)
	TWO(512, Z8, Z9, Z10, Z11, Z20, Z21, Z22, Z23)
	NEXT(two96)

	PCALIGN $64
two64:
	VBROADCASTSD (R8), Z26
	VBROADCASTSD (R9), Z27
	TWO(0, Z0, Z1, Z2, Z3, Z12, Z13, Z14, Z15)
	TWO(256, Z4, Z5, Z6, Z7, Z16, Z17, Z18, Z19)
	NEXT(two64)

	PCALIGN $64
two32:
	VBROADCASTSD (R8), Z26
	VBROADCASTSD (R9), Z27
	TWO(0, Z0, Z1, Z2, Z3, Z12, Z13, Z14, Z15)
	NEXT(two32)

one:
	CMPQ R13, $8
	JLT  one32
	JEQ  one64

	PCALIGN $64
one96:
	VBROADCASTSD (R8), Z26
	ONE(0, Z0, Z1, Z2, Z3)
	ONE(256, Z4, Z5, Z6, Z7)
	ONE(512, Z8, Z9, Z10, Z11)
	NEXT(one96)

	PCALIGN $64
one64:
	VBROADCASTSD (R8), Z26
	ONE(0, Z0, Z1, Z2, Z3)
	ONE(256, Z4, Z5, Z6, Z7)
	NEXT(one64)

	PCALIGN $64
one32:
	VBROADCASTSD (R8), Z26
	ONE(0, Z0, Z1, Z2, Z3)
	NEXT(one32)

store:
	STORE(0, DI, Z0, Z1, Z2, Z3)
	CMPQ R13, $8
	JLT  store1
	STORE(256, DI, Z4, Z5, Z6, Z7)
	JEQ  store1
	STORE(512, DI, Z8, Z9, Z10, Z11)

store1:
	CMPQ AX, $2
	JLT  done
	STORE(0, SI, Z12, Z13, Z14, Z15)
	CMPQ R13, $8
	JLT  done
	STORE(256, SI, Z16, Z17, Z18, Z19)
	JEQ  done
	STORE(512, SI, Z20, Z21, Z22, Z23)

done:
	VZEROUPPER
	RET

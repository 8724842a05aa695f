//go:build !purego

#include "textflag.h"
#include "zero_avx512_amd64.h"

// The tile of a product for AVX-512: 8 rows × 24 columns.
//
// A register Z holds 8 neighbouring elements of a row. The 24 sums of vectors, one
// for each of 8 rows and 3 groups of 8 columns, stay in registers for the whole
// depth; row i has Z(3i), Z(3i+1), Z(3i+2). For each step k of the depth, row k of b
// is loaded into Z24, Z25, Z26, and each element a[i][k] is copied to all lanes of
// Z27 and multiplied by it. Masks K1, K2, K3 of the three groups leave out
// columns that are not there: their lanes read as zero and are not written.
//
//	R8   a[0][k]            R9   bytes between rows of a     R10  three times that
//	R11  a[4][k]            BX   b[k]                        DX   bytes between rows of b
//	DI   c                  SI   bytes between rows of c     CX   steps left
//	AX   rows               R12  a row of c, at the ends     R13  columns
//	R12  what to ask for, 4 rows of it                       R14  the other 4

// Row k of b; then on to row k+1. B3 loads 3 groups of columns, B25 two and a half,
// and so on: half a group is 4 columns, in a register of half the width, which
// takes half the time on processors that build vectors of 8 from two of 4.
#define B3 \
	VMOVUPD.Z (BX), K1, Z24; \
	VMOVUPD.Z 64(BX), K2, Z25; \
	VMOVUPD.Z 128(BX), K3, Z26; \
	ADDQ DX, BX

#define B25 \
	VMOVUPD.Z (BX), K1, Z24; \
	VMOVUPD.Z 64(BX), K2, Z25; \
	VMOVUPD.Z 128(BX), K3, Y26; \
	ADDQ DX, BX

#define B2 \
	VMOVUPD.Z (BX), K1, Z24; \
	VMOVUPD.Z 64(BX), K2, Z25; \
	ADDQ DX, BX

#define B15 \
	VMOVUPD.Z (BX), K1, Z24; \
	VMOVUPD.Z 64(BX), K2, Y25; \
	ADDQ DX, BX

#define B1 \
	VMOVUPD.Z (BX), K1, Z24; \
	ADDQ DX, BX

#define B05 \
	VMOVUPD.Z (BX), K1, Y24; \
	ADDQ DX, BX

// One row of the tile: sums += a[i][k] · (row k of b).
#define ROW3(element, sum0, sum1, sum2) \
	VBROADCASTSD element, Z27; \
	VFMADD231PD Z24, Z27, sum0; \
	VFMADD231PD Z25, Z27, sum1; \
	VFMADD231PD Z26, Z27, sum2

#define ROW25(element, sum0, sum1, sum2) \
	VBROADCASTSD element, Z27; \
	VFMADD231PD Z24, Z27, sum0; \
	VFMADD231PD Z25, Z27, sum1; \
	VFMADD231PD Y26, Y27, sum2

#define ROW2(element, sum0, sum1) \
	VBROADCASTSD element, Z27; \
	VFMADD231PD Z24, Z27, sum0; \
	VFMADD231PD Z25, Z27, sum1

#define ROW15(element, sum0, sum1) \
	VBROADCASTSD element, Z27; \
	VFMADD231PD Z24, Z27, sum0; \
	VFMADD231PD Y25, Y27, sum1

#define ROW1(element, sum0) \
	VFMADD231PD.BCST element, Z24, sum0

#define ROW05(element, sum0) \
	VFMADD231PD.BCST element, Y24, sum0

// Rows 0 to n of the tile, 3 groups of columns.
#define ROWS1 ROW3((R8), Z0, Z1, Z2)
#define ROWS2 ROWS1; ROW3((R8)(R9*1), Z3, Z4, Z5)
#define ROWS3 ROWS2; ROW3((R8)(R9*2), Z6, Z7, Z8)
#define ROWS4 ROWS3; ROW3((R8)(R10*1), Z9, Z10, Z11)
#define ROWS5 ROWS4; ROW3((R11), Z12, Z13, Z14)
#define ROWS6 ROWS5; ROW3((R11)(R9*1), Z15, Z16, Z17)
#define ROWS7 ROWS6; ROW3((R11)(R9*2), Z18, Z19, Z20)
#define ROWS8 ROWS7; ROW3((R11)(R10*1), Z21, Z22, Z23)

// On to column k+1 of a; again, or to the end.
#define NEXT(loop) \
	ADDQ $8, R8; \
	ADDQ $8, R11; \
	DECQ CX; \
	JNZ  loop; \
	JMP  store

#define STEP25(o) \
	B25; \
	ROW25(o(R8), Z0, Z1, Y2); \
	ROW25(o(R8)(R9*1), Z3, Z4, Y5); \
	ROW25(o(R8)(R9*2), Z6, Z7, Y8); \
	ROW25(o(R8)(R10*1), Z9, Z10, Y11); \
	ROW25(o(R11), Z12, Z13, Y14); \
	ROW25(o(R11)(R9*1), Z15, Z16, Y17); \
	ROW25(o(R11)(R9*2), Z18, Z19, Y20); \
	ROW25(o(R11)(R10*1), Z21, Z22, Y23)

#define STEP2(o) \
	B2; \
	ROW2(o(R8), Z0, Z1); \
	ROW2(o(R8)(R9*1), Z3, Z4); \
	ROW2(o(R8)(R9*2), Z6, Z7); \
	ROW2(o(R8)(R10*1), Z9, Z10); \
	ROW2(o(R11), Z12, Z13); \
	ROW2(o(R11)(R9*1), Z15, Z16); \
	ROW2(o(R11)(R9*2), Z18, Z19); \
	ROW2(o(R11)(R10*1), Z21, Z22)

#define STEP15(o) \
	B15; \
	ROW15(o(R8), Z0, Y1); \
	ROW15(o(R8)(R9*1), Z3, Y4); \
	ROW15(o(R8)(R9*2), Z6, Y7); \
	ROW15(o(R8)(R10*1), Z9, Y10); \
	ROW15(o(R11), Z12, Y13); \
	ROW15(o(R11)(R9*1), Z15, Y16); \
	ROW15(o(R11)(R9*2), Z18, Y19); \
	ROW15(o(R11)(R10*1), Z21, Y22)

#define STEP1(o) \
	B1; \
	ROW1(o(R8), Z0); \
	ROW1(o(R8)(R9*1), Z3); \
	ROW1(o(R8)(R9*2), Z6); \
	ROW1(o(R8)(R10*1), Z9); \
	ROW1(o(R11), Z12); \
	ROW1(o(R11)(R9*1), Z15); \
	ROW1(o(R11)(R9*2), Z18); \
	ROW1(o(R11)(R10*1), Z21)

#define STEP05(o) \
	B05; \
	ROW05(o(R8), Y0); \
	ROW05(o(R8)(R9*1), Y3); \
	ROW05(o(R8)(R9*2), Y6); \
	ROW05(o(R8)(R10*1), Y9); \
	ROW05(o(R11), Y12); \
	ROW05(o(R11)(R9*1), Y15); \
	ROW05(o(R11)(R9*2), Y18); \
	ROW05(o(R11)(R10*1), Y21)

// Few columns take less time than a takes to arrive from memory. So 8 steps at a time
// ask for 8 elements of each row of what comes after this tile, for the second-level
// cache. The steps left follow one at a time.
#define EIGHT(STEP, loop, rest, last) \
	PCALIGN $64; \
loop: \
	SUBQ $8, CX; \
	JLT  rest; \
	STEP(0); \
	PREFETCHT1 (R12); \
	STEP(8); \
	PREFETCHT1 (R12)(R9*1); \
	STEP(16); \
	PREFETCHT1 (R12)(R9*2); \
	STEP(24); \
	PREFETCHT1 (R12)(R10*1); \
	STEP(32); \
	PREFETCHT1 (R14); \
	STEP(40); \
	PREFETCHT1 (R14)(R9*1); \
	STEP(48); \
	PREFETCHT1 (R14)(R9*2); \
	STEP(56); \
	PREFETCHT1 (R14)(R10*1); \
	ADDQ $64, R8; \
	ADDQ $64, R11; \
	ADDQ $64, R12; \
	ADDQ $64, R14; \
	JMP  loop; \
rest: \
	ADDQ $8, CX; \
	JZ   store; \
last: \
	STEP(0); \
	NEXT(last)

// A row of c, to its sums; after the last row, on to the loops.
#define LOADC(sum0, sum1, sum2) \
	VMOVUPD.Z (R12), K1, sum0; \
	VMOVUPD.Z 64(R12), K2, sum1; \
	VMOVUPD.Z 128(R12), K3, sum2; \
	ADDQ SI, R12; \
	DECQ R14; \
	JZ   choose

// The sums of a row, to c; after the last row, to the end.
#define STOREC(sum0, sum1, sum2) \
	VMOVUPD sum0, K1, (R12); \
	VMOVUPD sum1, K2, 64(R12); \
	VMOVUPD sum2, K3, 128(R12); \
	ADDQ SI, R12; \
	DECQ AX; \
	JZ   done

// func tileAVX512(c *float64, cStride int, a *float64, aStride int, b *float64, bStride, depth, rows, columns, ahead int, resume bool)
TEXT ·tileAVX512(SB), NOSPLIT, $0-81
	MOVQ c+0(FP), DI
	MOVQ cStride+8(FP), SI
	MOVQ a+16(FP), R8
	MOVQ aStride+24(FP), R9
	MOVQ b+32(FP), BX
	MOVQ bStride+40(FP), DX
	MOVQ depth+48(FP), CX
	MOVQ rows+56(FP), AX
	MOVQ columns+64(FP), R13
	SHLQ $3, SI                // strides in bytes
	SHLQ $3, R9
	SHLQ $3, DX
	LEAQ (R9)(R9*2), R10
	LEAQ (R8)(R9*4), R11

	// Masks: one bit for each column, 8 to a group.
	MOVQ  $-1, R12
	BZHIQ R13, R12, R12
	KMOVW R12, K1
	SHRQ  $8, R12
	KMOVW R12, K2
	SHRQ  $8, R12
	KMOVW R12, K3

	// The sums start at c where an earlier block of the depth left them, else at 0.
	CMPB resume+80(FP), $0
	JEQ  zero
	MOVQ DI, R12
	MOVQ AX, R14
	LOADC(Z0, Z1, Z2)
	LOADC(Z3, Z4, Z5)
	LOADC(Z6, Z7, Z8)
	LOADC(Z9, Z10, Z11)
	LOADC(Z12, Z13, Z14)
	LOADC(Z15, Z16, Z17)
	LOADC(Z18, Z19, Z20)
	LOADC(Z21, Z22, Z23)

zero:
	ZERO24

choose:
	// One loop for each number of rows; full height has its own for fewer groups,
	// which packed panels of few columns are made of.
	CMPQ AX, $8
	JEQ  full
	CMPQ AX, $4
	JEQ  rows4
	JLT  below4
	CMPQ AX, $6
	JEQ  rows6
	JLT  rows5
	JMP  rows7

below4:
	CMPQ AX, $2
	JEQ  rows2
	JLT  rows1
	JMP  rows3

full:
	MOVQ ahead+72(FP), R14
	LEAQ (R8)(R14*8), R12
	LEAQ (R11)(R14*8), R14
	CMPQ R13, $4
	JLE  groups05
	CMPQ R13, $8
	JLE  groups1
	CMPQ R13, $12
	JLE  groups15
	CMPQ R13, $16
	JLE  groups2
	CMPQ R13, $20
	JLE  groups25

	PCALIGN $64
rows8:
	B3
	ROWS8
	NEXT(rows8)

	PCALIGN $64
rows7:
	B3
	ROWS7
	NEXT(rows7)

	PCALIGN $64
rows6:
	B3
	ROWS6
	NEXT(rows6)

	PCALIGN $64
rows5:
	B3
	ROWS5
	NEXT(rows5)

	PCALIGN $64
rows4:
	B3
	ROWS4
	NEXT(rows4)

	PCALIGN $64
rows3:
	B3
	ROWS3
	NEXT(rows3)

	PCALIGN $64
rows2:
	B3
	ROWS2
	NEXT(rows2)

	PCALIGN $64
rows1:
	B3
	ROWS1
	NEXT(rows1)

	EIGHT(STEP25, groups25, rest25, last25)
	EIGHT(STEP2, groups2, rest2, last2)
	EIGHT(STEP15, groups15, rest15, last15)
	EIGHT(STEP1, groups1, rest1, last1)
	EIGHT(STEP05, groups05, rest05, last05)

store:
	MOVQ DI, R12
	STOREC(Z0, Z1, Z2)
	STOREC(Z3, Z4, Z5)
	STOREC(Z6, Z7, Z8)
	STOREC(Z9, Z10, Z11)
	STOREC(Z12, Z13, Z14)
	STOREC(Z15, Z16, Z17)
	STOREC(Z18, Z19, Z20)
	STOREC(Z21, Z22, Z23)

done:
	VZEROUPPER
	RET

//go:build !purego

#include "textflag.h"

// The tile of a product for AVX2 with FMA: 6 rows × 8 columns.
//
// A register Y holds 4 neighbouring elements of a row. The 12 sums of vectors, one
// for each of 6 rows and 2 groups of 4 columns, stay in registers for the whole
// depth; row i has Y(2i), Y(2i+1). For each step k of the depth, row k of b is loaded
// into Y12 and Y13, and each element a[i][k] is copied to all lanes of Y14 and
// multiplied by it. The mask in Y15 leaves out columns of the last group that are not
// there: their lanes read as zero and are not written.
//
//	R8   a[0][k]            R9   bytes between rows of a     R10, R11  3 and 5 times that
//	BX   b[k]               DX   bytes between rows of b     CX   steps left
//	DI   c                  SI   bytes between rows of c     AX   rows
//	R12  a row of c, at the ends                             R13  columns

// 0, 1, 2, 3: the columns of a group.
DATA columns<>+0(SB)/8, $0
DATA columns<>+8(SB)/8, $1
DATA columns<>+16(SB)/8, $2
DATA columns<>+24(SB)/8, $3
GLOBL columns<>(SB), RODATA|NOPTR, $32

// Row k of b, in 2 groups of columns, or 2 of which the last is masked, or 1; then
// on to row k+1. Masked loads are slower on some processors, masked stores on many.
#define B2 \
	VMOVUPD (BX), Y12; \
	VMOVUPD 32(BX), Y13; \
	ADDQ    DX, BX

#define B2MASKED \
	VMOVUPD    (BX), Y12; \
	VMASKMOVPD 32(BX), Y15, Y13; \
	ADDQ       DX, BX

#define B1MASKED \
	VMASKMOVPD (BX), Y15, Y12; \
	ADDQ       DX, BX

// One row of the tile: sums += a[i][k] · (row k of b).
#define ROW2(element, sum0, sum1) \
	VBROADCASTSD element, Y14; \
	VFMADD231PD  Y12, Y14, sum0; \
	VFMADD231PD  Y13, Y14, sum1

#define ROW1(element, sum0) \
	VBROADCASTSD element, Y14; \
	VFMADD231PD  Y12, Y14, sum0

// The first rows of the tile, for two groups and for one.
#define TWO1 ROW2((R8), Y0, Y1)
#define TWO2 TWO1; ROW2((R8)(R9*1), Y2, Y3)
#define TWO3 TWO2; ROW2((R8)(R9*2), Y4, Y5)
#define TWO4 TWO3; ROW2((R8)(R10*1), Y6, Y7)
#define TWO5 TWO4; ROW2((R8)(R9*4), Y8, Y9)
#define TWO6 TWO5; ROW2((R8)(R11*1), Y10, Y11)

#define ONE1 ROW1((R8), Y0)
#define ONE2 ONE1; ROW1((R8)(R9*1), Y2)
#define ONE3 ONE2; ROW1((R8)(R9*2), Y4)
#define ONE4 ONE3; ROW1((R8)(R10*1), Y6)
#define ONE5 ONE4; ROW1((R8)(R9*4), Y8)
#define ONE6 ONE5; ROW1((R8)(R11*1), Y10)

// On to column k+1 of a; again, or to the end.
#define NEXT(loop, store) \
	ADDQ $8, R8; \
	DECQ CX; \
	JNZ  loop; \
	JMP  store

// A row of c, to its sums; after the last row, on to the loops.
#define LOAD2(sum0, sum1) \
	VMOVUPD (R12), sum0; \
	VMOVUPD 32(R12), sum1; \
	ADDQ    SI, R12; \
	DECQ    R14; \
	JZ      chooseFull

#define LOAD2MASKED(sum0, sum1) \
	VMOVUPD    (R12), sum0; \
	VMASKMOVPD 32(R12), Y15, sum1; \
	ADDQ       SI, R12; \
	DECQ       R14; \
	JZ         choosePart

#define LOAD1MASKED(sum0) \
	VMASKMOVPD (R12), Y15, sum0; \
	ADDQ       SI, R12; \
	DECQ       R14; \
	JZ         chooseOne

// The sums of a row, to c; after the last row, to the end.
#define STORE2(sum0, sum1) \
	VMOVUPD sum0, (R12); \
	VMOVUPD sum1, 32(R12); \
	ADDQ    SI, R12; \
	DECQ    AX; \
	JZ      done

#define STORE2MASKED(sum0, sum1) \
	VMOVUPD    sum0, (R12); \
	VMASKMOVPD sum1, Y15, 32(R12); \
	ADDQ       SI, R12; \
	DECQ       AX; \
	JZ         done

#define STORE1MASKED(sum0) \
	VMASKMOVPD sum0, Y15, (R12); \
	ADDQ       SI, R12; \
	DECQ       AX; \
	JZ         done

// func tileAVX2(c *float64, cStride int, a *float64, aStride int, b *float64, bStride, depth, rows, columns int, resume bool)
TEXT ·tileAVX2(SB), NOSPLIT, $0-73
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
	LEAQ (R9)(R9*4), R11
	MOVQ DI, R12
	MOVQ AX, R14

	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	VXORPD Y8, Y8, Y8
	VXORPD Y9, Y9, Y9
	VXORPD Y10, Y10, Y10
	VXORPD Y11, Y11, Y11
	CMPQ   R13, $4
	JLE    one
	CMPQ   R13, $8
	JLT    part

	// Two full groups. The sums start at c where an earlier block of the depth left
	// them, else at 0. There is a loop for each number of rows.
	CMPB resume+72(FP), $0
	JEQ  chooseFull
	LOAD2(Y0, Y1)
	LOAD2(Y2, Y3)
	LOAD2(Y4, Y5)
	LOAD2(Y6, Y7)
	LOAD2(Y8, Y9)
	LOAD2(Y10, Y11)

chooseFull:
	CMPQ AX, $2
	JLT  full1
	JEQ  full2
	CMPQ AX, $4
	JLT  full3
	JEQ  full4
	CMPQ AX, $5
	JEQ  full5

	PCALIGN $32
full6:
	B2
	TWO6
	NEXT(full6, storeFull)

	PCALIGN $32
full5:
	B2
	TWO5
	NEXT(full5, storeFull)

	PCALIGN $32
full4:
	B2
	TWO4
	NEXT(full4, storeFull)

	PCALIGN $32
full3:
	B2
	TWO3
	NEXT(full3, storeFull)

	PCALIGN $32
full2:
	B2
	TWO2
	NEXT(full2, storeFull)

	PCALIGN $32
full1:
	B2
	TWO1
	NEXT(full1, storeFull)

storeFull:
	MOVQ DI, R12
	STORE2(Y0, Y1)
	STORE2(Y2, Y3)
	STORE2(Y4, Y5)
	STORE2(Y6, Y7)
	STORE2(Y8, Y9)
	STORE2(Y10, Y11)

part:
	// The same, with the second group masked: the mask of a column is set if there
	// are more columns than its number.
	SUBQ         $4, R13
	MOVQ         R13, X15
	VPBROADCASTQ X15, Y15
	VPCMPGTQ     columns<>(SB), Y15, Y15
	CMPB         resume+72(FP), $0
	JEQ          choosePart
	LOAD2MASKED(Y0, Y1)
	LOAD2MASKED(Y2, Y3)
	LOAD2MASKED(Y4, Y5)
	LOAD2MASKED(Y6, Y7)
	LOAD2MASKED(Y8, Y9)
	LOAD2MASKED(Y10, Y11)

choosePart:
	CMPQ AX, $2
	JLT  part1
	JEQ  part2
	CMPQ AX, $4
	JLT  part3
	JEQ  part4
	CMPQ AX, $5
	JEQ  part5

	PCALIGN $32
part6:
	B2MASKED
	TWO6
	NEXT(part6, storePart)

	PCALIGN $32
part5:
	B2MASKED
	TWO5
	NEXT(part5, storePart)

	PCALIGN $32
part4:
	B2MASKED
	TWO4
	NEXT(part4, storePart)

	PCALIGN $32
part3:
	B2MASKED
	TWO3
	NEXT(part3, storePart)

	PCALIGN $32
part2:
	B2MASKED
	TWO2
	NEXT(part2, storePart)

	PCALIGN $32
part1:
	B2MASKED
	TWO1
	NEXT(part1, storePart)

storePart:
	MOVQ DI, R12
	STORE2MASKED(Y0, Y1)
	STORE2MASKED(Y2, Y3)
	STORE2MASKED(Y4, Y5)
	STORE2MASKED(Y6, Y7)
	STORE2MASKED(Y8, Y9)
	STORE2MASKED(Y10, Y11)

one:
	// The same for one group, masked.
	MOVQ         R13, X15
	VPBROADCASTQ X15, Y15
	VPCMPGTQ     columns<>(SB), Y15, Y15
	CMPB         resume+72(FP), $0
	JEQ          chooseOne
	LOAD1MASKED(Y0)
	LOAD1MASKED(Y2)
	LOAD1MASKED(Y4)
	LOAD1MASKED(Y6)
	LOAD1MASKED(Y8)
	LOAD1MASKED(Y10)

chooseOne:
	CMPQ AX, $2
	JLT  one1
	JEQ  one2
	CMPQ AX, $4
	JLT  one3
	JEQ  one4
	CMPQ AX, $5
	JEQ  one5

	PCALIGN $32
one6:
	B1MASKED
	ONE6
	NEXT(one6, storeOne)

	PCALIGN $32
one5:
	B1MASKED
	ONE5
	NEXT(one5, storeOne)

	PCALIGN $32
one4:
	B1MASKED
	ONE4
	NEXT(one4, storeOne)

	PCALIGN $32
one3:
	B1MASKED
	ONE3
	NEXT(one3, storeOne)

	PCALIGN $32
one2:
	B1MASKED
	ONE2
	NEXT(one2, storeOne)

	PCALIGN $32
one1:
	B1MASKED
	ONE1
	NEXT(one1, storeOne)

storeOne:
	MOVQ DI, R12
	STORE1MASKED(Y0)
	STORE1MASKED(Y2)
	STORE1MASKED(Y4)
	STORE1MASKED(Y6)
	STORE1MASKED(Y8)
	STORE1MASKED(Y10)

done:
	VZEROUPPER
	RET

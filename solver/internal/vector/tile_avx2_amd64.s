//go:build !purego

#include "textflag.h"

// The tile of a product for AVX2 with FMA: 4 rows × 12 columns.
//
// A register Y holds 4 neighbouring elements of a row. The 12 sums of vectors, one
// for each of 4 rows and 3 groups of 4 columns, stay in registers for the whole
// depth; row i has Y(3i), Y(3i+1), Y(3i+2). For each step k of the depth, row k of b
// is loaded into Y12, Y13, Y14, and each element a[i][k] is copied to all lanes of
// Y15 and multiplied by it. That takes all 16 registers, so that the masks of a tile
// of fewer columns are kept on the stack.
//
//	R8   a[0][k]            R9   bytes between rows of a     R10  three times that
//	BX   b[k]               DX   bytes between rows of b     CX   steps left
//	DI   c                  SI   bytes between rows of c     AX   rows
//	R12  a row of c, at the ends                             R13  columns

// 0, 1, 2, 3: the columns of the first group.
DATA columns<>+0(SB)/8, $0
DATA columns<>+8(SB)/8, $1
DATA columns<>+16(SB)/8, $2
DATA columns<>+24(SB)/8, $3
GLOBL columns<>(SB), RODATA|NOPTR, $32

// Row k of b, all columns; then on to row k+1.
#define B \
	VMOVUPD (BX), Y12; \
	VMOVUPD 32(BX), Y13; \
	VMOVUPD 64(BX), Y14; \
	ADDQ    DX, BX

// The same for the columns of the masks, in 3, 2 or 1 groups.
#define BMASKED \
	VMOVUPD    mask0-96(SP), Y15; \
	VMASKMOVPD (BX), Y15, Y12; \
	VMOVUPD    mask1-64(SP), Y15; \
	VMASKMOVPD 32(BX), Y15, Y13; \
	VMOVUPD    mask2-32(SP), Y15; \
	VMASKMOVPD 64(BX), Y15, Y14; \
	ADDQ       DX, BX

#define BMASKED2 \
	VMASKMOVPD (BX), Y2, Y12; \
	VMASKMOVPD 32(BX), Y5, Y13; \
	ADDQ       DX, BX

#define BMASKED1 \
	VMASKMOVPD (BX), Y2, Y12; \
	ADDQ       DX, BX

// One row of the tile: sums += a[i][k] · (row k of b).
#define ROW(element, sum0, sum1, sum2) \
	VBROADCASTSD element, Y15; \
	VFMADD231PD Y12, Y15, sum0; \
	VFMADD231PD Y13, Y15, sum1; \
	VFMADD231PD Y14, Y15, sum2

#define ROW2(element, sum0, sum1) \
	VBROADCASTSD element, Y15; \
	VFMADD231PD Y12, Y15, sum0; \
	VFMADD231PD Y13, Y15, sum1

#define ROW1(element, sum0) \
	VBROADCASTSD element, Y15; \
	VFMADD231PD Y12, Y15, sum0

// Rows 0 to n of the tile.
#define ROWS1 ROW((R8), Y0, Y1, Y2)
#define ROWS2 ROWS1; ROW((R8)(R9*1), Y3, Y4, Y5)
#define ROWS3 ROWS2; ROW((R8)(R9*2), Y6, Y7, Y8)
#define ROWS4 ROWS3; ROW((R8)(R10*1), Y9, Y10, Y11)

// On to column k+1 of a; again, or to the end.
#define NEXT(loop, store) \
	ADDQ $8, R8; \
	DECQ CX; \
	JNZ  loop; \
	JMP  store

// A row of c, to its sums; after the last row, on to the loops.
#define LOADC(sum0, sum1, sum2) \
	VMOVUPD (R12), sum0; \
	VMOVUPD 32(R12), sum1; \
	VMOVUPD 64(R12), sum2; \
	ADDQ SI, R12; \
	DECQ R11; \
	JZ   choose

#define LOADCMASKED(sum0, sum1, sum2) \
	VMASKMOVPD (R12), Y12, sum0; \
	VMASKMOVPD 32(R12), Y13, sum1; \
	VMASKMOVPD 64(R12), Y14, sum2; \
	ADDQ SI, R12; \
	DECQ R11; \
	JZ   chooseMasked

// The sums of a row, to c; after the last row, to the end.
#define STOREC(sum0, sum1, sum2) \
	VMOVUPD sum0, (R12); \
	VMOVUPD sum1, 32(R12); \
	VMOVUPD sum2, 64(R12); \
	ADDQ SI, R12; \
	DECQ AX; \
	JZ   done

#define STORECMASKED(sum0, sum1, sum2) \
	VMASKMOVPD sum0, Y12, (R12); \
	VMASKMOVPD sum1, Y13, 32(R12); \
	VMASKMOVPD sum2, Y14, 64(R12); \
	ADDQ SI, R12; \
	DECQ AX; \
	JZ   done

// func tileAVX2(c *float64, cStride int, a *float64, aStride int, b *float64, bStride, depth, rows, columns int, resume bool)
TEXT ·tileAVX2(SB), NOSPLIT, $96-73
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
	MOVQ DI, R12
	MOVQ AX, R11

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
	CMPQ R13, $12
	JLT  masked

	// The sums start at c where an earlier block of the depth left them, else at 0.
	CMPB resume+72(FP), $0
	JEQ  choose
	LOADC(Y0, Y1, Y2)
	LOADC(Y3, Y4, Y5)
	LOADC(Y6, Y7, Y8)
	LOADC(Y9, Y10, Y11)

choose:
	CMPQ AX, $2
	JLT  rows1
	JEQ  rows2
	CMPQ AX, $3
	JEQ  rows3

	PCALIGN $32
rows4:
	B
	ROWS4
	NEXT(rows4, store)

	PCALIGN $32
rows3:
	B
	ROWS3
	NEXT(rows3, store)

	PCALIGN $32
rows2:
	B
	ROWS2
	NEXT(rows2, store)

	PCALIGN $32
rows1:
	B
	ROWS1
	NEXT(rows1, store)

store:
	MOVQ DI, R12
	STOREC(Y0, Y1, Y2)
	STOREC(Y3, Y4, Y5)
	STOREC(Y6, Y7, Y8)
	STOREC(Y9, Y10, Y11)

masked:
	// The mask of a column is set if there are more columns than its number.
	MOVQ         R13, X15
	VPBROADCASTQ X15, Y15
	MOVQ         $4, R14
	MOVQ         R14, X14
	VPBROADCASTQ X14, Y14
	VMOVDQU      columns<>(SB), Y13
	VPCMPGTQ     Y13, Y15, Y12
	VMOVDQU      Y12, mask0-96(SP)
	VPADDQ       Y14, Y13, Y13
	VPCMPGTQ     Y13, Y15, Y12
	VMOVDQU      Y12, mask1-64(SP)
	VPADDQ       Y14, Y13, Y13
	VPCMPGTQ     Y13, Y15, Y12
	VMOVDQU      Y12, mask2-32(SP)

	CMPB resume+72(FP), $0
	JEQ  chooseMasked
	VMOVUPD mask0-96(SP), Y12
	VMOVUPD mask1-64(SP), Y13
	VMOVUPD mask2-32(SP), Y14
	LOADCMASKED(Y0, Y1, Y2)
	LOADCMASKED(Y3, Y4, Y5)
	LOADCMASKED(Y6, Y7, Y8)
	LOADCMASKED(Y9, Y10, Y11)

chooseMasked:
	CMPQ AX, $2
	JLT  masked1
	JEQ  masked2
	CMPQ AX, $3
	JEQ  masked3

	// Full height has its own loops for fewer groups, which packed panels of few
	// columns are made of. They leave registers for the masks.
	CMPQ R13, $8
	JGT  masked4
	VMOVUPD mask0-96(SP), Y2
	VMOVUPD mask1-64(SP), Y5
	CMPQ R13, $4
	JGT  group2
	JMP  group1

	PCALIGN $32
masked4:
	BMASKED
	ROWS4
	NEXT(masked4, storeMasked)

	PCALIGN $32
masked3:
	BMASKED
	ROWS3
	NEXT(masked3, storeMasked)

	PCALIGN $32
masked2:
	BMASKED
	ROWS2
	NEXT(masked2, storeMasked)

	PCALIGN $32
masked1:
	BMASKED
	ROWS1
	NEXT(masked1, storeMasked)

	PCALIGN $32
group2:
	BMASKED2
	ROW2((R8), Y0, Y1)
	ROW2((R8)(R9*1), Y3, Y4)
	ROW2((R8)(R9*2), Y6, Y7)
	ROW2((R8)(R10*1), Y9, Y10)
	NEXT(group2, storeMasked)

	PCALIGN $32
group1:
	BMASKED1
	ROW1((R8), Y0)
	ROW1((R8)(R9*1), Y3)
	ROW1((R8)(R9*2), Y6)
	ROW1((R8)(R10*1), Y9)
	NEXT(group1, storeMasked)

storeMasked:
	MOVQ    DI, R12
	VMOVUPD mask0-96(SP), Y12
	VMOVUPD mask1-64(SP), Y13
	VMOVUPD mask2-32(SP), Y14
	STORECMASKED(Y0, Y1, Y2)
	STORECMASKED(Y3, Y4, Y5)
	STORECMASKED(Y6, Y7, Y8)
	STORECMASKED(Y9, Y10, Y11)

done:
	VZEROUPPER
	RET

//go:build !purego

#include "textflag.h"

// func transposeAVX2(dst *float64, dstStride int, src *float64, srcStride, rows, columns int)
//
// Squares of 4 × 4. With [r0 r1 r2 r3] the four values of row r of a square, the left
// halves of rows 0 and 2 are loaded into one register and those of rows 1 and 3 into
// another; interleaving them gives two columns:
//
//	[00 01 20 21]  low of each half  →  [00 10 20 30]
//	[10 11 30 31]  high              →  [01 11 21 31]
//
// and in the same way for the right halves. Loading by halves in place of whole rows
// saves half of the shuffles, which are what limits a transpose.
//
//	SI  rows r to r+3 of src   R8  bytes between them     R9   three times that
//	DI  columns r to r+3 of dst  R10 bytes between its rows  R11  three times that
//	BX  place in the rows of src  DX  place in dst          AX, CX  rows, columns left
TEXT ·transposeAVX2(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ dstStride+8(FP), R10
	MOVQ src+16(FP), SI
	MOVQ srcStride+24(FP), R8
	MOVQ rows+32(FP), AX
	SHLQ $3, R8
	SHLQ $3, R10
	LEAQ (R8)(R8*2), R9
	LEAQ (R10)(R10*2), R11

rows:
	MOVQ columns+40(FP), CX
	MOVQ SI, BX
	MOVQ DI, DX

	PCALIGN $32
square:
	VMOVUPD     (BX), X0                   // [00 01
	VINSERTF128 $1, (BX)(R8*2), Y0, Y0     //  20 21]
	VMOVUPD     (BX)(R8*1), X1             // [10 11
	VINSERTF128 $1, (BX)(R9*1), Y1, Y1     //  30 31]
	VMOVUPD     16(BX), X2                 // [02 03
	VINSERTF128 $1, 16(BX)(R8*2), Y2, Y2   //  22 23]
	VMOVUPD     16(BX)(R8*1), X3           // [12 13
	VINSERTF128 $1, 16(BX)(R9*1), Y3, Y3   //  32 33]
	VUNPCKLPD   Y1, Y0, Y4                 // [00 10 20 30]
	VUNPCKHPD   Y1, Y0, Y5                 // [01 11 21 31]
	VUNPCKLPD   Y3, Y2, Y6                 // [02 12 22 32]
	VUNPCKHPD   Y3, Y2, Y7                 // [03 13 23 33]
	VMOVUPD     Y4, (DX)
	VMOVUPD     Y5, (DX)(R10*1)
	VMOVUPD     Y6, (DX)(R10*2)
	VMOVUPD     Y7, (DX)(R11*1)
	ADDQ        $32, BX                    // 4 columns on in src,
	LEAQ        (DX)(R10*4), DX            // 4 rows down in dst
	SUBQ        $4, CX
	JNZ         square

	LEAQ (SI)(R8*4), SI                    // 4 rows down in src,
	ADDQ $32, DI                           // 4 columns on in dst
	SUBQ $4, AX
	JNZ  rows
	VZEROUPPER
	RET

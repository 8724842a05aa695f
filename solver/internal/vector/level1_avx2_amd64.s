//go:build !purego

#include "textflag.h"

// 0, 1, 2, 3: the places in the first vector of a tail.
DATA places<>+0(SB)/8, $0
DATA places<>+8(SB)/8, $1
DATA places<>+16(SB)/8, $2
DATA places<>+24(SB)/8, $3
GLOBL places<>(SB), RODATA|NOPTR, $32

// sum += x · y for the vector at the given place of a tail: the mask is set where
// the number of values left, Y8, is greater than the place, Y9; then on to the
// places of the next vector, Y10 = 4 further.
#define TAIL(place, sum) \
	VPCMPGTQ    Y9, Y8, Y11; \
	VMASKMOVPD  place(SI), Y11, Y12; \
	VMASKMOVPD  place(DI), Y11, Y13; \
	VFMADD231PD Y13, Y12, sum; \
	VPADDQ      Y10, Y9, Y9

// func dotAVX2(x, y *float64, n int) float64
//
// Lane l of the 32 sums is element l%4 of Y(l/4).
TEXT ·dotAVX2(SB), NOSPLIT, $0-32
	MOVQ   x+0(FP), SI
	MOVQ   y+8(FP), DI
	MOVQ   n+16(FP), CX
	VXORPD Y0, Y0, Y0        // sums = 0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	SUBQ   $32, CX
	JLT    tail

	PCALIGN $32
loop:
	VMOVUPD     (SI), Y8         // 32 values of x
	VMOVUPD     32(SI), Y9
	VMOVUPD     64(SI), Y10
	VMOVUPD     96(SI), Y11
	VMOVUPD     128(SI), Y12
	VMOVUPD     160(SI), Y13
	VMOVUPD     192(SI), Y14
	VMOVUPD     224(SI), Y15
	VFMADD231PD (DI), Y8, Y0     // sums += x · y
	VFMADD231PD 32(DI), Y9, Y1
	VFMADD231PD 64(DI), Y10, Y2
	VFMADD231PD 96(DI), Y11, Y3
	VFMADD231PD 128(DI), Y12, Y4
	VFMADD231PD 160(DI), Y13, Y5
	VFMADD231PD 192(DI), Y14, Y6
	VFMADD231PD 224(DI), Y15, Y7
	ADDQ        $256, SI
	ADDQ        $256, DI
	SUBQ        $32, CX
	JGE         loop

tail:
	ADDQ $32, CX
	JEQ  reduce

	// The last values, filled up with zeros.
	MOVQ         CX, X8
	VPBROADCASTQ X8, Y8
	VMOVDQU      places<>(SB), Y9
	MOVQ         $4, AX
	MOVQ         AX, X10
	VPBROADCASTQ X10, Y10
	TAIL(0, Y0)
	TAIL(32, Y1)
	TAIL(64, Y2)
	TAIL(96, Y3)
	TAIL(128, Y4)
	TAIL(160, Y5)
	TAIL(192, Y6)
	TAIL(224, Y7)

reduce:
	VADDPD       Y4, Y0, Y0      // lanes 16 apart
	VADDPD       Y5, Y1, Y1
	VADDPD       Y6, Y2, Y2
	VADDPD       Y7, Y3, Y3
	VADDPD       Y2, Y0, Y0      // 8 apart
	VADDPD       Y3, Y1, Y1
	VADDPD       Y1, Y0, Y0      // 4 apart
	VEXTRACTF128 $1, Y0, X1
	VADDPD       X1, X0, X0      // 2 apart
	VUNPCKHPD    X0, X0, X1
	VADDSD       X1, X0, X0      // neighbours
	VZEROUPPER
	MOVSD        X0, ret+24(FP)
	RET

// func axpyAVX2(alpha float64, x, y *float64, n int)
TEXT ·axpyAVX2(SB), NOSPLIT, $0-32
	VBROADCASTSD alpha+0(FP), Y0
	MOVQ         x+8(FP), SI
	MOVQ         y+16(FP), DI
	MOVQ         n+24(FP), CX
	SUBQ         $16, CX
	JLT          rest

	PCALIGN $32
loop:
	VMOVUPD     (DI), Y1         // 16 values of y
	VMOVUPD     32(DI), Y2
	VMOVUPD     64(DI), Y3
	VMOVUPD     96(DI), Y4
	VFMADD231PD (SI), Y0, Y1     // y += alpha · x
	VFMADD231PD 32(SI), Y0, Y2
	VFMADD231PD 64(SI), Y0, Y3
	VFMADD231PD 96(SI), Y0, Y4
	VMOVUPD     Y1, (DI)
	VMOVUPD     Y2, 32(DI)
	VMOVUPD     Y3, 64(DI)
	VMOVUPD     Y4, 96(DI)
	ADDQ        $128, SI
	ADDQ        $128, DI
	SUBQ        $16, CX
	JGE         loop

rest:
	ADDQ $16, CX
	JEQ  done

	// The same, 4 values at a time.
loop4:
	VMOVUPD     (DI), Y1
	VFMADD231PD (SI), Y0, Y1
	VMOVUPD     Y1, (DI)
	ADDQ        $32, SI
	ADDQ        $32, DI
	SUBQ        $4, CX
	JNE         loop4

done:
	VZEROUPPER
	RET

//go:build !purego

#include "textflag.h"

// exp(-scale·max(x, 0)), a vector at a time, by the steps of the function exp in
// exp.go and with its constants. No sum runs from one vector to the next, so that
// the processor overlaps the chains of several vectors by itself.

// 1/13!, 1/12!, …, 1/2!, 1: the coefficients, in the order of Horner's rule.
DATA expSeries<>+0(SB)/8, $1.6059043836821614599e-10
DATA expSeries<>+8(SB)/8, $2.0876756987868098979e-09
DATA expSeries<>+16(SB)/8, $2.5052108385441718775e-08
DATA expSeries<>+24(SB)/8, $2.7557319223985890653e-07
DATA expSeries<>+32(SB)/8, $2.7557319223985890653e-06
DATA expSeries<>+40(SB)/8, $2.4801587301587301587e-05
DATA expSeries<>+48(SB)/8, $1.9841269841269841270e-04
DATA expSeries<>+56(SB)/8, $1.3888888888888888889e-03
DATA expSeries<>+64(SB)/8, $8.3333333333333333333e-03
DATA expSeries<>+72(SB)/8, $4.1666666666666666667e-02
DATA expSeries<>+80(SB)/8, $1.6666666666666666667e-01
DATA expSeries<>+88(SB)/8, $5.0000000000000000000e-01
DATA expSeries<>+96(SB)/8, $1.0
GLOBL expSeries<>(SB), RODATA|NOPTR, $104

DATA expRange<>+0(SB)/8, $-750.0                     // the limits of the exponent
DATA expRange<>+8(SB)/8, $750.0
DATA expRange<>+16(SB)/8, $1.4426950408889634074     // 1/ln 2
DATA expRange<>+24(SB)/8, $6.93147180369123816490e-01 // ln 2, in two parts
DATA expRange<>+32(SB)/8, $1.90821492927058770002e-10
DATA expRange<>+40(SB)/8, $0x8000000000000000        // the bit of the sign
DATA expRange<>+48(SB)/8, $1023                      // the exponent of 1
GLOBL expRange<>(SB), RODATA|NOPTR, $56

// func expNegScaledAVX512(dst, x *float64, n int, scale float64)
TEXT ·expNegScaledAVX512(SB), NOSPLIT, $0-32
	MOVQ         dst+0(FP), DI
	MOVQ         x+8(FP), SI
	MOVQ         n+16(FP), CX
	VBROADCASTSD scale+24(FP), Z16
	VPXORQ.BCST  expRange<>+40(SB), Z16, Z16   // −scale
	VPXORQ       Z17, Z17, Z17
	VBROADCASTSD expRange<>+0(SB), Z18
	VBROADCASTSD expRange<>+8(SB), Z19
	VBROADCASTSD expRange<>+16(SB), Z20
	VBROADCASTSD expRange<>+24(SB), Z21
	VBROADCASTSD expRange<>+32(SB), Z22
	VBROADCASTSD expSeries<>+0(SB), Z3
	VBROADCASTSD expSeries<>+8(SB), Z4
	VBROADCASTSD expSeries<>+16(SB), Z5
	VBROADCASTSD expSeries<>+24(SB), Z6
	VBROADCASTSD expSeries<>+32(SB), Z7
	VBROADCASTSD expSeries<>+40(SB), Z8
	VBROADCASTSD expSeries<>+48(SB), Z9
	VBROADCASTSD expSeries<>+56(SB), Z10
	VBROADCASTSD expSeries<>+64(SB), Z11
	VBROADCASTSD expSeries<>+72(SB), Z12
	VBROADCASTSD expSeries<>+80(SB), Z13
	VBROADCASTSD expSeries<>+88(SB), Z14
	VBROADCASTSD expSeries<>+96(SB), Z15

	PCALIGN $64
loop:
	// A maximum or minimum of which one operand is NaN is its first operand here,
	// the second of Intel's order: NaN passes.
	VMOVUPD      (SI), Z0
	VMAXPD       Z0, Z17, Z0         // max(x, 0)
	VMULPD       Z0, Z16, Z0         // t = −scale · max(x, 0)
	VMAXPD       Z0, Z18, Z0         // within the limits
	VMINPD       Z0, Z19, Z0
	VMULPD       Z0, Z20, Z1
	VRNDSCALEPD  $8, Z1, Z1          // n = round to even (t / ln 2)
	VFNMADD231PD Z21, Z1, Z0         // r = t − n·ln 2
	VFNMADD231PD Z22, Z1, Z0
	VMOVAPD      Z3, Z2              // q = 1/13!
	VFMADD213PD  Z4, Z0, Z2          // q = q·r + 1/12!, …
	VFMADD213PD  Z5, Z0, Z2
	VFMADD213PD  Z6, Z0, Z2
	VFMADD213PD  Z7, Z0, Z2
	VFMADD213PD  Z8, Z0, Z2
	VFMADD213PD  Z9, Z0, Z2
	VFMADD213PD  Z10, Z0, Z2
	VFMADD213PD  Z11, Z0, Z2
	VFMADD213PD  Z12, Z0, Z2
	VFMADD213PD  Z13, Z0, Z2
	VFMADD213PD  Z14, Z0, Z2         // … + 1/2!
	VFMADD213PD  Z15, Z0, Z2         // p = (q·r + 1)·r + 1
	VFMADD213PD  Z15, Z0, Z2
	VSCALEFPD    Z1, Z2, Z2          // p·2ⁿ, rounded once
	VMOVUPD      Z2, (DI)
	ADDQ         $64, SI
	ADDQ         $64, DI
	SUBQ         $8, CX
	JNE          loop
	VZEROUPPER
	RET

// func expNegScaledAVX2(dst, x *float64, n int, scale float64)
//
// Sixteen registers do not hold all constants; the first coefficients of the series
// are kept, the rest is read where it is used.
TEXT ·expNegScaledAVX2(SB), NOSPLIT, $0-32
	MOVQ         dst+0(FP), DI
	MOVQ         x+8(FP), SI
	MOVQ         n+16(FP), CX
	VBROADCASTSD scale+24(FP), Y15
	VBROADCASTSD expRange<>+40(SB), Y14
	VXORPD       Y14, Y15, Y15                 // −scale
	VXORPD       Y14, Y14, Y14
	VBROADCASTSD expRange<>+16(SB), Y13
	VBROADCASTSD expRange<>+24(SB), Y12
	VBROADCASTSD expRange<>+32(SB), Y11
	VBROADCASTSD expSeries<>+96(SB), Y10
	VPBROADCASTQ expRange<>+48(SB), Y9

	PCALIGN $32
loop:
	// NaN passes maximum and minimum, as above.
	VMOVUPD      (SI), Y0
	VMAXPD       Y0, Y14, Y0                   // max(x, 0)
	VMULPD       Y0, Y15, Y0                   // t = −scale · max(x, 0)
	VBROADCASTSD expRange<>+0(SB), Y1
	VMAXPD       Y0, Y1, Y0                    // within the limits
	VBROADCASTSD expRange<>+8(SB), Y1
	VMINPD       Y0, Y1, Y0
	VMULPD       Y0, Y13, Y1
	VROUNDPD     $8, Y1, Y1                    // n = round to even (t / ln 2)
	VFNMADD231PD Y12, Y1, Y0                   // r = t − n·ln 2
	VFNMADD231PD Y11, Y1, Y0
	VBROADCASTSD expSeries<>+0(SB), Y2         // q = 1/13!
	VBROADCASTSD expSeries<>+8(SB), Y3
	VFMADD213PD  Y3, Y0, Y2                    // q = q·r + 1/12!, …
	VBROADCASTSD expSeries<>+16(SB), Y3
	VFMADD213PD  Y3, Y0, Y2
	VBROADCASTSD expSeries<>+24(SB), Y3
	VFMADD213PD  Y3, Y0, Y2
	VBROADCASTSD expSeries<>+32(SB), Y3
	VFMADD213PD  Y3, Y0, Y2
	VBROADCASTSD expSeries<>+40(SB), Y3
	VFMADD213PD  Y3, Y0, Y2
	VBROADCASTSD expSeries<>+48(SB), Y3
	VFMADD213PD  Y3, Y0, Y2
	VBROADCASTSD expSeries<>+56(SB), Y3
	VFMADD213PD  Y3, Y0, Y2
	VBROADCASTSD expSeries<>+64(SB), Y3
	VFMADD213PD  Y3, Y0, Y2
	VBROADCASTSD expSeries<>+72(SB), Y3
	VFMADD213PD  Y3, Y0, Y2
	VBROADCASTSD expSeries<>+80(SB), Y3
	VFMADD213PD  Y3, Y0, Y2
	VBROADCASTSD expSeries<>+88(SB), Y3
	VFMADD213PD  Y3, Y0, Y2                    // … + 1/2!
	VFMADD213PD  Y10, Y0, Y2                   // p = (q·r + 1)·r + 1
	VFMADD213PD  Y10, Y0, Y2
	VCVTPD2DQY   Y1, X1                        // n, as integers of 32 bits
	VPSRAD       $1, X1, X3                    // half of n, rounded down
	VPSUBD       X3, X1, X1                    // the other half
	VPMOVSXDQ    X3, Y3
	VPMOVSXDQ    X1, Y1
	VPADDQ       Y9, Y3, Y3                    // 2 to each half, by its exponent
	VPADDQ       Y9, Y1, Y1
	VPSLLQ       $52, Y3, Y3
	VPSLLQ       $52, Y1, Y1
	VMULPD       Y3, Y2, Y2                    // p·2ⁿ, rounded once
	VMULPD       Y1, Y2, Y2
	VMOVUPD      Y2, (DI)
	ADDQ         $32, SI
	ADDQ         $32, DI
	SUBQ         $4, CX
	JNE          loop
	VZEROUPPER
	RET

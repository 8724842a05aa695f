package score

// blockSize is the number of values that one step of a program works on: large
// enough to make the cost of walking the tree vanish, small enough for the
// buffers of an expression to stay in the first-level cache.
const blockSize = 256

// A program is an expression, ready to be evaluated for many u at once. It is
// immutable; buffers belong to the caller. Working through blocks takes 16 ns an
// element for "3 - 3/cosh(u)", against 14 ns for the built-in 3-3sech.
type program struct{ root node }

// buffers returns scratch for evaluating blocks, with room for the result in front.
func (p program) buffers() []float64 { return make([]float64, (1+p.root.depth())*blockSize) }

// evaluate sets dst[i] to the expression's value at u[i], for at most blockSize values.
func (p program) evaluate(dst, u []float64) {
	p.root.evaluate(dst, u, make([]float64, p.root.depth()*blockSize))
}

// A node is a subexpression. Truth values are 1 and 0.
type node interface {
	// evaluate sets dst[i] to the value at u[i]. spare holds depth() blocks.
	evaluate(dst, u, spare []float64)
	depth() int
}

type constantNode float64

func (n constantNode) depth() int { return 0 }
func (n constantNode) evaluate(dst, _, _ []float64) {
	for i := range dst {
		dst[i] = float64(n)
	}
}

type variableNode struct{}

func (variableNode) depth() int                   { return 0 }
func (variableNode) evaluate(dst, u, _ []float64) { copy(dst, u) }

type unaryNode struct {
	function func(float64) float64
	operand  node
}

func (n unaryNode) depth() int { return n.operand.depth() }
func (n unaryNode) evaluate(dst, u, spare []float64) {
	n.operand.evaluate(dst, u, spare)
	for i, x := range dst {
		dst[i] = n.function(x)
	}
}

type binaryNode struct {
	combine     loop
	left, right node
}

func (n binaryNode) depth() int { return max(n.left.depth(), 1+n.right.depth()) }
func (n binaryNode) evaluate(dst, u, spare []float64) {
	n.left.evaluate(dst, u, spare)
	right := spare[:len(dst)]
	n.right.evaluate(right, u, spare[blockSize:])
	n.combine(dst, right)
}

// choiceNode is "condition ? yes : no". Both branches are evaluated, which is
// harmless without side effects and leaves the loops without jumps.
type choiceNode struct{ condition, yes, no node }

func (n choiceNode) depth() int { return max(n.yes.depth(), 1+n.no.depth(), 2+n.condition.depth()) }

func (n choiceNode) evaluate(dst, u, spare []float64) {
	n.yes.evaluate(dst, u, spare)
	no := spare[:len(dst)]
	n.no.evaluate(no, u, spare[blockSize:])
	condition := spare[blockSize:][:len(dst)]
	n.condition.evaluate(condition, u, spare[2*blockSize:])
	for i, c := range condition {
		if c == 0 {
			dst[i] = no[i]
		}
	}
}

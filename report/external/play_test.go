package external_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpca/report/dataset/npy"
	"gpca/report/external"
)

// The test binary plays the programs of users: "PROGRAM play ROLE WORD [FOLDER]".
func TestMain(m *testing.M) {
	if len(os.Args) < 4 || os.Args[1] != "play" {
		os.Exit(m.Run())
	}
	if len(os.Args) > 4 {
		if err := os.Chdir(os.Args[4]); err != nil {
			die(err)
		}
	}
	part, ok := parts[os.Args[2]]
	if !ok {
		die("no part ", os.Args[2])
	}
	part(os.Args[3])
}

func die(why ...any) {
	fmt.Fprintln(os.Stderr, why...)
	os.Exit(3)
}

func must[T any](v T, err error) T {
	if err != nil {
		die(err)
	}
	return v
}

func load(name string) npy.Array {
	f := must(os.Open(name + ".npy"))
	defer f.Close()
	return must(npy.Read(f))
}

func save(name string, shape []int, values ...float64) {
	f := must(os.Create(name + ".npy"))
	if err := errors.Join(npy.Write(f, npy.Array{Shape: shape, Values: values}), f.Close()); err != nil {
		die(err)
	}
}

func zeros() { save("mean", []int{3}, 0, 0, 0) }

// hold opens a pipe, in a child too, and says so.
func hold(pipe string, child ...string) *os.File {
	held := must(os.OpenFile(pipe, os.O_WRONLY, 0))
	cmd := exec.Command(child[0], child[1:]...)
	cmd.Stdout = held
	if err := cmd.Start(); err != nil {
		die(err)
	}
	fmt.Fprint(held, "x")
	return held
}

var parts = map[string]func(word string){
	// The answer shows what the program was given: the centre is the first sample.
	"well": func(string) {
		train := load("train")
		save("mean", []int{1, 3}, train.Values[:3]...)
		save("components", []int{2, 3}, 0, 1, 0, 0.6, 0, -0.8)
		fmt.Println("all is well")
	},
	"what was asked": func(string) {
		var request map[string]any
		if err := json.Unmarshal(must(os.ReadFile("request.json")), &request); err != nil {
			die(err)
		}
		files, _ := filepath.Glob("*")
		environment := os.Environ()
		for i, e := range environment {
			name, value, _ := strings.Cut(e, "=")
			if name == "PATH" || name == "HOME" || name == "LANG" {
				value = "…"
			}
			environment[i] = name + "=" + value
		}
		slices.Sort(environment)
		text, _ := json.Marshal(request)
		here, _ := os.Getwd()
		fmt.Println(strings.ReplaceAll(strings.Join(environment, " "), here, "."))
		die(string(text), load("train").Shape, files)
	},
	"predict": func(string) {
		train, labels, test := load("train"), load("labels"), load("test")
		var classes []float64
		for i := range test.Shape[0] { // the class of the training sample with the nearest first feature
			nearest := 0
			for k := range train.Shape[0] {
				if math.Abs(train.Values[3*k]-test.Values[3*i]) < math.Abs(train.Values[3*nearest]-test.Values[3*i]) {
					nearest = k
				}
			}
			classes = append(classes, labels.Values[nearest])
		}
		save("predictions", []int{len(classes)}, classes...)
	},
	"no module": func(folder string) {
		log := must(os.OpenFile(filepath.Join(folder, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600))
		fmt.Fprintln(log, "start")
		die("no module named pcaa")
	},
	"nothing":       func(string) {},
	"exit":          func(string) { fmt.Println("so far so good"); die("no more\n\n\x1b[31mCaused by:\n", "the moon\xff") },
	"long words":    func(string) { die(strings.Repeat("blah ", 100_000), "and so on") },
	"no centre":     func(string) { save("components", []int{1, 3}, 1, 0, 0) },
	"no component":  func(string) { zeros(); save("components", []int{0, 3}) },
	"one more":      func(string) { zeros(); save("components", []int{3, 3}, 1, 0, 0, 0, 1, 0, 0, 0, 1) },
	"columns":       func(string) { zeros(); save("components", []int{3, 2}, 1, 0, 0, 1, 0, 0) },
	"vector":        func(string) { zeros(); save("components", []int{3}, 1, 0, 0) },
	"number":        func(string) { zeros(); save("components", nil, 1) },
	"long":          func(string) { zeros(); save("components", []int{2, 3}, 1, 0, 0, 0, 2, 0) },
	"zero":          func(string) { zeros(); save("components", []int{1, 3}, 0, 0, 0) },
	"oblique":       func(string) { zeros(); save("components", []int{2, 3}, 1, 0, 0, 0.6, 0.8, 0) },
	"rounded":       func(string) { zeros(); save("components", []int{2, 3}, 1, 1e-7, 0, 0, 1-1e-7, 0) },
	"nan":           func(string) { zeros(); save("components", []int{2, 3}, 1, 0, 0, 0, math.NaN(), 0) },
	"infinite mean": func(string) { save("mean", []int{3}, 0, math.Inf(-1), 0); save("components", []int{1, 3}, 1, 0, 0) },
	"short mean":    func(string) { save("mean", []int{2}, 0, 0); save("components", []int{1, 3}, 1, 0, 0) },
	"some mean":     func(string) { save("mean", []int{3}, 0, 1, 0); save("components", []int{1, 3}, 1, 0, 0) },
	"text":          func(string) { zeros(); os.WriteFile("components.npy", []byte("1 0 0\n"), 0o600) },
	"folder":        func(string) { zeros(); os.Mkdir("components.npy", 0o700) },
	"link":          func(string) { zeros(); os.Symlink("/dev/zero", "components.npy") },
	"huge":          func(string) { zeros(); save("components", []int{2, 5000}, make([]float64, 10000)...) },
	"predict all":   func(string) { save("predictions", []int{3}, 0, 1, 0) },
	"predict half":  func(string) { save("predictions", []int{2}, 0, 0.5) },
	"predict other": func(string) { save("predictions", []int{2}, 1, 2) },

	// It answers many requests, and logs its start. It dies of a training set that begins with 13, and ends after 99.
	"many": func(folder string) {
		f := must(os.OpenFile(filepath.Join(folder, "log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600))
		must(fmt.Fprintln(f, "start"))
		for sets := bufio.NewScanner(os.Stdin); sets.Scan(); {
			if err := os.Chdir(sets.Text()); err != nil {
				die(err)
			}
			first := load("train").Values[0]
			fmt.Println("this set begins with", first)
			if first == 13 {
				die("which is bad luck in", sets.Text())
			}
			save("mean", []int{3}, load("train").Values[:3]...)
			save("components", []int{1, 3}, 0, 1, 0)
			fmt.Println(sets.Text())
			if first == 99 {
				break
			}
		}
	},
	"ends at once": func(string) {},

	// What holds a pipe open does so until it is killed.
	"hold": func(pipe string) { defer hold(pipe, "true").Close(); select {} },
	"hold in a child": func(pipe string) {
		defer hold(pipe, os.Args[0], "play", "sleep", "", ".").Close()
		select {}
	},
	"hold in a session": func(pipe string) {
		defer hold(pipe, "setsid", os.Args[0], "play", "sleep", "", ".").Close()
		select {}
	},
	"leave a session": func(pipe string) {
		hold(pipe, "setsid", os.Args[0], "play", "sleep", "", ".")
		zeros()
		save("components", []int{0, 3})
	},
	"sleep": func(string) { select {} },
	"orphan": func(string) {
		child := exec.Command(os.Args[0], "play", "sleep", "", ".")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			die(err)
		}
		zeros()
		save("components", []int{0, 3})
	},
	"greedy": func(string) {
		b := make([]byte, 300<<20)
		for i := range b {
			b[i] = 1
		}
		die("it got", len(b)>>20, "MiB")
	},
	// A report with a program, with namespaces if WORD says so.
	"report": func(word string) {
		words := strings.Split(word, "|")
		if words[0] == "none" {
			for _, kind := range []string{"user", "pid", "net"} {
				if err := os.WriteFile("/proc/sys/user/max_"+kind+"_namespaces", []byte("0"), 0); err != nil {
					die(err)
				}
			}
		}
		block := fmt.Sprintf("{name: m, version: 1, command: [%q, play, %q, %q]}", os.Args[0], words[1], words[2])
		samples, _ := train()
		_, _, err := must(decode(".", block)).Components(context.Background(), external.Request{Components: 2}, samples)
		die(err)
	},
	"dial": func(address string) {
		c, err := net.Dial("tcp", address)
		if err == nil {
			c.Close()
			die("reached")
		}
		die("not reached")
	},
}

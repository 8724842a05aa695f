package document

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// A browser is a tab of Chromium, driven by the DevTools protocol over a pair of pipes:
// messages in JSON, each ended by a zero byte.
type browser struct {
	testing.TB
	to      *os.File
	from    *bufio.Reader
	session string
	touch   bool // no mouse
	calls   int
}

// A screen is how a reader looks at a page.
type screen struct {
	name          string
	width, height int
	scheme        string // "light" or "dark"
	noScript      bool
}

// openPage shows a page on a screen. The test is skipped where there is no Chromium, and by -short.
func openPage(t testing.TB, file string, s screen) *browser {
	t.Helper()
	long(t)
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium to show the page: apt-get install chromium")
	}
	theirs, to, err1 := os.Pipe()
	from, theirsToo, err2 := os.Pipe()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	command := exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--remote-debugging-pipe", "--user-data-dir="+t.TempDir())
	command.ExtraFiles = []*os.File{theirs, theirsToo}
	assert.NilError(t, command.Start())
	theirs.Close()
	theirsToo.Close()
	b := &browser{TB: t, to: to, from: bufio.NewReader(from), touch: s.width < 500}
	t.Cleanup(func() {
		to.Close() // which ends it
		io.Copy(io.Discard, from)
		from.Close()
		command.Wait()
	})
	var target struct{ TargetID, SessionID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &target)
	b.session = target.SessionID
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": s.width, "height": s.height, "deviceScaleFactor": 1, "mobile": b.touch}, nil)
	b.call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": b.touch}, nil)
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]string{"name": "prefers-color-scheme", "value": s.scheme}}}, nil)
	b.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": s.noScript}, nil)
	b.call("Page.navigate", map[string]any{"url": "file://" + file}, nil)
	for b.evaluate("document.readyState") != "complete" {
		time.Sleep(10 * time.Millisecond)
	}
	return b
}

// call sends a message and waits for its answer. Events between them are passed over.
func (b *browser) call(method string, params, result any) {
	b.Helper()
	b.calls++
	message := map[string]any{"id": b.calls, "method": method}
	if params != nil {
		message["params"] = params
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	if err == nil {
		_, err = b.to.Write(append(text, 0))
	}
	for err == nil {
		if text, err = b.from.ReadBytes(0); err != nil {
			break
		}
		var answer struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		if err = json.Unmarshal(text[:len(text)-1], &answer); err != nil || answer.ID != b.calls {
			continue
		}
		if answer.Error != nil {
			err = fmt.Errorf("%s", answer.Error.Message)
		} else if result != nil {
			err = json.Unmarshal(answer.Result, result)
		}
		if err == nil {
			return
		}
	}
	b.Fatalf("%s: %v", method, err)
}

// evaluate runs an expression in the page, waits for it if it is a promise, and returns
// its value as a text.
func (b *browser) evaluate(expression string) string {
	b.Helper()
	var answer struct {
		Result           struct{ Value any }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &answer)
	if answer.ExceptionDetails != nil {
		b.Fatalf("%s: %s", expression, answer.ExceptionDetails.Exception.Description)
	}
	return fmt.Sprint(answer.Result.Value)
}

// point moves the mouse to the middle of an element, or taps a little beside it.
func (b *browser) point(selector string) {
	b.Helper()
	var at struct{ X, Y float64 }
	where := b.evaluate(fmt.Sprintf(`(() => {
		const element = document.querySelector(%q);
		element.scrollIntoView({ block: "center" });
		const box = element.getBoundingClientRect();
		return JSON.stringify({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
	})()`, selector))
	if err := json.Unmarshal([]byte(where), &at); err != nil {
		b.Fatal(err)
	}
	if b.touch {
		b.call("Input.dispatchTouchEvent", map[string]any{"type": "touchStart", "touchPoints": []any{map[string]float64{"x": at.X - 8, "y": at.Y - 8}}}, nil)
		b.call("Input.dispatchTouchEvent", map[string]any{"type": "touchEnd", "touchPoints": []any{}}, nil)
		return
	}
	b.call("Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": at.X, "y": at.Y}, nil)
}

// press presses a key.
func (b *browser) press(key string) {
	b.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		b.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key, "code": key}, nil)
	}
}

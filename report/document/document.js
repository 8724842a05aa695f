// Makes a tool of the report: tables that sort, filter, hide columns and show what is in
// print; a search; contents that fold on a phone; figures that tell what is at a point.
// Without it everything is shown. All text goes in as text, never as HTML.
"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // make returns an element with properties and children.
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  // read is the text of an element without what only keeps room in a column.
  const read = (element) => {
    const copy = element.cloneNode(true);
    for (const room of all(".none", copy)) room.remove();
    return copy.textContent;
  };
  const option = ([value, text]) => make("option", { value, textContent: text });

  // matcher tells whether a text has all words of a query, in any order.
  const matcher = (query) => {
    const words = query.toLowerCase().split(/\s+/);
    return (text) => words.every((word) => text.includes(word));
  };

  // ---- Tables ----

  const modes = [["both", "ours and print"], ["ours", "our numbers"], ["printed", "in print"], ["difference", "ours − print"]];
  const signs = { match: "=", differs: "≠", inconclusive: "?" };
  const fewRows = 12; // are seen at once, and have no filter
  const switches = []; // one a table with numbers in print, each takes a mode

  const numberIn = (cell) => parseFloat(cell.textContent.trim().replace("−", "-"));

  // compare orders cells by their numbers, else by their texts; what has no number in a
  // column of numbers comes last either way.
  const compare = (a, b, direction) => {
    const x = numberIn(a), y = numberIn(b);
    if (!isNaN(x) && !isNaN(y)) return direction * (x - y);
    if (isNaN(x) !== isNaN(y)) return isNaN(x) ? 1 : -1;
    return direction * a.textContent.localeCompare(b.textContent);
  };

  for (const table of all(".scroll > table")) {
    const figure = table.closest("figure");
    const name = figure ? figure.querySelector("strong").textContent.replace(":", "") : "this table";
    const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0], rows = [...body.rows];
    let sorted = null, direction = 1;

    // Rows such as averages stay where they are, below the others.
    const sort = () => {
      const order = rows.filter((row) => !row.classList.contains("summary"));
      if (sorted !== null) order.sort((a, b) => compare(a.cells[sorted], b.cells[sorted], direction));
      body.append(...order, ...rows.filter((row) => row.classList.contains("summary")));
      heads.forEach((head, i) => {
        if (i === sorted) head.ariaSort = direction > 0 ? "ascending" : "descending";
        else head.removeAttribute("aria-sort");
      });
    };
    heads.forEach((head, i) => {
      if (!head.textContent) return;
      const button = make("button", { type: "button", title: "Sort" }, ...head.childNodes);
      button.onclick = () => { // up, down, as it was
        if (sorted !== i) [sorted, direction] = [i, 1];
        else if (direction > 0) direction = -1;
        else sorted = null;
        sort();
      };
      head.append(button);
    });

    const said = make("output");
    const filter = make("input", { type: "search", placeholder: "Filter rows", ariaLabel: `Filter rows of ${name}` });
    filter.oninput = () => {
      const matches = matcher(filter.value);
      for (const row of rows) row.hidden = !matches(read(row).toLowerCase());
      const shown = rows.filter((row) => !row.hidden).length;
      said.textContent = shown < rows.length ? `${shown} of ${rows.length} rows` : "";
    };

    const columns = make("details", { className: "columns" }, make("summary", { textContent: "Columns" }));
    heads.forEach((head, i) => {
      if (i === 0) return;
      const box = make("input", { type: "checkbox", checked: true });
      box.onchange = () => { for (const row of table.rows) row.cells[i].hidden = !box.checked; };
      columns.append(make("label", {}, box, ` ${head.textContent}`));
    });
    const tools = make("div", { className: "tools", role: "group", ariaLabel: `Tools of ${name}` }, ...(rows.length > fewRows ? [filter] : []), columns);

    const cells = all("td[data-print]", table);
    if (cells.length) {
      const ours = new Map(all("td", table).map((cell) => [cell, [...cell.childNodes]]));
      const choice = make("select", { ariaLabel: `Numbers of ${name}` }, ...modes.map(option));
      const show = (mode) => {
        choice.value = mode;
        for (const [cell, nodes] of ours) {
          if (mode === "both") cell.replaceChildren(...nodes);
          else if (mode === "ours") cell.replaceChildren(...nodes.filter((node) => node.className?.startsWith("inprint") !== true));
          else if (!cell.dataset.print) cell.replaceChildren();
          else {
            const [difference, margin, verdict] = cell.dataset.print.split("|");
            const printed = nodes.at(-1).textContent.replace("≠", "");
            const sign = make("span", { className: `verdict ${verdict}`, title: verdict, textContent: ` ${signs[verdict]}` });
            cell.replaceChildren(mode === "printed" ? printed : difference + (margin && ` ± ${margin}`), sign);
          }
        }
        said.textContent = mode === "both" || mode === "ours" ? "" : "= match, ≠ differs, ? inconclusive" + (mode === "difference" ? "; ± the margin of a match" : "");
        if (sorted !== null) sort();
      };
      choice.onchange = () => show(choice.value);
      switches.push(show);
      tools.append(choice);
    }
    tools.append(said);
    table.parentElement.before(tools);
  }

  // ---- Contents and search ----

  const nav = document.querySelector("nav"), folds = all("nav > details");
  const narrow = matchMedia("(max-width: 67.99rem)");
  const fold = () => {
    folds.forEach((details, i) => { details.open = i === 0 && !narrow.matches; });
    for (const canvas of all(".canvas:not([role])")) canvas.tabIndex = narrow.matches ? 0 : -1; // to scroll by keys
  };
  narrow.onchange = fold;
  fold();
  document.documentElement.classList.add("live"); // the contents stay at the top of a phone
  nav.addEventListener("click", (event) => { if (narrow.matches && event.target.closest("a")) fold(); });
  // On a phone one list at a time has room.
  for (const details of folds) {
    details.ontoggle = () => { if (narrow.matches && details.open) folds.forEach((other) => { other.open = other === details; }); };
  }

  // unfold opens the supplement where it holds a place, or to be printed.
  const unfold = (element) => { for (const details of all("details.supplement")) details.open ||= details.contains(element); };
  onhashchange = () => unfold(document.querySelector(":target"));
  onhashchange();
  onbeforeprint = () => unfold(document.querySelector(".supplement > summary"));

  const mostFound = 40, around = 40; // results, and letters about a word
  let blocks; // what is searched, with its text and the heading above it

  const index = () => {
    let heading = "";
    const within = ":is(main, .supplement)";
    return all(`${within} > :is(h2, h3, h4, h5, p, pre, blockquote, figure, .scroll), ${within} > :is(ul, ol) > li`).map((element) => {
      if (/^H/.test(element.tagName)) heading = element.textContent;
      const caption = element.classList.contains("drawing") && element.querySelector("figcaption");
      const parts = caption ? [caption] : element.matches("figure, .scroll") ? all("figcaption, tr, .notes", element) : [element];
      const text = parts.map((part) => [...(part.cells || [part])].map(read).join(" ")).join(" ").replace(/\s+/g, " ");
      const strong = element.matches("figure") ? element.querySelector("strong").textContent : "";
      return { element, text, lower: text.toLowerCase(), title: strong || heading };
    });
  };

  const found = make("ol", { className: "found" }), count = make("output");
  const search = make("input", { type: "search", placeholder: "Search the report", ariaLabel: "Search the report" });
  search.oninput = () => {
    const query = search.value.trim().toLowerCase();
    blocks ||= index();
    const hits = query ? blocks.filter(({ lower }) => matcher(query)(lower)) : [];
    count.textContent = query ? `${hits.length} found${hits.length > mostFound ? `, the first ${mostFound} are listed` : ""}` : "";
    found.replaceChildren(...hits.slice(0, mostFound).map(({ element, text, lower, title }) => {
      const at = Math.max(0, lower.indexOf(query.split(/\s+/)[0]) - around);
      const link = make("a", { href: element.id ? `#${element.id}` : "#", textContent: title || text.slice(0, around) });
      link.onclick = (event) => {
        event.preventDefault();
        for (const old of all(".hit")) old.classList.remove("hit");
        element.classList.add("hit");
        unfold(element);
        element.tabIndex = -1;
        element.focus({ preventScroll: true });
        element.scrollIntoView();
        if (narrow.matches) { search.value = ""; search.oninput(); }
      };
      return make("li", {}, link, make("span", { textContent: `${at ? "…" : ""}${text.slice(at, at + 3 * around)}…` }));
    }));
  };
  const tools = make("div", { className: "search", role: "search" }, search);
  if (switches.length) {
    const choice = make("select", { ariaLabel: "Numbers of all tables" }, ...modes.map(([mode, text]) => option([mode, `Tables: ${text}`])));
    choice.onchange = () => switches.forEach((show) => show(choice.value));
    tools.append(choice);
  }
  tools.append(count, found);
  nav.prepend(tools);

  // ---- Addresses ----

  // What is chosen for all tables and searched stands in the address, so that a copy of it shows the same.
  const state = new URLSearchParams(location.search);
  const keepState = (name, value) => {
    if (value) state.set(name, value);
    else state.delete(name);
    try { history.replaceState(null, "", `${location.pathname}${state.size ? `?${state}` : ""}${location.hash}`); } catch { /* a browser may forbid it for files */ }
  };
  for (const [name, field] of [["numbers", nav.querySelector("select")], ["search", search]]) {
    if (!field) continue;
    field.addEventListener("change", () => keepState(name, field.value));
    if (state.has(name)) {
      field.value = state.get(name);
      (field.oninput || field.onchange)();
    }
  }

  for (const place of all("main :is(h2, h3, h4, h5)[id], main figure[id] > figcaption")) {
    const at = place.id ? place : place.parentElement;
    const named = at === place ? at.textContent : at.querySelector("strong")?.textContent.replace(":", "");
    place.append(make("a", { className: "permalink", href: `#${at.id}`, ariaLabel: `Link to ${named}` }));
  }

  // ---- Points of figures ----

  const tip = make("div", { className: "tip", role: "status", hidden: true });
  document.body.append(tip);
  const near = 4, mostTold = 9; // points of one place, in units of the drawing
  let on = null;

  const quiet = () => {
    on?.classList.remove("on");
    on = null;
    tip.hidden = true;
  };

  const centre = (circle) => [circle.cx.baseVal.value, circle.cy.baseVal.value];

  // tell says what is at a point, and at those that lie on it: the place, then a line for
  // each series.
  const tell = (circle) => {
    quiet();
    on = circle;
    circle.classList.add("on");
    const [x, y] = centre(circle);
    const here = all(".points circle", circle.ownerSVGElement).filter((other) => {
      const [u, v] = centre(other);
      return other !== circle && Math.hypot(u - x, v - y) < near;
    });
    const lines = [];
    let told;
    for (const { dataset } of [circle, ...here].slice(0, mostTold)) {
      const [series, place, ...said] = dataset.tip.split("\n");
      if (place !== told) lines.push(told = place);
      lines.push(`${series}: ${said.join(", ")}`);
    }
    if (here.length >= mostTold) lines.push(`and ${here.length + 1 - mostTold} more here`);
    tip.textContent = lines.join("\n");
    tip.hidden = false;
    const box = circle.getBoundingClientRect();
    const left = Math.min(box.right + 8, document.documentElement.clientWidth - tip.offsetWidth - 8);
    const below = box.bottom + 8 + tip.offsetHeight < innerHeight;
    tip.style.left = `${Math.max(8, left) + scrollX}px`;
    tip.style.top = `${(below ? box.bottom + 8 : Math.max(8, box.top - tip.offsetHeight - 8)) + scrollY}px`;
  };

  // under is the nearest point within reach of a mouse or, wider, a finger.
  const under = (canvas, { clientX, clientY, pointerType }) => {
    const { a, d, e, f } = canvas.querySelector("svg").getScreenCTM();
    const distance = (circle) => {
      const [x, y] = centre(circle);
      return Math.hypot(a * x + e - clientX, d * y + f - clientY);
    };
    const nearest = all(".points circle", canvas).reduce((best, one) => (distance(one) < distance(best) ? one : best));
    return distance(nearest) < (pointerType === "touch" ? 24 : 8) ? nearest : null;
  };

  // find marks the rows of tables that a point names first, as a row of data is named in both.
  const find = (circle) => {
    const [, , name] = circle.dataset.tip.split("\n");
    for (const old of all("tr.hit")) old.classList.remove("hit");
    for (const head of all("th[scope=row]").filter((head) => read(head) === name)) {
      head.parentElement.classList.add("hit");
      head.scrollIntoView({ block: "nearest" });
    }
  };

  // step goes along a series, or to another series at about the same place.
  const step = (canvas, key) => {
    const series = all(".points > g", canvas).map((group) => [...group.children]);
    const at = series.findIndex((points) => points.includes(on));
    if (at < 0) return series[0][0];
    const i = series[at].indexOf(on);
    switch (key) {
      case "ArrowRight": return series[at][Math.min(i + 1, series[at].length - 1)];
      case "ArrowLeft": return series[at][Math.max(i - 1, 0)];
    }
    const other = series[(at + (key === "ArrowDown" ? 1 : series.length - 1)) % series.length];
    const [x] = centre(on);
    return other.reduce((best, point) => (Math.abs(centre(point)[0] - x) < Math.abs(centre(best)[0] - x) ? point : best));
  };

  // alone offers to show one series of a figure: what is drawn in the colours of others becomes faint. A shape drawn
  // by reference has the colour of the first of its kind; --g is the black of a series.
  const alone = (canvas, name) => {
    const svg = canvas.querySelector("svg"), names = all(".points > g", svg).map((group) => group.firstChild.dataset.tip.split("\n")[0]);
    const coloured = new Map();
    for (const shape of all("path, use", svg)) {
      const first = shape.tagName === "use" ? svg.getElementById(shape.getAttribute("href").slice(1)) : shape;
      const ink = [first.getAttribute("stroke"), first.getAttribute("fill")].find((ink) => /^(#|var\(--g\))/.test(ink));
      if (ink) coloured.set(shape, ink);
    }
    // In a legend a sample of the series stands before its name.
    const inks = new Map();
    for (const label of all("text", svg)) {
      const sample = label.previousElementSibling;
      if (names.includes(label.textContent) && coloured.has(sample)) inks.set(label.textContent, coloured.get(sample));
    }
    if (inks.size < 2 || new Set(inks.values()).size < inks.size) return;
    const choice = make("select", { ariaLabel: `Series of ${name}` }, ...[["", "all series"], ...[...inks.keys()].map((text) => [text, text])].map(option));
    choice.onchange = () => {
      for (const [shape, ink] of coloured) shape.classList.toggle("faint", choice.value !== "" && ink !== inks.get(choice.value));
    };
    svg.addEventListener("click", ({ target }) => {
      if (!inks.has(target.textContent) || target.tagName !== "text") return;
      choice.value = choice.value === target.textContent ? "" : target.textContent;
      choice.onchange();
    });
    canvas.after(make("div", { className: "tools" }, choice));
  };

  for (const points of all(".points")) {
    const canvas = points.closest(".canvas");
    // The browser's own tooltip would stand over this one.
    for (const circle of all("circle", points)) {
      circle.dataset.tip = circle.textContent;
      circle.replaceChildren();
    }
    canvas.tabIndex = 0;
    canvas.role = "application"; // its keys are its own
    const title = canvas.closest("figure")?.querySelector("strong").textContent.replace(":", "") ?? "the first page";
    canvas.ariaLabel = `Points of ${title}, by the arrow keys`;
    alone(canvas, title);
    canvas.onpointermove = canvas.onpointerdown = (event) => {
      const circle = under(canvas, event);
      if (circle && circle !== on) tell(circle);
      else if (!circle) quiet();
    };
    canvas.onpointerleave = ({ pointerType }) => { if (pointerType !== "touch") quiet(); }; // a finger leaves when it is lifted
    canvas.onblur = quiet;
    canvas.onfocus = () => { if (canvas.matches(":focus-visible")) tell(step(canvas)); };
    canvas.onclick = (event) => {
      const circle = under(canvas, event);
      if (circle) find(circle);
    };
    canvas.onkeydown = (event) => {
      if (event.key === "Enter" && on) find(on);
      if (!event.key.startsWith("Arrow")) return;
      event.preventDefault();
      tell(step(canvas, event.key));
    };
  }
  document.addEventListener("pointerdown", (event) => { if (!event.target.closest(".canvas")) quiet(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") quiet(); });
})();

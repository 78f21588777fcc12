// Draws the charts from the numbers that stand beside them in the page; every mark has a row in the table next to it.
(function () {
  "use strict";
  var WIDE = 1150;
  var COLOURS = ["#0b6e99", "#c2571a", "#2e7d4f", "#8b4aa5", "#a3201d", "#6b7a1f", "#3b5bb5", "#946200"];
  var SYMBOLS = ["circle", "square", "triangle", "diamond", "star", "wye", "cross"];
  var SCALES = [[1e12, "tn"], [1e9, "bn"], [1e6, "m"]];

  function colour(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }

  function scaleOf(values) {
    var top = Math.max.apply(null, values.map(Math.abs));
    for (var i = 0; i < SCALES.length; i += 1) if (top >= SCALES[i][0]) return { by: SCALES[i][0], name: SCALES[i][1] };
    return { by: 1, name: "" };
  }

  function unitName(unit, scale) {
    var named = unit === "percent" ? "%" : unit === "percentage points" ? "pp" : unit || "";
    return (named + (scale.name ? " " + scale.name : "")).trim();
  }

  function width(place) { return Math.max(300, Math.min(WIDE, place.clientWidth || WIDE)); }

  function base(place, more) {
    return Object.assign({
      width: width(place),
      style: { background: "transparent", color: colour("--ink"), fontSize: "12px", fontFamily: "inherit" },
      marginLeft: 62, marginRight: 20,
    }, more);
  }

  function short(text, most) { return text.length > most ? text.slice(0, most - 1) + "…" : text; }

  // The dots of a chart are drawn by hand as links where they have an address, so that a keyboard reaches them.
  function drawSeries(place, data, state) {
    var scale = scaleOf(data.points.map(function (d) { return d.y; }));
    var symbols = function (d) { return SYMBOLS[Math.floor(d.p / COLOURS.length + d.p) % SYMBOLS.length]; };
    var points = data.points.map(function (d) {
      return { x: d.x, y: d.y / scale.by, p: d.p, s: d.s, h: d.h, colour: COLOURS[d.p % COLOURS.length],
        title: data.publishers[d.p] + "\n" + d.x + ": " + d.t + ", " + d.s };
    });
    var positive = points.every(function (d) { return d.y > 0; });
    var log = state.log && positive;
    var lines = data.publishers.map(function (_, n) {
      var own = {};
      points.filter(function (d) { return d.p === n; }).forEach(function (d) { if (!own[d.x] || d.s === "stated") own[d.x] = d; });
      return Object.values(own).sort(function (a, b) { return a.x - b.x; });
    }).filter(function (line) { return line.length > 1; });
    var range = data.range.map(function (d) { return { x: d.x, lo: d.lo / scale.by, hi: d.hi / scale.by }; });
    var centres = data.estimates.map(function (d) { return { x: d.x, y: d.y / scale.by, lo: d.lo === null ? null : d.lo / scale.by, hi: d.hi === null ? null : d.hi / scale.by }; });
    if (log) range = range.filter(function (d) { return d.lo > 0; });
    var marks = [];
    if (!log && positive) marks.push(Plot.ruleY([0], { stroke: colour("--line") }));
    if (range.length > 1) marks.push(Plot.areaY(range, { x: "x", y1: "lo", y2: "hi", fill: colour("--accent"), fillOpacity: 0.13 }));
    range.forEach(function (d) { marks.push(Plot.ruleX([d], { x: "x", y1: "lo", y2: "hi", stroke: colour("--accent"), strokeOpacity: 0.25, strokeWidth: 6 })); });
    lines.forEach(function (line) { marks.push(Plot.line(line, { x: "x", y: "y", stroke: line[0].colour, strokeWidth: 1.5, strokeOpacity: 0.75 })); });
    marks.push(Plot.ruleX(centres.filter(function (d) { return d.lo !== null && (!log || d.lo > 0); }), { x: "x", y1: "lo", y2: "hi", stroke: colour("--ink"), strokeWidth: 2, strokeOpacity: 0.7, dx: 5 }));
    marks.push(Plot.dot(points, { x: "x", y: "y", r: 4.5, symbol: symbols, stroke: "colour", fill: function (d) { return d.s === "derived" ? colour("--panel") : d.colour; },
      strokeWidth: 1.6, title: "title", href: function (d) { return d.h ? document.documentElement.dataset.root + d.h : undefined; }, className: "marks" }));
    var years = points.map(function (d) { return d.x; });
    var span = [Math.min.apply(null, years), Math.max.apply(null, years)];
    if (span[0] === span[1]) span = [span[0] - 1, span[1] + 1];
    place.append(Plot.plot(base(place, {
      height: 320, x: { domain: span, tickFormat: "d", label: null, ticks: Math.min(span[1] - span[0], Math.floor(width(place) / 60)), inset: 14 },
      y: { type: log ? "log" : "linear", label: unitName(data.unit, scale), grid: true, nice: true, tickFormat: log ? "~s" : undefined },
      symbol: { type: "identity" }, color: { type: "identity" }, marks: marks,
    })));
    var legend = document.createElement("ul");
    legend.className = "legend";
    data.publishers.forEach(function (name, n) {
      var item = document.createElement("li");
      var label = document.createElement("bdi");
      item.append(swatch(COLOURS[n % COLOURS.length], symbols({ p: n })));
      label.textContent = name;
      item.append(label);
      legend.append(item);
    });
    place.append(legend);
  }

  // One small chart a scope, all with the same two axes, so that they can be held against each other.
  function drawScopes(place, data) {
    var all = data.panels.reduce(function (sum, panel) { return sum.concat(panel.points); }, []);
    var scale = scaleOf(all.map(function (d) { return d.y; }));
    var years = all.map(function (d) { return d.x; });
    var span = [Math.min.apply(null, years), Math.max.apply(null, years)];
    if (span[0] === span[1]) span = [span[0] - 1, span[1] + 1];
    var top = Math.max.apply(null, all.map(function (d) { return d.y / scale.by; }));
    var grid = document.createElement("div");
    grid.className = "multiples";
    data.panels.forEach(function (panel, n) {
      var cell = document.createElement("div");
      var name = document.createElement("p");
      var label = document.createElement("bdi");
      label.textContent = panel.n;
      name.append(label, " (" + panel.r + ")");
      var points = panel.points.map(function (d) { return { x: d.x, y: d.y / scale.by, s: d.s, title: d.t + ", " + d.s }; });
      var ink = n === 0 ? colour("--accent") : colour("--soft");
      cell.append(name, Plot.plot(Object.assign(base(place, {}), {
        width: 220, height: 130, marginLeft: 44, marginRight: 8,
        x: { domain: span, tickFormat: "d", label: null, ticks: [span[0], span[1]], inset: 8 },
        y: { domain: [0, top], label: n === 0 ? unitName(data.unit, scale) : null, grid: true, ticks: 3, nice: true },
        color: { type: "identity" },
        marks: [Plot.dot(points, { x: "x", y: "y", r: 3.5, stroke: ink, fill: function (d) { return d.s === "derived" ? colour("--panel") : ink; }, title: "title", className: "marks" })],
      })));
      grid.append(cell);
    });
    place.append(grid);
  }

  function swatch(fill, symbol) {
    var drawn = Plot.dot([0], { x: function () { return 6; }, y: function () { return 6; }, r: 4, symbol: symbol, fill: fill }).plot({
      axis: null, width: 12, height: 12, margin: 0, symbol: { type: "identity" }, x: { domain: [0, 12], range: [0, 12] }, y: { domain: [0, 12], range: [0, 12] }, style: { display: "inline", background: "transparent" } });
    drawn.setAttribute("aria-hidden", "true");
    return drawn;
  }

  function hatch(svg, id) {
    var ns = "http://www.w3.org/2000/svg";
    var defs = document.createElementNS(ns, "defs");
    var pattern = document.createElementNS(ns, "pattern");
    [["id", id], ["width", 7], ["height", 7], ["patternUnits", "userSpaceOnUse"], ["patternTransform", "rotate(45)"]].forEach(function (pair) { pattern.setAttribute(pair[0], pair[1]); });
    var stripe = document.createElementNS(ns, "line");
    [["x1", 0], ["y1", 0], ["x2", 0], ["y2", 7], ["stroke", colour("--soft")], ["stroke-width", 2]].forEach(function (pair) { stripe.setAttribute(pair[0], pair[1]); });
    pattern.append(stripe);
    defs.append(pattern);
    svg.prepend(defs);
  }

  var serial = 0;

  function drawShares(place, data) {
    serial += 1;
    var id = "hatch-" + serial;
    var parts = data.shares.map(function (d, n) { return { n: d.n, v: d.v, colour: COLOURS[n % COLOURS.length] }; });
    if (data.rest > 0) parts.push({ n: "not stated", v: data.rest, colour: "url(#" + id + ")", rest: true });
    var over = data.shares.reduce(function (sum, d) { return sum + d.v; }, 0) > 100.5;
    var label = function (d) { return short(d.n, 28) + " " + (+d.v.toFixed(1)) + " %"; };
    var marks, drawn;
    if (data.complete && !over) {
      var root = Plot.hierarchy({ children: parts }).sum(function (d) { return d.v || 0; });
      var wide = width(place), high = 180;
      Plot.treemap().size([wide, high]).paddingInner(3)(root);
      marks = [
        Plot.rect(root.leaves(), { x1: "x0", x2: "x1", y1: "y0", y2: "y1", fill: function (d) { return d.data.colour; }, title: function (d) { return label(d.data); }, className: "marks" }),
        Plot.text(root.leaves().filter(function (d) { return d.x1 - d.x0 > 70 && d.y1 - d.y0 > 20; }), { x: "x0", y: "y0", dx: 6, dy: 10, textAnchor: "start", fill: "white", text: function (d) { return short(label(d.data), Math.floor((d.x1 - d.x0) / 7)); } }),
      ];
      drawn = Plot.plot(base(place, { height: high, margin: 0, marginLeft: 0, marginRight: 0, axis: null, x: { domain: [0, wide], range: [0, wide] }, y: { domain: [0, high], range: [0, high] }, color: { type: "identity" }, marks: marks }));
    } else if (over) {
      marks = [Plot.barX(parts, { x: "v", y: "n", fill: "colour", title: label, className: "marks" })];
      drawn = Plot.plot(base(place, { marginLeft: 150, height: 30 + 26 * parts.length, x: { label: "percent", grid: true }, y: { label: null, domain: parts.map(function (d) { return d.n; }), tickFormat: function (n) { return short(n, 22); } }, color: { type: "identity" }, marks: marks }));
    } else {
      var from = 0;
      parts.forEach(function (d) { d.a = from; from += d.v; d.b = from; });
      marks = [
        Plot.rect(parts, { x1: "a", x2: "b", y1: function () { return 0; }, y2: function () { return 1; }, fill: "colour", stroke: colour("--panel"), title: label, className: "marks" }),
        Plot.text(parts.filter(function (d) { return d.v >= 9; }), { x: function (d) { return (d.a + d.b) / 2; }, y: function () { return 0.5; }, text: function (d) { return (+d.v.toFixed(1)) + " %"; }, fill: function (d) { return d.rest ? colour("--ink") : "white"; }, stroke: function (d) { return d.rest ? colour("--panel") : "none"; }, strokeWidth: 4 }),
      ];
      drawn = Plot.plot(base(place, { height: 84, marginLeft: 8, x: { domain: [0, 100], label: "percent" }, y: { axis: null }, color: { type: "identity" }, marks: marks }));
    }
    hatch(drawn.tagName === "svg" ? drawn : drawn.querySelector("svg"), id);
    place.append(drawn);
  }

  function drawTornado(place, data) {
    var names = data.map(function (d, n) { return n + "|" + d.n; });
    var bars = data.map(function (d, n) { return { y: names[n], v: d.v, t: d.t, title: d.n + ": " + d.t }; });
    place.append(Plot.plot(base(place, {
      height: 40 + 26 * bars.length, marginLeft: Math.min(320, width(place) * 0.45), x: { grid: true, label: "stated impact" },
      y: { domain: names, label: null, tickFormat: function (d) { return short(d.slice(d.indexOf("|") + 1), Math.floor(width(place) / 17)); } },
      color: { type: "identity" },
      marks: [Plot.barX(bars, { x: "v", y: "y", fill: function (d) { return d.v < 0 ? COLOURS[1] : COLOURS[0]; }, title: "title", className: "marks" }), Plot.ruleX([0], { stroke: colour("--ink") })],
    })));
  }

  function drawGrowth(place, data) {
    place.append(Plot.plot(base(place, {
      height: 46 + 24 * data.points.length, marginLeft: Math.min(210, width(place) * 0.4), x: { grid: true, label: "percent a year", nice: true },
      y: { domain: data.points.map(function (d) { return d.n; }), label: null, tickFormat: function (n) { return short(n, 28); } }, color: { type: "identity" },
      marks: [
        Plot.rectX([data.stated], { x1: function (d) { return d[0]; }, x2: function (d) { return d[2]; }, fill: colour("--accent"), fillOpacity: 0.25 }),
        Plot.ruleX([data.stated[1]], { stroke: colour("--accent"), strokeWidth: 2 }),
        Plot.ruleY(data.points, { y: "n", x1: "lo", x2: "hi", stroke: colour("--ink") }),
        Plot.dot(data.points, { x: "v", y: "n", r: 4.5, stroke: colour("--ink"), fill: function (d) { return d.ok ? colour("--ink") : colour("--panel"); }, title: function (d) { return d.n + ": " + (+d.v.toFixed(2)) + " %"; }, className: "marks" }),
      ],
    })));
  }

  function drawParts(place, data) {
    place.append(Plot.plot(base(place, {
      height: 40 + 24 * data.length, marginLeft: Math.min(150, width(place) * 0.35), x: { grid: true, label: "percent of the log ratio" },
      y: { domain: data.map(function (d) { return d.name; }), label: null, tickFormat: function (n) { return n.replace(/_/g, " "); } }, color: { type: "identity" },
      marks: [Plot.barX(data, { x: "share", y: "name", fill: function (d) { return d.name === "remainder" ? colour("--soft") : COLOURS[0]; }, title: function (d) { return d.name + ": " + (+d.share.toFixed(1)) + " %"; }, className: "marks" }), Plot.ruleX([0], { stroke: colour("--ink") })],
    })));
  }

  function drawRevisions(place, data) {
    var scale = scaleOf(data.points.map(function (d) { return d.v; }));
    var points = data.points.map(function (d) { return { x: d.d === null ? "unknown day, edition " + d.e : d.d, y: d.v / scale.by, known: d.d !== null, title: (d.d || "unknown day") + ": " + d.t }; });
    place.append(Plot.plot(base(place, {
      height: 180, x: { type: "point", domain: points.map(function (d) { return d.x; }).filter(function (x, n, all) { return all.indexOf(x) === n; }), label: null }, y: { label: unitName(data.unit, scale), grid: true, nice: true }, color: { type: "identity" },
      marks: [Plot.line(points, { x: "x", y: "y", stroke: colour("--accent"), sort: null }), Plot.dot(points, { x: "x", y: "y", r: 5, fill: function (d) { return d.known ? colour("--accent") : colour("--soft"); }, title: "title", className: "marks" })],
    })));
  }

  function drawEvents(place, data) {
    var events = data.events.map(function (d, n) { return { a: new Date(d.a), b: new Date(d.b), n: d.n, after: d.after, y: n % 8 }; });
    var lines = data.as_of.map(function (day) { return new Date(day); });
    place.append(Plot.plot(base(place, {
      height: 150, marginLeft: 20, x: { type: "utc", label: null, grid: true, nice: true }, y: { axis: null, domain: [-1, 8] }, color: { type: "identity" },
      marks: [
        Plot.ruleX(lines, { stroke: colour("--ink"), strokeDasharray: "4 3" }),
        Plot.link(events, { x1: "a", x2: "b", y1: "y", y2: "y", stroke: colour("--accent"), strokeWidth: 3 }),
        Plot.dot(events, { x: "a", y: "y", r: 4.5, stroke: colour("--warn"), fill: function (d) { return d.after ? colour("--warn") : colour("--panel"); }, title: function (d) { return d.n; }, className: "marks" }),
      ],
    })));
  }

  var DRAW = { series: drawSeries, scopes: drawScopes, shares: drawShares, tornado: drawTornado, growth: drawGrowth, parts: drawParts, revisions: drawRevisions, events: drawEvents };

  function setUp(figure) {
    var kind = figure.dataset.chart;
    var place = figure.querySelector(".plot");
    var data = JSON.parse(figure.querySelector("script").textContent);
    var state = { log: false };
    var done = false;
    function draw() {
      place.replaceChildren();
      DRAW[kind](place, data, state);
      // The whole picture has one label; its groups are no elements that may have one of their own.
      place.querySelectorAll("g[aria-label], g[aria-description]").forEach(function (group) {
        group.removeAttribute("aria-label");
        group.removeAttribute("aria-description");
      });
      done = true;
    }
    if (kind === "series" && data.points.every(function (d) { return d.y > 0; })) {
      var tools = document.createElement("div");
      var button = document.createElement("button");
      tools.className = "tools";
      button.type = "button";
      button.textContent = "Log scale";
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", function () {
        state.log = !state.log;
        button.setAttribute("aria-pressed", String(state.log));
        draw();
      });
      tools.append(button);
      figure.insertBefore(tools, place);
    }
    return { figure: figure, draw: draw, isDone: function () { return done; } };
  }

  var charts = Array.from(document.querySelectorAll("figure.chart")).map(setUp);

  // A chart in a folded part is drawn when it is opened; one far below, when it comes near.
  function isShown(chart) { return chart.figure.getClientRects().length > 0; }
  var near = new IntersectionObserver(function (entries) {
    entries.forEach(function (entry) {
      var chart = charts.find(function (one) { return one.figure === entry.target; });
      if (entry.isIntersecting && chart && !chart.isDone()) chart.draw();
    });
  }, { rootMargin: "600px" });
  charts.forEach(function (chart) { near.observe(chart.figure); });
  function drawAll() { charts.forEach(function (chart) { if (isShown(chart) && !chart.isDone()) chart.draw(); }); }
  addEventListener("beforeprint", drawAll);
  function again() { charts.forEach(function (chart) { if (chart.isDone() && isShown(chart)) chart.draw(); }); }
  document.addEventListener("parallax:theme", again);
  var waiting = 0;
  addEventListener("resize", function () { clearTimeout(waiting); waiting = setTimeout(again, 150); });
})();

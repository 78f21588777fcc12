// Draws the charts from the numbers that stand beside them in the page; every mark has a row in the table next to it.
(function () {
  "use strict";
  var WIDE = 1150;
  // Variables of site.css, so that a drawn chart follows light, dark and print.
  var COLOURS = [0, 1, 2, 3, 4, 5, 6, 7].map(function (n) { return "var(--series-" + n + ")"; });
  var SYMBOLS = ["circle", "square", "triangle", "diamond", "star", "wye", "cross"];
  var APART = 11; // pixels between points that would hide each other
  var SCALES = [[1e12, "tn"], [1e9, "bn"], [1e6, "m"]];

  function colour(name) { return "var(" + name + ")"; }

  // Widths of words as they are drawn, so that a margin fits its labels and a label its place.
  var pen = document.createElement("canvas").getContext("2d");
  function wide(text) {
    pen.font = "12px " + getComputedStyle(document.body).fontFamily;
    return pen.measureText(text).width + 2;
  }
  function fitting(text, pixels) {
    if (wide(text) <= pixels) return text;
    var end = text.length;
    while (end > 1 && wide(text.slice(0, end) + "…") > pixels) end -= 1;
    return text.slice(0, end).trim() + "…";
  }
  // Labels on the left of bars: as wide as the longest one, and at most a share of the chart.
  function labels(place, names, share) {
    var most = width(place) * share;
    return { fit: function (name) { return fitting(name, most); },
      margin: Math.ceil(Math.max.apply(null, names.map(function (name) { return wide(fitting(name, most)); }))) + 12 };
  }

  function tick(value) { return String(+value.toPrecision(6)); }

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
      marginLeft: 62, marginRight: 20, marginTop: 30, marginBottom: 34,
    }, more);
  }

  // Years as ticks, whole ones only, as many as have room.
  function yearTicks(span, place) {
    var step = Math.max(1, Math.ceil((span[1] - span[0]) / Math.max(1, Math.floor((width(place) - 90) / 48))));
    var found = [];
    for (var year = span[0]; year <= span[1]; year += step) found.push(year);
    return found;
  }

  // Points that would hide each other are moved apart sideways, by pixels; `high` is the height of a unit of their y.
  function spread(points, high, step) {
    var years = {};
    points.forEach(function (d) { d.dx = 0; (years[d.x] = years[d.x] || []).push(d); });
    Object.values(years).forEach(function (own) {
      own.sort(function (a, b) { return a.y - b.y || a.p - b.p; });
      for (var at = 0; at < own.length;) {
        var end = at + 1;
        while (end < own.length && high(own[end].y) - high(own[end - 1].y) < APART) end += 1;
        for (var n = at; n < end; n += 1) own[n].dx = (n - at - (end - at - 1) / 2) * Math.min(APART, step / (end - at));
        at = end;
      }
    });
  }

  // Bands of years in a row; a year alone has a bar, not a stripe of a band.
  function runs(range) {
    var found = [];
    range.slice().sort(function (a, b) { return a.x - b.x; }).forEach(function (d) {
      var last = found[found.length - 1];
      if (last && d.x - last[last.length - 1].x <= 1) last.push(d);
      else found.push([d]);
    });
    return found;
  }

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
    function scaled(value) { return value === null ? null : value / scale.by; }
    var range = data.range.map(function (d) { return { x: d.x, lo: scaled(d.lo), hi: scaled(d.hi) }; });
    if (log) range = range.filter(function (d) { return d.lo > 0; });
    var centres = data.estimates.map(function (d) { return { x: d.x, y: scaled(d.y), lo: scaled(d.lo), hi: scaled(d.hi), title: "estimate\n" + d.x + ": " + d.t }; });
    var whole = centres.filter(function (d) { return d.lo !== null && (!log || d.lo > 0); });
    var years = points.map(function (d) { return d.x; });
    var span = [Math.min.apply(null, years), Math.max.apply(null, years)];
    if (span[0] === span[1]) span = [span[0] - 1, span[1] + 1];
    var year = (width(place) - 110) / (span[1] - span[0]);
    var all = points.map(function (d) { return d.y; }).concat(whole.map(function (d) { return d.hi; }), whole.map(function (d) { return d.lo; }));
    var top = Math.max.apply(null, all), low = log ? Math.min.apply(null, all) : Math.min(0, Math.min.apply(null, all));
    spread(points, function (y) {
      return 256 * (log ? Math.log(y / low) / Math.log(top / low || 2) : (y - low) / (top - low || 1)) || 0;
    }, year * 0.6);
    points.forEach(function (d) { d.at = d.x + d.dx / year; });
    var lines = data.publishers.map(function (_, n) {
      var own = {};
      points.filter(function (d) { return d.p === n; }).forEach(function (d) { if (!own[d.x] || d.s === "stated") own[d.x] = d; });
      return Object.values(own).sort(function (a, b) { return a.x - b.x; });
    }).filter(function (line) { return line.length > 1; });
    centres.forEach(function (d) { // the estimate stands beside the publishers' points of its year
      var moved = points.filter(function (one) { return one.x === d.x; }).map(function (one) { return one.dx; });
      d.at = d.x + Math.min(Math.max.apply(null, moved.concat(0)) + APART, year * 0.45) / year;
    });
    var marks = [];
    if (!log && positive) marks.push(Plot.ruleY([0], { stroke: colour("--line") }));
    runs(range).forEach(function (run) {
      if (run.length > 1) marks.push(Plot.areaY(run, { x: "x", y1: "lo", y2: "hi", fill: colour("--accent"), fillOpacity: 0.13 }));
      else marks.push(Plot.ruleX(run, { x: "x", y1: "lo", y2: "hi", stroke: colour("--accent"), strokeOpacity: 0.25, strokeWidth: 6 }));
    });
    lines.forEach(function (line) { marks.push(Plot.line(line, { x: "at", y: "y", stroke: line[0].colour, strokeWidth: 1.5, strokeOpacity: 0.75 })); });
    marks.push(Plot.ruleX(whole, { x: "at", y1: "lo", y2: "hi", stroke: colour("--ink"), strokeWidth: 2, strokeOpacity: 0.7 }));
    marks.push(Plot.dot(centres, { x: "at", y: "y", r: 5, symbol: "diamond", fill: colour("--ink"), stroke: colour("--panel"), title: "title", className: "estimates" }));
    marks.push(Plot.dot(points, { x: "at", y: "y", r: 4.5, symbol: symbols, stroke: "colour", fill: function (d) { return d.s === "derived" ? colour("--panel") : d.colour; },
      strokeWidth: 1.6, title: "title", href: function (d) { return d.h ? document.documentElement.dataset.root + d.h : undefined; }, className: "marks" }));
    place.append(Plot.plot(base(place, {
      height: 320, x: { domain: span, tickFormat: "d", label: null, ticks: yearTicks(span, place), inset: 18 },
      y: { type: log ? "log" : "linear", label: unitName(data.unit, scale), grid: true, nice: true, tickFormat: log ? "~s" : tick },
      symbol: { type: "identity" }, color: { type: "identity" }, marks: marks,
    })));
    var entries = data.publishers.map(function (name, n) { return { n: name, c: COLOURS[n % COLOURS.length], s: symbols({ p: n }) }; });
    if (centres.length) entries.push({ n: "Estimate with the interval for the centre", c: colour("--ink"), s: "diamond" });
    place.append(legend(entries));
  }

  function legend(entries) {
    var list = document.createElement("ul");
    list.className = "legend";
    entries.forEach(function (entry) {
      var item = document.createElement("li");
      var label = document.createElement("bdi");
      item.append(swatch(entry.c, entry.s));
      label.textContent = entry.n;
      item.append(label);
      list.append(item);
    });
    return list;
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
        width: 220, height: 146, marginLeft: 44, marginRight: 20,
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
    var label = function (d) { return d.n + " " + (+d.v.toFixed(1)) + " %"; };
    var marks, drawn, named = true; // whether every part has its name on it
    if (data.complete && !over) {
      var root = Plot.hierarchy({ children: parts }).sum(function (d) { return d.v || 0; });
      var across = width(place), high = 180;
      Plot.treemap().size([across, high]).paddingInner(3)(root);
      var roomy = root.leaves().filter(function (d) { return d.y1 - d.y0 > 20 && wide(label(d.data)) <= d.x1 - d.x0 - 12; });
      named = roomy.length === parts.length;
      marks = [
        Plot.rect(root.leaves(), { x1: "x0", x2: "x1", y1: "y0", y2: "y1", fill: function (d) { return d.data.colour; }, title: function (d) { return label(d.data); }, className: "marks" }),
        Plot.text(roomy, { x: "x0", y: "y0", dx: 6, dy: 12, textAnchor: "start", fill: colour("--on-series"), text: function (d) { return label(d.data); } }),
      ];
      drawn = Plot.plot(base(place, { height: high, margin: 0, marginLeft: 0, marginRight: 0, marginTop: 0, marginBottom: 0, axis: null, x: { domain: [0, across], range: [0, across] }, y: { domain: [0, high], range: [0, high] }, color: { type: "identity" }, marks: marks }));
    } else if (over) {
      var side = labels(place, parts.map(function (d) { return d.n; }), 0.4);
      marks = [Plot.barX(parts, { x: "v", y: "n", fill: "colour", title: label, className: "marks" })];
      drawn = Plot.plot(base(place, { marginLeft: side.margin, marginTop: 6, marginBottom: 44, height: 50 + 26 * parts.length, x: { label: "percent", grid: true, ticks: 5, labelOffset: 40 }, y: { label: null, domain: parts.map(function (d) { return d.n; }), tickFormat: side.fit }, color: { type: "identity" }, marks: marks }));
    } else {
      var from = 0, pixel = (width(place) - 28) / 100;
      parts.forEach(function (d) { d.a = from; from += d.v; d.b = from; });
      var inside = parts.filter(function (d) { return wide(label(d)) <= d.v * pixel - 8; });
      named = inside.length === parts.length;
      marks = [
        Plot.rect(parts, { x1: "a", x2: "b", y1: function () { return 0; }, y2: function () { return 1; }, fill: "colour", stroke: colour("--panel"), title: label, className: "marks" }),
        Plot.text(inside, { x: function (d) { return (d.a + d.b) / 2; }, y: function () { return 0.5; }, text: label, fill: function (d) { return d.rest ? colour("--ink") : colour("--on-series"); }, stroke: function (d) { return d.rest ? colour("--panel") : "none"; }, strokeWidth: 4 }),
      ];
      drawn = Plot.plot(base(place, { height: 84, marginLeft: 8, marginTop: 4, marginBottom: 44, x: { domain: [0, 100], label: "percent", ticks: 5, labelOffset: 40 }, y: { axis: null }, color: { type: "identity" }, marks: marks }));
    }
    hatch(drawn.tagName === "svg" ? drawn : drawn.querySelector("svg"), id);
    place.append(drawn);
    if (!named) place.append(legend(parts.map(function (d) { return { n: label(d), c: d.rest ? colour("--soft") : d.colour, s: "square" }; })));
  }

  // Names stand beside their bars, above them where there is no room.
  function drawTornado(place, data) {
    var names = data.map(function (d, n) { return n + "|" + d.n; });
    var bars = data.map(function (d, n) { return { y: names[n], v: d.v, t: d.t, n: d.n, title: d.n + ": " + d.t }; });
    var isNarrow = width(place) < 620;
    var side = labels(place, data.map(function (d) { return d.n; }), isNarrow ? 0.96 : 0.5);
    var marks = [Plot.barX(bars, { x: "v", y: "y", insetTop: isNarrow ? 18 : 0, fill: function (d) { return d.v < 0 ? COLOURS[1] : COLOURS[0]; }, title: "title", className: "marks" }), Plot.ruleX([0], { stroke: colour("--ink") })];
    if (isNarrow) marks.push(Plot.text(bars, { y: "y", frameAnchor: "left", dy: -9, textAnchor: "start", fill: colour("--ink"), stroke: colour("--panel"), strokeWidth: 4, text: function (d) { return side.fit(d.n); } }));
    place.append(Plot.plot(base(place, {
      height: 60 + (isNarrow ? 44 : 26) * bars.length, marginTop: 8, marginBottom: 44, marginLeft: isNarrow ? 8 : side.margin,
      x: { grid: true, label: "stated impact", ticks: Math.min(10, Math.floor(width(place) / 80)), tickFormat: tick, labelOffset: 40 },
      y: { domain: names, label: null, axis: isNarrow ? null : "left", tickFormat: function (d) { return side.fit(d.slice(d.indexOf("|") + 1)); } },
      color: { type: "identity" }, marks: marks,
    })));
  }

  function drawGrowth(place, data) {
    var side = labels(place, data.points.map(function (d) { return d.n; }), 0.5);
    place.append(Plot.plot(base(place, {
      height: 62 + 24 * data.points.length, marginTop: 8, marginBottom: 44, marginLeft: side.margin, x: { grid: true, label: "percent a year", nice: true, ticks: Math.min(10, Math.floor((width(place) - side.margin) / 50)), tickFormat: tick, labelOffset: 40 },
      y: { domain: data.points.map(function (d) { return d.n; }), label: null, tickFormat: side.fit }, color: { type: "identity" },
      marks: [
        Plot.rectX([data.stated], { x1: function (d) { return d[0]; }, x2: function (d) { return d[2]; }, fill: colour("--accent"), fillOpacity: 0.25 }),
        Plot.ruleX([data.stated[1]], { stroke: colour("--accent"), strokeWidth: 2 }),
        Plot.ruleY(data.points, { y: "n", x1: "lo", x2: "hi", stroke: colour("--ink") }),
        Plot.dot(data.points, { x: "v", y: "n", r: 4.5, stroke: colour("--ink"), fill: function (d) { return d.ok ? colour("--ink") : colour("--panel"); }, title: function (d) { return d.n + ": " + (+d.v.toFixed(2)) + " %"; }, className: "marks" }),
      ],
    })));
  }

  function drawParts(place, data) {
    function named(name) { return name.replace(/_/g, " "); }
    var side = labels(place, data.map(function (d) { return named(d.name); }), 0.45);
    place.append(Plot.plot(base(place, {
      height: 58 + 24 * data.length, marginTop: 8, marginBottom: 44, marginLeft: side.margin, x: { grid: true, label: "percent of the log ratio", ticks: Math.min(10, Math.floor((width(place) - side.margin) / 90)), tickFormat: tick, labelOffset: 40 },
      y: { domain: data.map(function (d) { return d.name; }), label: null, tickFormat: function (n) { return side.fit(named(n)); } }, color: { type: "identity" },
      marks: [Plot.barX(data, { x: "share", y: "name", fill: function (d) { return d.name === "remainder" ? colour("--soft") : COLOURS[0]; }, title: function (d) { return named(d.name) + ": " + (+d.share.toFixed(1)) + " %"; }, className: "marks" }), Plot.ruleX([0], { stroke: colour("--ink") })],
    })));
  }

  function drawRevisions(place, data) {
    var scale = scaleOf(data.points.map(function (d) { return d.v; }));
    var points = data.points.map(function (d) { return { x: d.d === null ? "edition " + d.e : d.d, y: d.v / scale.by, known: d.d !== null, title: (d.d || "unknown day") + ": " + d.t }; });
    var days = points.map(function (d) { return d.x; }).filter(function (x, n, all) { return all.indexOf(x) === n; });
    var isCrowded = days.length * 84 > width(place) - 90;
    var values = points.map(function (d) { return d.y; }), low = Math.min.apply(null, values), high = Math.max.apply(null, values);
    var room = high === low ? Math.abs(high) * 0.1 || 1 : (high - low) * 0.15;
    place.append(Plot.plot(base(place, {
      height: isCrowded ? 236 : 180, marginBottom: isCrowded ? 90 : 34, x: { type: "point", domain: days, label: null, tickRotate: isCrowded ? -45 : 0 },
      y: { label: unitName(data.unit, scale), grid: true, domain: [low - room, high + room], ticks: 5, tickFormat: tick }, color: { type: "identity" },
      marks: [Plot.line(points, { x: "x", y: "y", stroke: colour("--accent"), sort: null }), Plot.dot(points, { x: "x", y: "y", r: 5, fill: function (d) { return d.known ? colour("--accent") : colour("--soft"); }, title: "title", className: "marks" })],
    })));
  }

  function drawEvents(place, data) {
    var events = data.events.map(function (d, n) { return { a: new Date(d.a), b: new Date(d.b), n: d.n, after: d.after, y: n % 8 }; });
    var lines = data.as_of.map(function (day) { return new Date(day); });
    place.append(Plot.plot(base(place, {
      height: 168, marginLeft: 24, marginRight: 24, marginTop: 8, marginBottom: 46, x: { type: "utc", label: null, grid: true, nice: true, ticks: Math.min(10, Math.floor(width(place) / 70)) }, y: { axis: null, domain: [-1, 8] }, color: { type: "identity" },
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
  var waiting = 0;
  addEventListener("resize", function () { clearTimeout(waiting); waiting = setTimeout(again, 150); });
})();

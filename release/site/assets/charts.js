// Draws the charts from the numbers that stand beside them in the page; every mark has a row in the table next to it.
(function () {
  "use strict";
  var C = window.PARALLAX_CHARTS;
  var COLOURS = C.COLOURS, colour = C.colour, scaleOf = C.scaleOf, unitName = C.unitName, width = C.width, base = C.base;
  var wide = C.wide, labels = C.labels, tick = C.tick, legend = C.legend, hatch = C.hatch;

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

  var DRAW = { series: C.drawSeries, scopes: drawScopes, shares: drawShares, tornado: drawTornado, growth: drawGrowth, parts: drawParts, revisions: drawRevisions, events: drawEvents };

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

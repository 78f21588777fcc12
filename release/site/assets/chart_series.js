// The chart of one series: publishers' figures by year, and the estimates with their intervals.
(function () {
  "use strict";
  var APART = 11; // pixels between points that would hide each other
  var C = window.PARALLAX_CHARTS;
  var COLOURS = C.COLOURS, SYMBOLS = C.SYMBOLS, colour = C.colour, width = C.width;

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
    var scale = C.scaleOf(data.points.map(function (d) { return d.y; }));
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
    place.append(Plot.plot(C.base(place, {
      height: 320, x: { domain: span, tickFormat: "d", label: null, ticks: yearTicks(span, place), inset: 18 },
      y: { type: log ? "log" : "linear", label: C.unitName(data.unit, scale), grid: true, nice: true, tickFormat: log ? "~s" : C.tick },
      symbol: { type: "identity" }, color: { type: "identity" }, marks: marks,
    })));
    var entries = data.publishers.map(function (name, n) { return { n: name, c: COLOURS[n % COLOURS.length], s: symbols({ p: n }) }; });
    if (centres.length) entries.push({ n: "Estimate with the interval for the centre", c: colour("--ink"), s: "diamond" });
    place.append(C.legend(entries));
  }

  C.drawSeries = drawSeries;
})();

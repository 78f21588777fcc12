// What the charts share: colours, scales, widths of words, legends. Loaded before the charts.
window.PARALLAX_CHARTS = (function () {
  "use strict";
  var WIDE = 1150;
  // Variables of site.css, so that a drawn chart follows light, dark and print.
  var COLOURS = [0, 1, 2, 3, 4, 5, 6, 7].map(function (n) { return "var(--series-" + n + ")"; });
  var SYMBOLS = ["circle", "square", "triangle", "diamond", "star", "wye", "cross"];
  var SCALES = [[1e12, "tn"], [1e9, "bn"], [1e6, "m"]];
  var SI_UNITS = ["W", "Wh", "Wp"], SI_PREFIXES = { tn: "T", bn: "G", m: "M" };

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
    if (SI_UNITS.indexOf(unit) >= 0) return (SI_PREFIXES[scale.name] || "") + unit;
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

  return { COLOURS: COLOURS, colour: colour, scaleOf: scaleOf, unitName: unitName, width: width, base: base, wide: wide,
    labels: labels, tick: tick, legend: legend, hatch: hatch, SYMBOLS: SYMBOLS };
})();

// What a reader takes along: a table as CSV or with its citation, a chart as PNG. Made in the page; no request leaves the machine.
(function () {
  "use strict";
  var page = document.documentElement;
  var SCALE = 2; // pixels of a picture per pixel of the screen

  function text(node) { return (node ? node.textContent : "").replace(/\s+/g, " ").trim(); }

  // The nearest heading before a place says what it is about.
  function headingOf(place) {
    var found = "";
    Array.from(document.querySelectorAll("main h2, main h3")).forEach(function (heading) {
      if (heading.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING) found = text(heading);
    });
    return found;
  }

  function titleOf(place) {
    var own = place.getAttribute("aria-label") || text(place.querySelector("figcaption")).split(":")[0];
    return [text(document.querySelector("h1")), headingOf(place), own].filter(function (one, n, all) {
      return one && all.indexOf(one) === n;
    }).join(" · ");
  }

  // Publishers that a part of the page names are those that it rests on.
  function publishersOf(place) {
    var names = Array.from(place.querySelectorAll('a[href*="publishers/"]')).map(text);
    return names.filter(function (one, n) { return names.indexOf(one) === n; }).join("; ");
  }

  function citation(place, title) {
    var holder = place.closest("[data-cite]");
    var who = publishersOf(place);
    return title + "." + (who ? " Publishers: " + who + "." : "") + " Parallax, release " + (window.PARALLAX_RELEASE || "unnamed") +
      (window.PARALLAX_PUBLISHED ? " of " + window.PARALLAX_PUBLISHED : "") + (holder ? ", " + holder.dataset.cite : "") + ", " +
      location.pathname.split("/").slice(-2).join("/") + ".";
  }

  function rowsOf(table) {
    return Array.from(table.rows).filter(function (row) { return row.getClientRects().length; }).map(function (row) {
      return Array.from(row.cells).map(text);
    });
  }

  // A cell that a spreadsheet would take for a formula is marked as text.
  function cell(value) {
    var safe = /^[=+@\t\r]|^-(?![\d.])/.test(value) ? "'" + value : value;
    return /[",\n]/.test(safe) ? '"' + safe.replace(/"/g, '""') + '"' : safe;
  }

  function save(name, blob) {
    var link = document.createElement("a");
    link.download = name;
    link.href = URL.createObjectURL(blob);
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 10000);
  }

  function fileName(title, ending) {
    var plain = title.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "-");
    return (plain.replace(/^-|-$/g, "").slice(0, 90) || "parallax") + "." + ending;
  }

  function copy(words, button) {
    function done() {
      var was = button.textContent;
      button.textContent = "Copied";
      setTimeout(function () { button.textContent = was; }, 1500);
    }
    function byHand() { // where a page may not use the clipboard
      var area = document.createElement("textarea");
      area.value = words;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      done();
    }
    if (navigator.clipboard && navigator.clipboard.writeText) navigator.clipboard.writeText(words).then(done, byHand);
    else byHand();
  }

  function button(name, title, act) {
    var made = document.createElement("button");
    made.type = "button";
    made.textContent = name;
    made.setAttribute("aria-label", name + ": " + title);
    made.addEventListener("click", function () { act(made); });
    return made;
  }

  function tools(buttons) {
    var made = document.createElement("div");
    made.className = "saved";
    made.append.apply(made, buttons);
    return made;
  }

  document.querySelectorAll(".scroll").forEach(function (place) {
    var table = place.querySelector("table");
    if (!table || !table.tHead) return;
    var title = titleOf(place);
    place.before(tools([
      button("Copy with citation", title, function (self) {
        copy(rowsOf(table).map(function (row) { return row.join("\t"); }).join("\n") + "\n" + citation(place, title), self);
      }),
      button("CSV", title, function () {
        var lines = rowsOf(table).map(function (row) { return row.map(cell).join(","); });
        lines.push("", cell("Source: " + citation(place, title)));
        save(fileName(title, "csv"), new Blob(["\ufeff" + lines.join("\r\n") + "\r\n"], { type: "text/csv;charset=utf-8" }));
      }),
    ]));
  });

  var answer = document.querySelector("section.answer");
  if (answer) answer.append(tools([button("Copy with citation", text(document.querySelector("h1")), function (self) {
    var told = Array.from(answer.querySelectorAll("p")).map(text).join(" ");
    copy(text(document.querySelector("h1")) + ": " + told + "\n" + citation(answer, text(document.querySelector("h1"))), self);
  })]));

  // A chart as one picture: its title, its drawings in the order of the page, its legend, and where it is from.
  function paint(figure, title, then) {
    var style = getComputedStyle(page), drawn = Array.from(figure.querySelectorAll(".plot svg")).filter(function (one) {
      return !one.closest(".legend") && one.getClientRects().length;
    });
    var box = figure.querySelector(".plot").getBoundingClientRect();
    var names = Array.from(figure.querySelectorAll(".legend li"));
    var canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
    var head = 26, high = head + box.height + 24;
    canvas.width = box.width * SCALE;
    canvas.height = high * SCALE;
    pen.scale(SCALE, SCALE);
    pen.fillStyle = style.getPropertyValue("--panel").trim();
    pen.fillRect(0, 0, box.width, high);
    function write(words, x, y, size, colour) {
      pen.font = size + "px sans-serif";
      pen.fillStyle = style.getPropertyValue(colour).trim();
      pen.fillText(words, x, y, Math.max(box.width - x - 6, 10));
    }
    write(title, 6, 17, 13, "--ink");
    write(citation(figure, "Source"), 6, high - 8, 10, "--soft");
    figure.querySelectorAll(".multiples p").forEach(function (label) {
      var at = label.getBoundingClientRect();
      write(text(label), at.left - box.left, at.top - box.top + head + 13, 12, "--ink");
    });
    names.forEach(function (item) {
      var at = item.getBoundingClientRect();
      write(text(item), at.left - box.left + 20, at.top - box.top + head + 14, 12, "--ink");
    });
    var swatches = Array.from(figure.querySelectorAll(".legend svg"));
    var left = drawn.concat(swatches);
    function next() {
      var svg = left.shift();
      if (!svg) { canvas.toBlob(then, "image/png"); return; }
      var at = svg.getBoundingClientRect(), whole = svg.cloneNode(true), picture = new Image();
      whole.setAttribute("xmlns", "http://www.w3.org/2000/svg");
      whole.setAttribute("width", at.width);
      whole.setAttribute("height", at.height);
      whole.style.color = style.getPropertyValue("--ink").trim();
      whole.style.fontFamily = "sans-serif";
      picture.onload = function () { pen.drawImage(picture, at.left - box.left, at.top - box.top + head, at.width, at.height); next(); };
      picture.onerror = next;
      var words = new XMLSerializer().serializeToString(whole).replace(/var\((--[\w-]+)\)/g, function (_, name) {
        return style.getPropertyValue(name).trim(); // the picture has no style sheet
      });
      picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(words);
    }
    next();
  }

  document.querySelectorAll("figure.chart").forEach(function (figure) {
    var title = titleOf(figure);
    figure.append(tools([button("PNG", title, function () {
      paint(figure, title, function (blob) { save(fileName(title, "png"), blob); });
    })]));
  });
})();

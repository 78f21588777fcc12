// A list that goes on over several pages, with a filter: over all pages, and in the address behind the #.
(function () {
  "use strict";
  var MOST = 200; // lines of other pages that are listed
  var form = document.querySelector("form[data-filters]");
  if (!form) return;
  var items = Array.from(document.querySelectorAll(form.dataset.filters));
  var groups = Array.from(document.querySelectorAll(".group"));
  var opened = groups.map(function (group) { return group.open; });
  var told = form.querySelector("output");
  var elsewhere = document.querySelector(".elsewhere");
  var lines = null; // every entry of the list, once its script is there: address, verdict, kind, sentence, further words

  function plain(text) { return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase(); }

  function wanted() {
    var found = {};
    new FormData(form).forEach(function (value, name) { if (value) found[name] = value; });
    return found;
  }

  function fits(asked, words, verdict, kind) {
    if (asked.verdict && asked.verdict !== verdict || asked.kind && asked.kind !== kind) return false;
    return !asked.words || plain(asked.words).split(/\s+/).every(function (word) { return words.indexOf(word) >= 0; });
  }

  function wordsOf(item) {
    if (!item.dataset.words) item.dataset.words = plain(item.textContent);
    return item.dataset.words;
  }

  // A script, because a page that is opened from a file path may fetch nothing.
  function load(then) {
    if (lines) { then(); return; }
    var script = document.createElement("script");
    script.src = form.dataset.index;
    script.onload = script.onerror = function () { lines = window.PARALLAX_CONFLICTS || []; then(); };
    document.head.append(script);
  }

  function show() {
    var asked = wanted(), isAsked = Object.keys(asked).length > 0;
    var shown = 0;
    items.forEach(function (item) {
      item.hidden = !fits(asked, wordsOf(item), item.dataset.verdict, item.dataset.kind);
      if (!item.hidden) shown += 1;
    });
    groups.forEach(function (group, at) {
      group.hidden = !group.querySelector(form.dataset.filters + ":not([hidden])");
      if (group.tagName === "DETAILS") group.open = isAsked || opened[at];
    });
    if (!isAsked) {
      told.textContent = items.length + " on this page";
      elsewhere.hidden = true;
      return;
    }
    load(function () {
      var others = lines.filter(function (line) {
        return line[0].split("#")[0] !== form.dataset.here && fits(asked, plain(line[3] + " " + line[4]), line[1], line[2]);
      });
      told.textContent = (shown + others.length) + " of " + lines.length + " shown" +
        (others.length ? ", " + others.length + " of them on other pages" : "");
      elsewhere.hidden = !others.length;
      elsewhere.querySelector("ul").replaceChildren.apply(elsewhere.querySelector("ul"), others.slice(0, MOST).map(function (line) {
        var item = document.createElement("li"), link = document.createElement("a"), name = document.createElement("bdi");
        name.textContent = line[3];
        link.href = line[0];
        link.append(name);
        item.append(link, " " + line[1].replace(/_/g, " "));
        return item;
      }));
    });
  }

  // The filter stands in the address as #verdict=…&words=…; an address of a card has no "=".
  function read() {
    if (location.hash.indexOf("=") < 0) return;
    var asked = new URLSearchParams(location.hash.slice(1));
    Array.from(form.elements).forEach(function (field) { if (field.name) field.value = asked.get(field.name) || ""; });
    show();
  }
  form.addEventListener("input", function () {
    var asked = new URLSearchParams(wanted()).toString();
    history.replaceState(null, "", "#" + asked);
    show();
  });
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  addEventListener("hashchange", read);
  show();
  read();
})();

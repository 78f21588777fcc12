// What every page can do: change its colours, filter its lists, search. No request leaves the machine.
(function () {
  "use strict";
  var page = document.documentElement;

  function isDark() {
    if (page.dataset.theme) return page.dataset.theme === "dark";
    return matchMedia("(prefers-color-scheme: dark)").matches;
  }

  var button = document.getElementById("theme");
  if (button) {
    button.addEventListener("click", function () {
      page.dataset.theme = isDark() ? "light" : "dark";
      try { localStorage.setItem("parallax-theme", page.dataset.theme); } catch (error) { /* not kept */ }
      document.dispatchEvent(new Event("parallax:theme"));
    });
  }

  function plain(text) {
    return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  }

  // A list with a filter: its items carry data-words and data-<name> attributes that the form's fields name.
  document.querySelectorAll("form[data-filters]").forEach(function (form) {
    var items = Array.from(document.querySelectorAll(form.dataset.filters));
    var told = form.querySelector("output");
    function apply() {
      var wanted = new FormData(form);
      var shown = 0;
      items.forEach(function (item) {
        var fits = true;
        wanted.forEach(function (value, name) {
          if (!value) return;
          if (name === "words") {
            var text = item.dataset.words || plain(item.textContent);
            item.dataset.words = text;
            fits = fits && plain(value).split(/\s+/).every(function (word) { return text.indexOf(word) >= 0; });
          } else {
            fits = fits && (" " + item.getAttribute("data-" + name) + " ").indexOf(" " + value + " ") >= 0;
          }
        });
        item.hidden = !fits;
        if (fits) shown += 1;
      });
      if (told) told.textContent = shown + " of " + items.length + " shown";
    }
    form.addEventListener("input", apply);
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    form.addEventListener("reset", function () { setTimeout(apply, 0); });
    apply();
  });

  // The search over all pages; its words stand in assets/search.js.
  var field = document.getElementById("search");
  var list = document.getElementById("found");
  if (field && list && window.PARALLAX_SEARCH) {
    // Every end of a word is a term, so that "pump" finds "Wärmepumpe" and one sign finds a name in Chinese.
    function indexed() {
      var made = new MiniSearch.default({
        fields: ["name", "words"],
        storeFields: ["kind", "name", "href"],
        tokenize: function (text) { return plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean); },
        processTerm: function (word) { return Array.from(word, function (_, at) { return word.slice(at); }); },
        searchOptions: {
          processTerm: function (word) { return word; }, combineWith: "AND", boost: { name: 3 }, prefix: true,
          fuzzy: function (word) { return word.length > 5 ? 0.2 : 0; }
        }
      });
      made.addAll(window.PARALLAX_SEARCH.map(function (entry, at) {
        return { id: at, kind: entry[0], name: entry[1], href: entry[2], words: entry[3] };
      }));
      return made;
    }
    var index = null; // made with the first letter: readers who do not search wait for nothing
    // Ids of claims by the page that they stand on; their addresses are made when they are found.
    function claimsLike(part) {
      var found = [];
      Object.keys(window.PARALLAX_CLAIMS).forEach(function (address) {
        window.PARALLAX_CLAIMS[address].forEach(function (id) {
          if (id.indexOf(part) >= 0) found.push({ kind: "claim", name: id, href: address + "#c-" + id });
        });
      });
      return found;
    }
    var count = document.getElementById("found-count");
    field.addEventListener("input", function () {
      var words = plain(field.value).trim();
      list.replaceChildren();
      if (!words) { count.textContent = ""; return; }
      index = index || indexed();
      var hits = index.search(words).concat(claimsLike(words));
      hits.slice(0, 30).forEach(function (entry) {
        var item = document.createElement("li");
        var link = document.createElement("a");
        var name = document.createElement("bdi");
        var kind = document.createElement("span");
        name.textContent = entry.name;
        link.href = page.dataset.root + entry.href;
        link.append(name);
        kind.className = "kind";
        kind.textContent = entry.kind;
        item.append(link, " ", kind);
        list.append(item);
      });
      count.textContent = hits.length + (hits.length === 1 ? " result" : " results") + (hits.length > 30 ? ", the first 30 shown" : "");
    });
    field.form.addEventListener("submit", function (event) {
      event.preventDefault();
      var first = list.querySelector("a");
      if (first) location.href = first.href;
    });
  }

  // sortable.js sorts by the heading that is clicked; a button in it serves the keyboard and says what it does.
  document.querySelectorAll("table.sortable thead th").forEach(function (heading) {
    var button = document.createElement("button");
    button.type = "button";
    button.append.apply(button, Array.from(heading.childNodes));
    heading.append(button);
  });

  // A link into a folded part opens it.
  function unfold() {
    var id = decodeURIComponent(location.hash.slice(1));
    var place = id && document.getElementById(id);
    for (var up = place; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    if (place) place.scrollIntoView({ block: "center" });
  }
  addEventListener("hashchange", unfold);
  unfold();
})();

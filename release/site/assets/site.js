// What every page can do: change its colours, sort its tables, search. No request leaves the machine.
(function () {
  "use strict";
  var page = document.documentElement;

  // The release's name is in a file of its own, so that a page that did not change is the same file in the next release.
  if (window.PARALLAX_RELEASE) {
    document.title += " " + window.PARALLAX_RELEASE;
    document.getElementById("release").textContent = window.PARALLAX_RELEASE;
  }

  function isDark() {
    if (page.dataset.theme) return page.dataset.theme === "dark";
    return matchMedia("(prefers-color-scheme: dark)").matches;
  }

  var button = document.getElementById("theme");
  if (button) {
    button.addEventListener("click", function () {
      page.dataset.theme = isDark() ? "light" : "dark";
      try { localStorage.setItem("parallax-theme", page.dataset.theme); } catch (error) { /* not kept */ }
    });
  }

  function plain(text) {
    return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  }

  // The search over all pages. assets/search.js has the words of each shard; a query loads the shards that have its words.
  var field = document.getElementById("search");
  var list = document.getElementById("found");
  if (field && list && window.PARALLAX_SEARCH) {
    var known = window.PARALLAX_SEARCH;
    var MOST_SHARDS = 12, MOST_RANKED = 2000;
    var shards = {}; // content by name, once it is there
    var waiting = {}; // what to call when a shard is there
    window.PARALLAX_SHARD = function (name, content) { shards[name] = content; };

    // A script, because a page that is opened from a file path may fetch nothing.
    function load(names, then) {
      var missing = names.filter(function (name) { return !(name in shards); });
      if (!missing.length) { then(); return; }
      var left = missing.length;
      function done() { left -= 1; if (!left) then(); }
      missing.forEach(function (name) {
        if (waiting[name]) { waiting[name].push(done); return; }
        waiting[name] = [done];
        var script = document.createElement("script");
        script.src = page.dataset.root + "assets/search/" + name + ".js";
        script.onload = script.onerror = function () {
          var called = waiting[name];
          delete waiting[name];
          called.forEach(function (each) { each(); });
        };
        document.head.append(script);
      });
    }

    function tokens(text) { return plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean); }
    // Every end of a word is a term, so that "pump" finds "Wärmepumpe" and one sign finds a name in Chinese.
    function indexed(entries) {
      var made = new MiniSearch.default({
        fields: ["name", "words"],
        storeFields: ["kind", "name", "href"],
        tokenize: tokens,
        processTerm: function (word) { return Array.from(word, function (_, at) { return word.slice(at); }); },
        searchOptions: {
          processTerm: function (word) { return word; }, combineWith: "AND", boost: { name: 3 }, prefix: true,
          fuzzy: function (word) { return word.length > 5 ? 0.2 : 0; }
        }
      });
      made.addAll(entries.map(function (entry, at) {
        return { id: at, kind: entry[0], name: entry[1], href: entry[2], words: entry[3] };
      }));
      return made;
    }

    // The words that are like one that occurs nowhere, by the index over all words; it is made when it is needed first.
    var all = null, vocabulary = [];
    function like(word) {
      if (!all) {
        known.words.forEach(function (words, at) {
          words.split(" ").forEach(function (one) { if (one) vocabulary.push(["", one, at, ""]); });
        });
        all = indexed(vocabulary);
      }
      return all.search(word).map(function (hit) { return vocabulary[hit.id]; });
    }
    // The shards that have a word of a query, those with words that begin so first, and the forms in which it occurs.
    function shardsOf(word) {
      var begins = [], has = [];
      known.words.forEach(function (words, at) {
        if ((" " + words).indexOf(" " + word) >= 0) begins.push(at);
        else if (words.indexOf(word) >= 0) has.push(at);
      });
      if (begins.length || has.length) return { numbers: begins.concat(has), forms: [word] };
      var close = like(word);
      return {
        numbers: close.map(function (one) { return one[2]; }).filter(function (at, n, of) { return of.indexOf(at) === n; }),
        forms: close.map(function (one) { return one[1]; })
      };
    }

    // Names that have all words of a query, best first; calls back with them and whether there may be more.
    function named(words, then) {
      var asked = tokens(words).map(shardsOf);
      if (!asked.length || asked.some(function (one) { return !one.numbers.length; })) { then([], false); return; }
      var rarest = asked.reduce(function (a, b) { return b.numbers.length < a.numbers.length ? b : a; });
      var names = rarest.numbers.slice(0, MOST_SHARDS).map(function (at) { return "words-" + at; });
      load(names, function () {
        var seen = {}, entries = [];
        names.forEach(function (name) {
          (shards[name] || []).forEach(function (entry) {
            var key = entry.slice(0, 3).join("\n");
            if (seen[key]) return;
            seen[key] = true;
            var text = plain(entry[1] + " " + entry[3]);
            var fits = asked.every(function (one) {
              return one.forms.some(function (form) { return text.indexOf(form) >= 0; });
            });
            if (fits) entries.push(entry);
          });
        });
        var isCut = rarest.numbers.length > MOST_SHARDS || entries.length > MOST_RANKED;
        then(indexed(entries.slice(0, MOST_RANKED)).search(words), isCut);
      });
    }

    // Claims whose ids begin so; their addresses are made when they are found.
    function claimsLike(part, then) {
      var names = [];
      if (part.length >= 2) known.ids.forEach(function (begins, at) {
        if (begins.split(" ").indexOf(part.slice(0, 2)) >= 0) names.push("ids-" + at);
      });
      load(names, function () {
        var found = [];
        names.forEach(function (name) {
          var pages = shards[name] || {};
          Object.keys(pages).forEach(function (address) {
            pages[address].forEach(function (id) {
              if (id.toLowerCase().indexOf(part) === 0) found.push({ kind: "claim", name: id, href: address + "#c-" + id });
            });
          });
        });
        then(found);
      });
    }

    var count = document.getElementById("found-count");
    var turn = 0; // an answer that comes when another was asked for is dropped
    function show(hits, isCut) {
      list.replaceChildren();
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
      count.textContent = hits.length + (hits.length === 1 ? " result" : " results") +
        (hits.length > 30 ? ", the first 30 shown" : "") + (isCut ? "; there may be more: type more letters" : "");
      list.removeAttribute("aria-busy");
    }
    field.addEventListener("input", function () {
      var words = plain(field.value).trim(), mine = turn += 1;
      if (!words) { list.replaceChildren(); list.removeAttribute("aria-busy"); count.textContent = ""; return; }
      list.setAttribute("aria-busy", "true");
      named(words, function (names, isCut) {
        claimsLike(words, function (claims) { if (mine === turn) show(names.concat(claims), isCut); });
      });
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
    var id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch (error) { /* no address of ours */ }
    var place = id && document.getElementById(id);
    for (var up = place; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    if (place) place.scrollIntoView({ block: place.tagName === "H2" ? "start" : "center" });
  }
  addEventListener("hashchange", unfold);
  unfold();
})();

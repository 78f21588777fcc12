// Sets the colours before the first paint; the choice is kept where the browser allows it.
(function () {
  "use strict";
  var kept = null;
  try { kept = localStorage.getItem("parallax-theme"); } catch (error) { /* a file path may have no storage */ }
  if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
})();

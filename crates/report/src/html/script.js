(function () {
  "use strict";
  var articles = Array.from(document.querySelectorAll("article.finding"));
  var entries = Array.from(document.querySelectorAll("nav .entry"));
  var functions = Array.from(document.querySelectorAll("details.function"));
  var filter = document.getElementById("filter");
  // What a finding says, without the lines around its places: those belong to others as well.
  var texts = articles.map(function (article) {
    var parts = Array.from(article.querySelectorAll("h3, .place, .stack, .step > p, mark"));
    return parts.map(function (part) { return part.textContent; }).join(" ").toLowerCase();
  });
  var current = { finding: -1, step: -1 };

  function visible() { return articles.filter(function (a) { return !a.classList.contains("hidden"); }); }

  function show(article, index) {
    document.querySelectorAll(".step.current").forEach(function (s) { s.classList.remove("current"); });
    var steps = article.querySelectorAll(".step");
    var step = steps[index];
    current = { finding: articles.indexOf(article), step: index };
    if (step) { step.classList.add("current"); step.focus({ preventScroll: true }); step.scrollIntoView({ block: "center" }); }
    else { article.focus({ preventScroll: true }); article.scrollIntoView({ block: "start" }); }
  }

  function move(by) {
    var article = articles[current.finding] || visible()[0];
    if (!article) { return; }
    var count = article.querySelectorAll(".step").length;
    show(article, Math.max(0, Math.min(count - 1, current.step + by)));
  }

  function jump(by) {
    var list = visible();
    if (!list.length) { return; }
    var at = list.indexOf(articles[current.finding]);
    show(list[Math.max(0, Math.min(list.length - 1, at + by))], 0);
  }

  filter.addEventListener("input", function () {
    var words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    function matches(text) { return words.every(function (w) { return text.includes(w); }); }
    articles.forEach(function (article, index) {
      var hide = !matches(texts[index]);
      article.classList.toggle("hidden", hide);
      entries[index].classList.toggle("hidden", hide);
    });
    functions.forEach(function (f) { f.classList.toggle("hidden", !matches(f.textContent.toLowerCase())); });
  });

  document.getElementById("theme").addEventListener("click", function () {
    var root = document.documentElement;
    var dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });

  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    if (event.target === filter) { if (event.key === "Escape") { filter.blur(); } return; }
    switch (event.key) {
      case "j": case "ArrowRight": move(1); break;
      case "k": case "ArrowLeft": move(-1); break;
      case "n": jump(1); break;
      case "p": jump(-1); break;
      case "/": filter.focus(); break;
      default: return;
    }
    event.preventDefault();
  });
})();

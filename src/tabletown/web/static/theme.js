/* Before the first paint: the look that the player chose. */
try {
  const chosen = localStorage.getItem("tabletown-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch { /* a browser without storage follows the system */ }

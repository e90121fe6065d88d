/* Which of a table's layouts the window has room for; `table.css` and the pages break at the same sizes. */

export const narrow = matchMedia("(max-width: 1000px), (max-height: 520px), (max-aspect-ratio: 1/1)");
export const slim = matchMedia("(max-width: 640px)");

export const layout = () => (slim.matches ? "phone" : narrow.matches ? "tablet" : "desktop");

export function onLayout(listener) {
  for (const size of [narrow, slim]) size.addEventListener("change", listener);
}

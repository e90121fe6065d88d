/* Says that the native code of a game is being compiled, and how far it is. */

const PAUSE = 2000;

/** Ask until the code is ready; `note` is shown while something is being compiled. */
export async function watchCompilation(game, note) {
  const answer = await fetch(`/api/games/${game}/native`).catch(() => null);
  if (!answer?.ok) return;
  const { ready, compiling } = await answer.json();
  const parts = compiling.map(({ what, share }) => `${what} ${Math.round(100 * share)}%`);
  note.hidden = !parts.length;
  note.textContent = `Compiling ${parts.join(", ")}. Until this is done, strong bots look only one move ahead.`;
  if (!ready) setTimeout(() => watchCompilation(game, note), PAUSE);
}

/** So long a long work may go on before others get their turn. */
const MOST_MS = 10;

/** For work of many parts: to be awaited after each of them, it lets others in whenever that is due. */
export function breather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MOST_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}

/** The known name most like the given one, if any is near enough to be meant. */
export function nearest(given: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(given.length / 3)) + 1;
  for (const name of known) {
    const distance = editDistance(plain(given), plain(name));
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best ?? beginningWith(given, known);
}

/** Who wrote "--flush" meant "--flush-millis". */
function beginningWith(given: string, known: Iterable<string>): string | undefined {
  const start = plain(given);
  if (start.length < 3) return undefined;
  return [...known].find((name) => plain(name).startsWith(start));
}

/** localPort, local_port and local-port are the same word to a reader. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '');

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(change, previous[j]! + 1, current[j - 1]! + 1));
    }
    previous = current;
  }
  return previous[b.length]!;
}

/** JSON of whatever an engine reports: what JSON cannot say is said in words, and nothing is thrown. */
export function plainJson(value: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(value);
  } catch {
    try {
      return JSON.stringify(value, sayable());
    } catch (error) {
      return JSON.stringify({ unreadable: String(error) });
    }
  }
}

function sayable() {
  const above: unknown[] = [];
  return function replace(this: unknown, _key: string, value: unknown): unknown {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    // `this` is the holder: what lies above it in the list is still open, the rest has been left.
    while (above.length > 0 && above.at(-1) !== this) above.pop();
    if (above.includes(value)) return '[circular]';
    above.push(value);
    return value;
  };
}

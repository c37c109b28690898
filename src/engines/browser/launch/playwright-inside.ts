/**
 * The object of Playwright's own side that stands behind one of its public objects, where Playwright runs in this
 * process. Nothing in there has a public name: whoever asks must do without where a later version has it elsewhere,
 * and behind a remote Playwright server there is none.
 */
export function insideOf(object: object): unknown {
  const { _connection: connection } = object as {
    readonly _connection?: { toImpl?(object: unknown): unknown };
  };
  try {
    return connection?.toImpl?.(object);
  } catch {
    return undefined;
  }
}

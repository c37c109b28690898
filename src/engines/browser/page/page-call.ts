/**
 * The call of a function as a text, for places that take nothing else: init scripts, selector engines, sessions of
 * DevTools. An argument is a function that stands for itself as well, or JSON.
 */
export function pageCall<Args extends readonly unknown[]>(
  work: (...args: Args) => unknown,
  ...args: Args
): string {
  const written = args.map((one) => (typeof one === 'function' ? `(${one})` : JSON.stringify(one)));
  return `(${work})(${written.join(', ')})`;
}

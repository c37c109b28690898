/**
 * Playwright renumbers an element when its name changes, and counts from 1 again when an iframe loads another
 * document. This setter keeps an element's first number for life and moves the numbers of each document into a
 * span of its own.
 */
export function keepRefs(size: number) {
  const kept = Symbol('kept ref');
  type Numbered = Element & { [kept]?: { ref: string } };
  const span = (1 + Math.floor(Math.random() * 2 ** 32)) * size;
  Object.defineProperty(Element.prototype, '_ariaRef', {
    configurable: true,
    get(this: Numbered) {
      return this[kept];
    },
    set(this: Numbered, given: { ref: string }) {
      const first = this[kept];
      given.ref = first ? first.ref : given.ref.replace(/\d+$/, (n) => String(span + Number(n)));
      this[kept] = given;
    },
  });
  return { queryAll: () => [], query: () => null };
}

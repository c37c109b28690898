import type { watchStorage } from './storage.page.ts';

/** The same over DevTools. The binding is taken away before a script of the page can see it. */
export function tellStorage(binding: string, watch: typeof watchStorage): void {
  const world = globalThis as unknown as Record<string, unknown>;
  const tell = world[binding];
  delete world[binding];
  if (typeof tell !== 'function') return;
  const { stringify } = JSON;
  const { apply } = Reflect;
  // A document that is left could not say its last word.
  watch(
    (word) => tell(stringify(word)),
    (owner, name, work) => {
      const found = Object.getOwnPropertyDescriptor(owner, name);
      const field = found?.get ? 'get' : 'value';
      const own: unknown = found?.[field];
      if (typeof own !== 'function') return;
      const stand = new Proxy(own, {
        apply: (target, self, args: unknown[]) => work(() => apply(target as never, self, args), self, args),
      });
      Object.defineProperty(owner, name, { ...found, [field]: stand });
    },
  );
}

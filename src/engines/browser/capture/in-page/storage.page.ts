import type { StorageSeen } from '../../../../contract/watching.ts';

type Tell = (word: StorageSeen) => void;

/** Puts `work` in the place of a method or a getter; it is given a way to call that. */
export type Replace = (
  owner: object,
  name: string,
  work: (call: () => unknown, self: unknown, args: readonly unknown[]) => unknown,
) => void;

/**
 * Watches what the page keeps in localStorage and sessionStorage. It runs in the page's own world: the browser tells
 * nobody else which document has changed something. Methods are heard as they are called. What is written as a field
 * (`localStorage.name = …`) is looked for soon after the page has asked for the storage, and when `look` is called.
 */
export function watchStorage(tell: Tell, replace: Replace): (() => void) | undefined {
  /** A field that is written shows itself by then; what another tab has written is told by the browser by then. */
  const LOOK_MS = 100;
  const MOST_VALUE = 1000;
  /** To look through more would hold the page up. */
  const MOST_KEYS = 1000;
  if (typeof Storage !== 'function') return undefined;
  interface Book {
    readonly area: StorageSeen['area'];
    readonly store: Storage;
    known: Record<string, string>;
    /** Changes that nobody has told of yet, and when they were found. */
    found: Record<string, number>;
  }
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const { getItem, key: keyAt } = Storage.prototype;
  const size = getOwnPropertyDescriptor(Storage.prototype, 'length')?.get;
  const trusted = getOwnPropertyDescriptor(new Event(''), 'isTrusted')?.get;
  const slice = String.prototype.slice;
  const OwnString = String;
  const clock = Date.now;
  const later = setTimeout;
  const now = () => apply(clock, Date, []) as number;
  const itemOf = (store: Storage, key: string) => apply(getItem, store, [key]) as string | null;
  const empty = () => ({ __proto__: null }) as unknown as Record<never, never>;
  const books: Book[] = [];
  let isTimed = false;

  const all = (store: Storage): Record<string, string> => {
    const items: Record<string, string> = empty();
    const count = size ? (apply(size, store, []) as number) : 0;
    for (let i = 0; i < count && count <= MOST_KEYS; i++) {
      const key = apply(keyAt, store, [i]) as string | null;
      if (key !== null) items[key] = itemOf(store, key) ?? '';
    }
    return items;
  };
  const said = (book: Book, at: number, key: string, value: string | null) => {
    delete book.found[key];
    if (value === null) delete book.known[key];
    else book.known[key] = value;
    const { area } = book;
    const word = { __proto__: null, say: 'storage', at, area, key } as unknown as StorageSeen;
    if (value === null) tell({ ...word, __proto__: null, change: 'removed' } as StorageSeen);
    else {
      const begin = apply(slice, value, [0, MOST_VALUE]) as string;
      tell({ ...word, __proto__: null, change: 'set', value: begin, size: value.length } as StorageSeen);
    }
  };
  const lookAt = (book: Book, isLast: boolean) => {
    const count = size ? (apply(size, book.store, []) as number) : 0;
    if (count > MOST_KEYS) return;
    const present = all(book.store);
    const { known, found } = book;
    const differs = (key: string) => {
      const at = found[key];
      if (at === undefined && !isLast) {
        found[key] = now();
        soon();
      } else said(book, at ?? now(), key, key in present ? present[key]! : null);
    };
    for (const key in present) if (known[key] !== present[key]) differs(key);
    for (const key in known) if (!(key in present)) differs(key);
    // What changed and changed back in between is not told.
    for (const key in found) if (known[key] === present[key]) delete found[key];
  };
  const look = (isLast: boolean) => {
    for (let i = 0; i < books.length; i++) lookAt(books[i]!, isLast);
  };
  const soon = () => {
    if (isTimed) return;
    isTimed = true;
    apply(later, globalThis, [
      () => {
        isTimed = false;
        look(false);
      },
      LOOK_MS,
    ]);
  };
  const bookOf = (store: unknown): Book | undefined => {
    for (let i = 0; i < books.length; i++) if (books[i]!.store === store) return books[i];
    return undefined;
  };
  /** The text that a key or a value stands for; undefined where to ask would run code of the page. */
  const textOf = (given: unknown) =>
    (typeof given === 'object' && given !== null) || typeof given === 'function' || typeof given === 'symbol'
      ? undefined
      : OwnString(given);

  for (const area of ['local', 'session'] as const)
    replace(globalThis, `${area}Storage`, (call) => {
      const store = call() as Storage;
      if (store && !bookOf(store)) books[books.length] = { area, store, known: all(store), found: empty() };
      soon();
      return store;
    });
  for (const name of ['setItem', 'removeItem'] as const)
    replace(Storage.prototype, name, (call, self, args) => {
      const book = bookOf(self);
      const key = args.length > 0 ? textOf(args[0]) : undefined;
      if (!book || key === undefined) return call();
      const before = itemOf(book.store, key);
      const result = call();
      const value = itemOf(book.store, key);
      if (value !== before) said(book, now(), key, value);
      return result;
    });
  replace(Storage.prototype, 'clear', (call, self) => {
    const book = bookOf(self);
    const count = book && size ? (apply(size, book.store, []) as number) : 0;
    const result = call();
    if (!book || count === 0) return result;
    book.known = empty();
    book.found = empty();
    tell({ __proto__: null, say: 'storage', at: now(), area: book.area, change: 'cleared' } as never);
    return result;
  });
  // What other documents have changed is theirs to tell.
  addEventListener(
    'storage',
    (event) => {
      const book = trusted && apply(trusted, event, []) ? bookOf(event.storageArea) : undefined;
      if (!book) return;
      const { key, newValue } = event;
      if (key === null) book.known = all(book.store);
      else if (newValue === null) delete book.known[key];
      else book.known[key] = newValue;
      if (key === null) book.found = empty();
      else delete book.found[key];
    },
    true,
  );
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) for (let i = 0; i < books.length; i++) books[i]!.known = all(books[i]!.store);
    },
    true,
  );
  return () => look(true);
}

/** The same over DevTools. The binding is taken away before a script of the page can see it. */
export function tellStorage(binding: string, watch: (tell: Tell, replace: Replace) => unknown): void {
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

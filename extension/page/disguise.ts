import { apply, construct, defineProperty, getOwnPropertyDescriptor, Known, OwnProxy } from './natives.ts';

type Fn = (...args: never[]) => unknown;

/** What stands for a function of the browser's, and that function. */
const originals = new Known<Fn>();
/** Proxies that the page made: to look into one would run code of the page. */
const proxies = new Known<true>();

export const isProxy = (value: object) => proxies.get(value) === true;

/** A function, or the getter of a field, in the place of another: it looks the same, and does the same unless it fails to. */
function put(owner: object, name: string, handler: ProxyHandler<Fn>): void {
  const found = getOwnPropertyDescriptor(owner, name);
  const field = found?.get ? 'get' : 'value';
  const own = found?.[field] as unknown;
  if (typeof own !== 'function') return;
  const stand = new OwnProxy(own as Fn, handler);
  originals.set(stand, own as Fn);
  defineProperty(owner, name, { ...found, [field]: stand });
}

/** `work` is called in the place of the function, with a way to call it. */
export function replace(
  owner: object,
  name: string,
  work: (call: () => unknown, self: unknown, args: readonly unknown[]) => unknown,
): void {
  put(owner, name, {
    apply: (target, self, args: unknown[]) => work(() => apply(target, self, args), self, args),
  });
}

/** `made` hears of each object that the constructor has made. */
export function replaceClass(
  owner: object,
  name: string,
  made: (instance: never, args: readonly unknown[]) => void,
): void {
  const native = getOwnPropertyDescriptor(owner, name)?.value as { prototype: object } | undefined;
  put(owner, name, {
    construct(target, args: unknown[], newTarget) {
      const instance = construct(target, args, newTarget === stand() ? target : newTarget) as object;
      made(instance as never, args);
      return instance;
    },
  });
  const stand = () => getOwnPropertyDescriptor(owner, name)?.value;
  if (native?.prototype && name !== 'Proxy')
    defineProperty(native.prototype, 'constructor', {
      value: stand(),
      writable: true,
      enumerable: false,
      configurable: true,
    });
}

/** From now on functions that stand for others say what those say, and proxies are known. */
export function disguise(): void {
  put(Function.prototype, 'toString', {
    apply(target, self, args: unknown[]) {
      const original = typeof self === 'function' ? originals.get(self) : undefined;
      return apply(target, original ?? self, args);
    },
  });
  const revocable = Proxy.revocable as Fn;
  replaceClass(globalThis, 'Proxy', (made: object) => proxies.set(made, true));
  replace(revocable === undefined ? {} : Proxy, 'revocable', (call) => {
    const made = call() as { proxy: object };
    proxies.set(made.proxy, true);
    return made;
  });
}

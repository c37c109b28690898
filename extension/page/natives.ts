/**
 * What we use of the page's world, taken before its first script runs: whatever the page changes later, it neither
 * hears of us nor tells us something else.
 */
export const {
  apply,
  construct,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  defineProperty,
  ownKeys,
  deleteProperty,
} = Reflect;
const { now: dateNow } = Date;
const { stringify } = JSON;
export const { isArray } = Array;
export const isReal = Number.isFinite;
export const OwnProxy = Proxy;
const OwnWeakMap = WeakMap;
export const OwnMap = Map;
export const OwnString = String;
export const OwnError = Error;
export const later = setTimeout.bind(globalThis);

/** A method that can be called on any object, whatever becomes of the prototype. */
export function method<This, Args extends unknown[], Result>(
  own: (this: This, ...args: Args) => Result,
): (self: This, ...args: Args) => Result {
  return (self, ...args) => apply(own, self, args) as Result;
}

/** The getter of a property of the browser's own. */
export function getter<T = unknown>(prototype: object, name: string): (self: unknown) => T {
  const get = getOwnPropertyDescriptor(prototype, name)?.get;
  return (self) => (get ? (apply(get, self, []) as T) : (undefined as T));
}

export const now = () => apply(dateNow, Date, []) as number;
const slice = method(String.prototype.slice);
export const cutText = (text: string, most: number) => slice(text, 0, most);
export const listen = method(EventTarget.prototype.addEventListener as (...args: never[]) => void) as (
  target: EventTarget,
  type: string,
  listener: (event: never) => void,
  isEarly?: boolean,
) => void;
export const tellEvent = method(EventTarget.prototype.dispatchEvent);
export const after = method(Promise.prototype.then) as <T, A, B>(
  promise: Promise<T>,
  done: (value: T) => A,
  failed?: (why: unknown) => B,
) => Promise<A>;
const get = method(WeakMap.prototype.get as (key: object) => unknown);
const set = method(WeakMap.prototype.set as (key: object, value: unknown) => unknown);

/** A map of objects that does not ask the page's prototypes. */
export class Known<V> {
  readonly #map = new OwnWeakMap<object, V>();
  get(key: object): V | undefined {
    return get(this.#map as never, key) as V | undefined;
  }
  set(key: object, value: V): void {
    set(this.#map as never, key, value);
  }
}

const quoted = (text: string) => apply(stringify, JSON, [text]) as string;

/** As JSON writes it, without a word to the page: no `toJSON` of its prototypes is called. */
export function written(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return isReal(value) ? `${value}` : 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  let text = '';
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++) text += `${i === 0 ? '' : ','}${written(value[i])}`;
    return `[${text}]`;
  }
  const keys = ownKeys(value as object);
  for (let i = 0; i < keys.length; i++) {
    const one = (value as Record<PropertyKey, unknown>)[keys[i]!];
    if (one !== undefined) text += `${text && ','}${quoted(keys[i] as string)}:${written(one)}`;
  }
  return `{${text}}`;
}

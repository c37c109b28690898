import { isProxy } from './disguise.ts';
import {
  cutText,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  getter,
  isArray,
  isReal,
  method,
  OwnMap,
  OwnString,
  ownKeys,
} from './natives.ts';
import { stackOf } from './stack.ts';

const DEPTH = 6;
const MOST_KEYS = 50;
const MOST_ITEMS = 100;
const MOST_TEXT = 10_000;
/** A tangle of objects may not hold the page up. */
const MOST_NODES = 2_000;

type Describe = (value: object) => string;
const sized = (name: string, size: (self: unknown) => unknown): Describe => {
  return (value) => `${name}(${OwnString(size(value))})`;
};
const named =
  (name: string): Describe =>
  () =>
    name;
const idOf = getter<string>(Element.prototype, 'id');
const localName = getter<string>(Element.prototype, 'localName');
const classOf = method(Element.prototype.getAttribute);
const split = method(String.prototype.split as (by: RegExp) => string[]);
const join = method(Array.prototype.join);
const element: Describe = (value) => {
  const id = idOf(value);
  const classes = classOf(value as Element, 'class') ?? '';
  const names = join(split(classes, / +/), '.');
  return `${localName(value)}${id && `#${id}`}${names && `.${names}`}`;
};
const error: Describe = (value) => {
  const stack = stackOf(value);
  if (stack !== undefined) return stack;
  const message = getOwnPropertyDescriptor(value, 'message')?.value;
  return typeof message === 'string' ? `Error: ${message}` : 'Error';
};

/** What is shown in words and not key by key, by the prototype that it comes from. */
const DESCRIBED = new OwnMap<unknown, Describe>([
  [Error.prototype, error],
  [DOMException.prototype, named('DOMException')],
  [Date.prototype, method(Date.prototype.toString) as never],
  [RegExp.prototype, method(RegExp.prototype.toString) as never],
  [Map.prototype, sized('Map', getter(Map.prototype, 'size'))],
  [Set.prototype, sized('Set', getter(Set.prototype, 'size'))],
  [WeakMap.prototype, named('WeakMap')],
  [WeakSet.prototype, named('WeakSet')],
  [Promise.prototype, named('Promise')],
  [ArrayBuffer.prototype, sized('ArrayBuffer', getter(ArrayBuffer.prototype, 'byteLength'))],
  [DataView.prototype, sized('DataView', getter(DataView.prototype, 'byteLength'))],
  [Element.prototype, element],
  [Document.prototype, named('#document')],
  [CharacterData.prototype, named('#text')],
  [Window.prototype, named('Window')],
]);
const described = method(Map.prototype.get as (key: unknown) => Describe | undefined);
const TypedArray = getPrototypeOf(Uint8Array.prototype) as object;
const lengthOf = getter(TypedArray, 'length');
const tagOf = getter<string>(TypedArray, Symbol.toStringTag as never);

/** Reads what was logged without running any code of the page: getters are named, and proxies not looked into. */
export function readValues(values: readonly unknown[]): {
  readonly shown: unknown[];
  readonly isCut: boolean;
} {
  let isCut = false;
  let nodes = 0;
  const above: unknown[] = [];
  const cut = (text: string) => {
    if (text.length <= MOST_TEXT) return text;
    isCut = true;
    return `${cutText(text, MOST_TEXT)}…`;
  };
  const field = (value: object, key: PropertyKey, left: number) => {
    const found = getOwnPropertyDescriptor(value, key);
    return !found ? undefined : 'value' in found ? read(found.value, left - 1) : '[getter]';
  };
  const list = (value: readonly unknown[], left: number) => {
    const items: unknown[] = [];
    const most = value.length < MOST_ITEMS ? value.length : MOST_ITEMS;
    for (let i = 0; i < most; i++) items[i] = field(value, i, left) ?? null;
    if (value.length > most) {
      isCut = true;
      items[most] = `… ${value.length - most} more`;
    }
    return items;
  };
  const object = (value: object, left: number) => {
    const result = { __proto__: null } as unknown as Record<string, unknown>;
    const keys = ownKeys(value);
    let count = 0;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!;
      if (typeof key !== 'string' || !getOwnPropertyDescriptor(value, key)?.enumerable) continue;
      if (++count > MOST_KEYS) {
        isCut = true;
        result['…'] = `${keys.length - MOST_KEYS} more`;
        break;
      }
      result[key] = field(value, key, left);
    }
    return result;
  };
  const inWords = (value: object): string | undefined => {
    let from = getPrototypeOf(value);
    for (let i = 0; from && i < 12; i++) {
      if (isProxy(from)) return undefined;
      if (from === TypedArray) return `${tagOf(value)}(${OwnString(lengthOf(value))})`;
      const describe = described(DESCRIBED as never, from);
      if (describe) return describe(value);
      from = getPrototypeOf(from);
    }
    return undefined;
  };
  const read = (value: unknown, left: number): unknown => {
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'string') return cut(value);
    if (typeof value === 'number') return isReal(value) ? value : `${value}`;
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'function') {
      const name = isProxy(value) ? '' : getOwnPropertyDescriptor(value, 'name')?.value;
      return `[Function ${typeof name === 'string' && name ? name : 'anonymous'}]`;
    }
    if (typeof value !== 'object') return OwnString(value);
    if (isProxy(value)) return isArray(value) ? 'Proxy(Array)' : 'Proxy(Object)';
    const words = isArray(value) ? undefined : inWords(value);
    if (words !== undefined) return cut(words);
    for (let i = 0; i < above.length; i++) if (above[i] === value) return '[circular]';
    if (left <= 0 || ++nodes > MOST_NODES) {
      isCut = true;
      return isArray(value) ? `[Array(${value.length})]` : '[Object]';
    }
    above[above.length] = value;
    const result = isArray(value) ? list(value, left) : object(value, left);
    above.length--;
    return result;
  };
  const shown: unknown[] = [];
  for (let i = 0; i < values.length; i++) shown[i] = read(values[i], DEPTH);
  return { shown, isCut };
}

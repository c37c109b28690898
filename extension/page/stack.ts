import {
  apply,
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  method,
  OwnError,
} from './natives.ts';

const split = method(String.prototype.split as (by: string) => string[]);
const includes = method(String.prototype.includes);
const join = method(Array.prototype.join);
/** Where our own script lies, as stacks name it. */
const [, , OWN = ''] = split(new OwnError().stack ?? '', '\n').length
  ? (/at (.*?)((?:chrome|moz)-extension:\/\/[^/]+\/)/.exec(new OwnError().stack ?? '') ?? [])
  : [];

/** Where the page is now. A page may have its own way to write stacks, which must not hear of us. */
export function stackNow(): string {
  const own = getOwnPropertyDescriptor(OwnError, 'prepareStackTrace');
  if (own) {
    if (!('value' in own) || !own.configurable) return '';
    deleteProperty(OwnError, 'prepareStackTrace');
  }
  const stack = new OwnError().stack ?? '';
  if (own) defineProperty(OwnError, 'prepareStackTrace', own);
  return withoutOurs(stack);
}

/** Without the lines of our own functions. */
export function withoutOurs(stack: string): string {
  if (!OWN || !includes(stack, OWN)) return stack;
  const lines = split(stack, '\n');
  const kept: string[] = [];
  for (let i = 0; i < lines.length; i++) if (!includes(lines[i]!, OWN)) kept[kept.length] = lines[i]!;
  return join(kept, '\n');
}

/** The engine's own way to give the stack of an error, which is a getter in newer ones. */
const native = getOwnPropertyDescriptor(new OwnError(), 'stack');

/** The stack of an error, unless the page has put something else in its place. */
export function stackOf(thrown: object): string | undefined {
  const found = getOwnPropertyDescriptor(thrown, 'stack');
  const stack = found?.get && found.get === native?.get ? apply(found.get, thrown, []) : found?.value;
  return typeof stack === 'string' ? stack : undefined;
}

/** What a failure of ours in the place of theirs must not show. */
export function clean(thrown: unknown): void {
  if (typeof thrown !== 'object' || thrown === null) return;
  const stack = stackOf(thrown);
  if (stack === undefined || withoutOurs(stack) === stack) return;
  if (native?.set) apply(native.set, thrown, [withoutOurs(stack)]);
  else
    defineProperty(thrown, 'stack', {
      value: withoutOurs(stack),
      writable: true,
      configurable: true,
      enumerable: false,
    });
}

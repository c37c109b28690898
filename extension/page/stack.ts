import {
  apply,
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  method,
  OwnError,
} from './natives.ts';

const split = method(String.prototype.split as (by: string) => string[]);
const includes = method(String.prototype.includes);
const join = method(Array.prototype.join);
const indexOf = method(String.prototype.indexOf);
const slice = method(String.prototype.slice);
/** Where our own script lies, as stacks name it; Firefox has no name for it. */
const [OWN = ''] =
  /(chrome|moz)-extension:\/\/[^/]+\/|<anonymous code>/.exec(new OwnError().stack ?? '') ?? [];

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

/** Firefox has one getter for all errors, and does not repeat what they say in front of the calls. */
const inherited = native ? undefined : getOwnPropertyDescriptor(OwnError.prototype, 'stack')?.get;

/** The stack of an error, unless the page has put something else in its place. */
export function stackOf(thrown: object): string | undefined {
  const found = getOwnPropertyDescriptor(thrown, 'stack');
  if (!found && inherited) {
    const calls: unknown = apply(inherited, thrown, []);
    const message = getOwnPropertyDescriptor(thrown, 'message')?.value;
    return typeof calls === 'string' ? `${nameOf(thrown)}: ${message ?? ''}${asOthers(calls)}` : undefined;
  }
  const stack = found?.get && found.get === native?.get ? apply(found.get, thrown, []) : found?.value;
  return typeof stack === 'string' ? stack : undefined;
}

/** The calls of a stack as other browsers write them: `failing@http://site/:7:41` is `at failing (http://site/:7:41)`. */
function asOthers(calls: string): string {
  const lines = split(calls, '\n');
  let told = '';
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const at = indexOf(line, '@');
    if (at < 0) continue;
    const place = slice(line, at + 1);
    told += at === 0 ? `\n    at ${place}` : `\n    at ${slice(line, 0, at)} (${place})`;
  }
  return told;
}

/** As its prototypes have it, without a word to the page. */
function nameOf(thrown: object): string {
  for (let from: object | null = thrown, i = 0; from && i < 9; from = getPrototypeOf(from), i++) {
    const name = getOwnPropertyDescriptor(from, 'name')?.value;
    if (typeof name === 'string' && name) return name;
  }
  return 'Error';
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

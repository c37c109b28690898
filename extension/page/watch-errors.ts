import type { PageSeen } from '../../src/contract/watching.ts';
import { tell } from './channel.ts';
import { isProxy } from './disguise.ts';
import { cutText, getOwnPropertyDescriptor, getPrototypeOf, getter, later, listen, now } from './natives.ts';
import { readValues } from './read-values.ts';
import { stackOf, withoutOurs } from './stack.ts';

type Exception = Extract<PageSeen, { say: 'exception' }>;

const MOST = 10_000;
const isPrevented = getter<boolean>(Event.prototype, 'defaultPrevented');
const errorOf = getter(ErrorEvent.prototype, 'error');
const wordsOf = getter<string>(ErrorEvent.prototype, 'message');
const fileOf = getter<string>(ErrorEvent.prototype, 'filename');
const lineOf = getter<number>(ErrorEvent.prototype, 'lineno');
const columnOf = getter<number>(ErrorEvent.prototype, 'colno');
const reasonOf = getter(PromiseRejectionEvent.prototype, 'reason');

/** Exceptions and rejections that nobody caught. What a script dispatches by itself is none. */
export function watchErrors(): void {
  const heard = (event: Event, read: () => Omit<Exception, 'say' | 'at'>) => {
    if (!event.isTrusted) return;
    const at = now();
    // Listeners that come after ours may say that it is dealt with.
    later(() => {
      if (!isPrevented(event)) tell({ say: 'exception', at, ...read() });
    }, 0);
  };
  listen(
    window,
    'error',
    (event: Event) => {
      if (!(event instanceof ErrorEvent)) return; // a picture that did not load
      heard(event, () => ({
        kind: 'exception',
        ...told(errorOf(event), wordsOf(event)),
        ...(fileOf(event) && { url: fileOf(event), line: lineOf(event), column: columnOf(event) }),
      }));
    },
    true,
  );
  listen(
    window,
    'unhandledrejection',
    (event: Event) => {
      heard(event, () => ({ kind: 'rejection', ...told(reasonOf(event), '') }));
    },
    true,
  );
}

function told(thrown: unknown, words: string): Pick<Exception, 'name' | 'text' | 'value'> {
  const isObject = typeof thrown === 'object' && thrown !== null && !isProxy(thrown);
  const stack = isObject ? stackOf(thrown) : undefined;
  if (stack !== undefined)
    return { name: classOf(thrown as object), text: cutText(withoutOurs(stack), MOST) };
  if (thrown === undefined && words) return { text: words };
  return { text: '', value: readValues([thrown]).shown[0] };
}

function classOf(thrown: object): string {
  for (let from = getPrototypeOf(thrown), i = 0; from && i < 9; from = getPrototypeOf(from), i++) {
    if (isProxy(from)) break;
    const made = getOwnPropertyDescriptor(from, 'constructor')?.value;
    const name = typeof made === 'function' ? getOwnPropertyDescriptor(made, 'name')?.value : undefined;
    if (typeof name === 'string' && name) return name;
  }
  return 'Error';
}

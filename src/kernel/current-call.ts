/** Whose work is done: what a call does in the world is recorded with its number, however deep in the engines it is. */
import { AsyncLocalStorage } from 'node:async_hooks';

interface Current {
  readonly number: number;
  tell?: (what: string) => void;
}

const calls = new AsyncLocalStorage<Current>();
let count = 0;

/** The number of a call that begins: its place among all of this process. */
export const nextCall = (): number => ++count;

export const asCall = <T>(number: number, work: () => T): T => calls.run({ number }, work);

/** Undefined outside of calls. Asked where something begins: listeners belong to whoever made them. */
export const currentCall = (): number | undefined => calls.getStore()?.number;

/** Who hears what this call waits for. */
export function whenWaiting(tell: (what: string) => void): void {
  const current = calls.getStore();
  if (current) current.tell = tell;
}

/** Tells the client what its call waits for, such as a person; from now on that is what it hears. */
export const waitsFor = (what: string): void => calls.getStore()?.tell?.(what);

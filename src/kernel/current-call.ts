/** Whose work is done: what a call does in the world is recorded with its number, however deep in the engines it is. */
import { AsyncLocalStorage } from 'node:async_hooks';

const numbers = new AsyncLocalStorage<number>();
let count = 0;

/** The number of a call that begins: its place among all of this process. */
export const nextCall = (): number => ++count;

export const asCall = <T>(number: number, work: () => T): T => numbers.run(number, work);

/** Undefined outside of calls. Asked where something begins: listeners belong to whoever made them. */
export const currentCall = (): number | undefined => numbers.getStore();

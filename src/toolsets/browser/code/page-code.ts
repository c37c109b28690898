import { createContext, runInContext } from 'node:vm';
import { fault } from '../../../kernel/fault.ts';

/** What code may expect besides the language itself. */
const GLOBALS = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'queueMicrotask',
  'structuredClone',
  'URL',
  'URLSearchParams',
  'TextEncoder',
  'TextDecoder',
  'AbortController',
  'AbortSignal',
  'fetch',
  'Headers',
  'Request',
  'Response',
  'FormData',
  'Blob',
  'Buffer',
  'crypto',
  'atob',
  'btoa',
];

/**
 * Runs a function of the page. The context of its own keeps its variables apart from ours; it is no wall, and
 * whoever turns this on lets the agent do whatever the server's user may.
 */
export async function runPageCode(page: unknown, source: string): Promise<unknown> {
  const globals = GLOBALS.map((name) => [name, Reflect.get(globalThis, name)] as const);
  const context = createContext({ page, ...Object.fromEntries(globals) });
  try {
    const made: unknown = runInContext(`(${source.trim().replace(/;$/, '')}\n)`, context);
    if (typeof made !== 'function') throw new TypeError('it is no function such as async (page) => …');
    const value: unknown = await Reflect.apply(made, undefined, [page]);
    return value === undefined ? undefined : JSON.parse(JSON.stringify(value) ?? 'null');
  } catch (cause) {
    // An error of the other context is no instance of our Error.
    const message = cause !== null && typeof cause === 'object' && 'message' in cause ? cause.message : cause;
    throw fault('EVALUATION_FAILED', { why: String(message).split('\n', 1)[0]!.replace(/\.$/, '') }, cause);
  }
}

import { Script } from 'node:vm';
import { z } from 'zod';
import { evaluate } from '../../../engines/browser/actions/evaluate.ts';
import { toolsFor } from '../../../kernel/tool.ts';
import type { InstanceDeps } from '../deps.ts';
import { PAGE_FAULTS } from './action-tool.ts';
import { json, laneOf, numberOf, place, withTab } from './place.ts';

export const executeTool = toolsFor<InstanceDeps>()({
  name: 'browser_execute',
  title: 'Execute JavaScript',
  summary: 'Evaluate JavaScript in a page. A promise is awaited unless awaitPromise is false.',
  effect: 'write',
  openWorld: true,
  input: z.object({
    expression: z.string().min(1).describe('JavaScript.'),
    awaitPromise: z.boolean().optional().describe('Default true.'),
    ...place,
  }),
  faults: [...PAGE_FAULTS, 'EVALUATION_FAILED', 'EVALUATION_TIMEOUT'],
  warnings: () => [],
  target: laneOf,
  run: (call) =>
    withTab(call, async (tab) => {
      const { args, signal } = call;
      const { expression, awaitPromise } = args;
      const valued = isExpression(expression) ? expression : scriptOf(expression);
      const source = valued !== undefined && awaitPromise === false ? unawaited(valued) : valued;
      const evaluated = () => evaluate(tab, source ?? expression, { signal });
      const { value } = await tab.turns.take(signal, evaluated);
      return { result: value ?? null, tabId: numberOf(tab) };
    }),
});

const trimmed = (source: string) => source.trim().replace(/;+$/, '');

/** Something with a value, which may be awaited. */
function isExpression(source: string): boolean {
  return isReadable(`async () => (${trimmed(source)}\n)`);
}

/** Statements have the value of the last of them, as in the console of a browser. A body with return is none. */
function scriptOf(source: string): string | undefined {
  return isReadable(source) ? `(0, eval)(${JSON.stringify(source)})` : undefined;
}

function isReadable(source: string): boolean {
  try {
    new Script(source); // reads it; nothing runs here
    return true;
  } catch {
    return false;
  }
}

/** A promise is as little JSON as a function: it is told as an empty object. */
const unawaited = (expression: string) =>
  `() => { const made = (${trimmed(expression)}\n); return typeof made?.then === 'function' ? {} : made; }`;

export const sleepTool = toolsFor<InstanceDeps>()({
  name: 'sleep',
  title: 'Sleep',
  summary: 'Wait so many milliseconds.',
  effect: 'read',
  input: z.object({ duration: z.number().min(0).max(3_600_000).describe('Milliseconds.') }),
  faults: [],
  warnings: () => [],
  timeoutMs: ({ duration }) => duration + 5_000,
  async run({ args, signal }) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, args.duration);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    clearTimeout(timer);
    return json({ slept: args.duration });
  },
});

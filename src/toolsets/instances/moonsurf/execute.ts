import { z } from 'zod';
import { evaluate } from '../../../engines/browser/actions/evaluate.ts';
import { toolsFor } from '../../../kernel/tool.ts';
import type { InstanceDeps } from '../deps.ts';
import { PAGE_FAULTS } from './action-tool.ts';
import { laneOf, numberOf, onTab, place } from './place.ts';

export const executeTool = toolsFor<InstanceDeps>()({
  name: 'browser_execute',
  title: 'Execute JavaScript',
  summary: 'Evaluate JavaScript in a page. A promise is awaited unless awaitPromise is false.',
  effect: 'write',
  openWorld: true,
  input: z.object({ expression: z.string().min(1), awaitPromise: z.boolean().optional(), ...place }),
  faults: [...PAGE_FAULTS, 'EVALUATION_FAILED', 'EVALUATION_TIMEOUT'],
  warnings: () => [],
  target: laneOf,
  run: (call) =>
    onTab(call, async (tab) => {
      const { expression, awaitPromise } = call.args;
      const source = awaitPromise === false ? unawaited(expression) : expression;
      const { value } = await evaluate(tab, source, { signal: call.signal });
      return { result: value ?? null, tabId: numberOf(tab) };
    }),
});

/** A promise is as little JSON as a function: it is told as an empty object. */
const unawaited = (expression: string) =>
  `() => { const made = (${expression.trim().replace(/;+$/, '')}\n); return typeof made?.then === 'function' ? {} : made; }`;

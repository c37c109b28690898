/** What the main thread of the page did, from the events of a trace. */
import type { CodePlace, LongTask } from './trace-reading.ts';

export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly args: { readonly [key: string]: unknown };
}

export interface ScriptData {
  readonly url?: string;
  readonly functionName?: string;
  readonly lineNumber?: number;
  readonly columnNumber?: number;
  readonly scriptId?: string | number;
}

const LONG_MS = 50;
const MOST_TASKS = 20;
const RUNS_CODE = new Set([
  'FunctionCall',
  'EvaluateScript',
  'v8.evaluateModule',
  'v8.compile',
  'v8.compileModule',
]);

export const dataOf = ({ args }: TraceEvent) => (args.data ?? {}) as ScriptData;
const round = (ms: number) => Math.round(ms * 10) / 10;

/** Scripts by the time they took, tasks that kept the page from answering, and how long it was kept. */
export function readMainThread(events: readonly TraceEvent[], start: number) {
  const spans = events
    .filter(({ ph }) => ph === 'X')
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const scripts = new Map<string, number>();
  const tasks: (LongTask & { readonly end: number })[] = [];
  let task: { from: number; end: number; longest: number; script?: string; function?: string } | undefined;
  let codeEnd = 0;
  const endTask = () => {
    const ms = task ? (task.end - task.from) / 1000 : 0;
    if (task && ms > LONG_MS && task.from >= start)
      tasks.push({
        at_ms: round((task.from - start) / 1000),
        ms: round(ms),
        script: task.script,
        function: task.function,
        end: task.end,
      });
  };
  for (const event of spans) {
    const { name, ts, dur = 0 } = event;
    if (name === 'RunTask' && (!task || ts >= task.end)) {
      endTask();
      task = { from: ts, end: ts + dur, longest: 0 };
      continue;
    }
    if (!RUNS_CODE.has(name) || ts < codeEnd) continue;
    const { url, functionName } = dataOf(event);
    if (!url) continue;
    codeEnd = ts + dur;
    scripts.set(url, (scripts.get(url) ?? 0) + dur / 1000);
    if (task && ts < task.end && dur > task.longest)
      task = { ...task, longest: dur, script: url, ...(functionName ? { function: functionName } : {}) };
  }
  endTask();
  return {
    scripts: [...scripts]
      .map(([url, ms]) => ({ url, ms: round(ms) }))
      .filter(({ ms }) => ms >= 1)
      .toSorted((one, other) => other.ms - one.ms),
    long_tasks: tasks
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, MOST_TASKS)
      .map(({ end: _, ...one }) => one),
    blocked_ms: round(tasks.reduce((sum, { ms }) => sum + ms - LONG_MS, 0)),
  };
}

/** The function that took longest between two moments. */
export function longestCall(events: readonly TraceEvent[], from: number, to: number) {
  const calls = events.filter(
    (event) => event.name === 'FunctionCall' && event.ts >= from && event.ts <= to && dataOf(event).url,
  );
  const longest = calls.toSorted((one, other) => (other.dur ?? 0) - (one.dur ?? 0))[0];
  if (!longest) return undefined;
  const { url = '', functionName, lineNumber = 1, columnNumber = 1 } = dataOf(longest);
  const place: CodePlace = {
    function: functionName || '(anonymous)',
    url,
    line: lineNumber,
    column: columnNumber,
  };
  return { place, ms: round((longest.dur ?? 0) / 1000) };
}

import { tell } from './channel.ts';
import { replace } from './disguise.ts';
import { method, now, OwnMap, OwnString } from './natives.ts';
import { readValues } from './read-values.ts';
import { stackNow } from './stack.ts';

/** As the browser names what these methods say. */
const NAMES: Readonly<Record<string, string>> = {
  debug: 'debug',
  log: 'log',
  info: 'info',
  warn: 'warn',
  error: 'error',
  dir: 'dir',
  dirxml: 'dirxml',
  table: 'table',
  trace: 'trace',
  clear: 'clear',
  group: 'startGroup',
  groupCollapsed: 'startGroupCollapsed',
  groupEnd: 'endGroup',
};
const get = method(Map.prototype.get as (key: string) => number | undefined);
const set = method(Map.prototype.set as (key: string, value: number) => unknown);
const remove = method(Map.prototype.delete as (key: string) => boolean);

/** What scripts say on the console. */
export function watchConsole(): void {
  const counts = new OwnMap<string, number>();
  const timers = new OwnMap<string, number>();
  const clock = performance.now.bind(performance);
  const say = (api: string, values: readonly unknown[]) => {
    const { shown: args, isCut } = readValues(values);
    tell({ say: 'console', at: now(), api, args, isCut, stack: stackNow() });
  };
  const watch = (name: string, heard: (args: readonly unknown[]) => void) =>
    replace(console, name, (call, _self, args) => {
      const result = call();
      try {
        heard(args);
      } catch {
        // A line that we cannot read must not become the page's trouble.
      }
      return result;
    });
  const names = Object.keys(NAMES);
  for (const name of names)
    watch(name, (args) =>
      say(NAMES[name]!, args.length === 0 && name === 'clear' ? ['console.clear'] : args),
    );
  watch('assert', (args) => {
    if (args[0]) return;
    const rest: unknown[] = [];
    for (let i = 1; i < args.length; i++) rest[i - 1] = args[i];
    say('assert', rest.length > 0 ? rest : ['console.assert']);
  });
  const label = (args: readonly unknown[]) => (typeof args[0] === 'string' ? args[0] : 'default');
  watch('count', (args) => {
    const count = (get(counts as never, label(args)) ?? 0) + 1;
    set(counts as never, label(args), count);
    say('count', [`${label(args)}: ${count}`]);
  });
  watch('countReset', (args) => void remove(counts as never, label(args)));
  watch('time', (args) => void set(timers as never, label(args), clock()));
  const timed = (args: readonly unknown[], isEnd: boolean) => {
    const since = get(timers as never, label(args));
    if (since === undefined) return;
    if (isEnd) remove(timers as never, label(args));
    say(isEnd ? 'timeEnd' : 'log', [`${label(args)}: ${OwnString(clock() - since)} ms`]);
  };
  watch('timeEnd', (args) => timed(args, true));
  watch('timeLog', (args) => timed(args, false));
}

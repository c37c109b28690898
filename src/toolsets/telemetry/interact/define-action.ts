import type { z } from 'zod';
import { noticeWords } from '../../../engines/browser/notice.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { Fault } from '../../../kernel/fault.ts';
import type { AnyMode, Mode } from '../../../kernel/modal.ts';
import type { Call, Reply } from '../../../kernel/tool.ts';
import { type Command, commandWords, type Order } from '../commands/command.ts';
import type { Commands } from '../commands/commands.ts';
import type { TelemetryDeps } from '../deps.ts';
import { findTab, openTab, stateWords, trackedTab } from '../tabs.ts';
import type { everyAction } from './action-arguments.ts';

/** How long a call waits for its command unless it asks not to. */
const SYNC_MS = 15_000;
const LIMIT_MS = 60_000;

type Common = z.output<z.ZodObject<typeof everyAction>>;

export type ActionResult = Readonly<Record<string, unknown>>;
export type ActionCall<Args> = Call<Args & Common, TelemetryDeps> & {
  readonly tab: Tab;
  readonly action: string;
};

export interface Action<Input extends z.ZodObject> {
  readonly summary: string;
  readonly isPlain?: boolean;
  readonly input: Input;
  /** It may open the first page by itself; others need one. */
  readonly opensPage?: true;
  /** The argument that is typed: it may turn out to be a secret, once it is known where it goes. */
  readonly types?: string;
  /** How long it may take, where that depends on the arguments. */
  readonly limitMs?: (args: z.output<Input>) => number;
  run(call: ActionCall<z.output<Input>>): Promise<ActionResult>;
}

/** Modes by the names that they are called by; an action is told its own. */
export const named = (
  modes: Readonly<Record<string, AnyMode<TelemetryDeps> | ((name: string) => AnyMode<TelemetryDeps>)>>,
) =>
  Object.fromEntries(
    Object.entries(modes).map(([name, mode]) => [name, typeof mode === 'function' ? mode(name) : mode]),
  );

/** A mode of interact, once it has its name: its work is a command, queued by tab, waited for unless the caller says otherwise. */
export function defineAction<Input extends z.ZodObject>(action: Action<Input>) {
  return (name: string): Mode<TelemetryDeps, Input> => ({
    summary: action.summary,
    ...(action.isPlain && { isPlain: true }),
    input: action.input,
    async run(call) {
      const args = call.args as z.output<Input> & Common;
      const tab = await tabOf(call.deps, args);
      return asCommand(call, {
        action: name,
        // Commands without a tab to go to wait in one line of their own.
        target: tab?.id ?? 'a new tab',
        limitMs: action.limitMs?.(args) ?? LIMIT_MS,
        submitted: (command) => tab && expireWith(tab, command, call.deps.commands),
        run: (signal) => work(name, action, { ...call, args: { ...args } }, signal),
        // The call is told of before its work is done.
        left: () => action.types !== undefined && call.conceal?.(action.types),
      });
    },
  });
}

/** Work that is a command: it has an id, can be waited for, asked about and taken back. */
interface CommandWork extends Pick<Order, 'action' | 'target' | 'limitMs' | 'run'> {
  /** How long the call waits for it; 0: not at all. Left out: a while, unless the caller says otherwise. */
  readonly waitMs?: number;
  submitted?(command: Command): unknown;
  /** The call ends before the work does. */
  left?(): unknown;
}

export async function asCommand(
  { args, deps, caller, signal }: Call<unknown, TelemetryDeps>,
  { waitMs, submitted, left, ...order }: CommandWork,
): Promise<Reply> {
  const { commands } = deps;
  const { correlation_id: id, background, sync, wait } = args as Common;
  const command = commands.submit({
    ...order,
    id,
    session: caller.session,
    state: () => stateWords(deps.engine, deps.pilot.isOn),
  });
  submitted?.(command);
  const usual = background === true || sync === false || wait === false ? 0 : SYNC_MS;
  const ms = waitMs ?? usual;
  if (ms > 0) await commands.wait(command, ms, signal);
  if (!command.isFinal) left?.();
  return ms > 0 ? outcome(command) : queued(command);
}

const tabOf = ({ engine }: TelemetryDeps, { tab_id: name }: Common): Promise<Tab | undefined> =>
  name === undefined ? trackedTab(engine) : findTab(engine, name);

/** What waits for a tab that goes away will not be done. */
function expireWith({ id, page }: Tab, command: Command, commands: Commands): void {
  const closed = () => commands.expireTarget(id, `tab ${id} was closed`);
  const crashed = () => commands.expireTarget(id, `tab ${id} crashed`);
  page.on('close', closed).on('crash', crashed);
  void command.done.then(() => page.off('close', closed).off('crash', crashed));
}

async function work<Input extends z.ZodObject>(
  name: string,
  action: Action<Input>,
  call: Call<z.output<Input> & Common, TelemetryDeps>,
  signal: AbortSignal,
): Promise<ActionResult> {
  const { deps, args } = call;
  const opens = action.opensPage && args.tab_id === undefined;
  const tab = opens ? await deps.engine.tab() : await openTab(deps.engine, args.tab_id, name);
  const tracked = await trackedTab(deps.engine);
  const url = tab.url;
  const run = async () => {
    if (args.subtitle !== undefined) await deps.captions.show(tab, args.subtitle);
    return action.run({ ...call, signal, tab, action: name });
  };
  const start = deps.clock.monotonic();
  const result = await deps.during(() => tab.turns.take(signal, run));
  const notices = deps.engine.takeNotices().map(noticeWords);
  return {
    success: true,
    action: name,
    ...result,
    notices: notices.length > 0 ? notices : undefined,
    timing: { total_ms: Math.round(deps.clock.monotonic() - start) },
    resolved_tab_id: tab.id,
    resolved_url: url,
    effective_url: tab.page.isClosed() || tab.url === url ? undefined : tab.url,
    target_context: {
      source: args.tab_id === undefined ? 'tracked_tab' : 'explicit_tab',
      requested_tab_id: args.tab_id,
      tracked_tab_id: tracked?.id ?? tab.id,
    },
  };
}

const queued = ({ id, order }: Command): Reply => ({
  summary: `${order.action} is queued; observe({what:"command_result", correlation_id}) tells how it ended`,
  data: { status: 'queued', correlation_id: id, queued: true, final: false },
});

/** The outcome of a command that was waited for. A failure is the caller's to hear, with the command's name. */
function outcome(command: Command): Reply {
  const record = command.record();
  if (!command.isFinal) {
    const message = 'It goes on; observe({what:"command_result", correlation_id}) tells how it ended.';
    const { correlation_id, queued } = record;
    return {
      summary: `${command.order.action} is still being done`,
      data: { status: 'still_processing', correlation_id, queued, final: false, message },
    };
  }
  const { fault, id: correlation_id } = command;
  const { action } = command.order;
  if (fault) throw new Fault(fault.code, { ...fault.data, action, correlation_id }, fault);
  const { result, ...rest } = record;
  const perf = result?.perf_diff as { summary?: string } | undefined;
  const words = [result?.summary, perf?.summary].filter((one) => typeof one === 'string' && one !== '');
  return {
    summary: [commandWords(record), ...words].join('; '),
    data: { ...rest, result, perf_diff: perf },
  };
}

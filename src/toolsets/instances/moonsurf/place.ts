import { z } from 'zod';
import type { OpenContext } from '../../../engines/browser/context/open-context.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import type { Instance } from '../../../engines/browser/pool/instance.ts';
import { type Block, text } from '../../../kernel/content.ts';
import { Fault, fault } from '../../../kernel/fault.ts';
import type { AnyMode } from '../../../kernel/modal.ts';
import { markData } from '../../../kernel/page-fence.ts';
import type { Call, Caller, Reply } from '../../../kernel/tool.ts';
import type { InstanceDeps } from '../deps.ts';
import { lesseeOf } from '../open-instance.ts';

/** Which browser and which tab a call means; without them the current ones. */
const instanceId = z.string().min(1).optional();
export const tabId = z.int().min(1).optional().describe('Of browser_tab list.');
export const place = { instanceId, tabId };

export type Place = z.output<z.ZodObject<typeof place>>;

interface There {
  readonly instance: Instance;
  readonly context: OpenContext;
}

/** What an action says of itself beside its input; one that only looks on runs beside whatever the page is doing. */
export type PlacedMode = AnyMode<InstanceDeps> & { readonly looksOn?: true };

interface Placed<Args> extends Pick<PlacedMode, 'summary' | 'looksOn'> {
  timeoutMs?(args: Args): number;
}
type PlacedCall<Args> = Call<Args, InstanceDeps> & There;

/** An action on a browser; its answer is what it returns, as JSON. */
export function onInstance<Shape extends z.ZodRawShape, Args = Place & z.output<z.ZodObject<Shape>>>(
  action: Placed<Args> & { readonly input?: Shape; run(call: PlacedCall<Args>): Promise<object> },
): PlacedMode {
  const input = z.object({ instanceId, ...action.input });
  const run: PlacedMode['run'] = (call) =>
    withInstance(call, async (there) => json(await action.run({ ...call, ...there })));
  return { ...action, input, run };
}

/** An action on a page. Whatever tool they use, those that do not only look on wait for each other. */
export function onTab<Shape extends z.ZodRawShape, Args = Place & z.output<z.ZodObject<Shape>>>(
  action: Placed<Args> & {
    readonly input?: Shape;
    run(tab: Tab, call: PlacedCall<Args>): Promise<Reply | object>;
  },
): PlacedMode {
  const input = z.object({ ...place, ...action.input });
  const run: PlacedMode['run'] = (call) =>
    withTab(call, async (tab, there) => {
      const work = () => action.run(tab, { ...call, ...there });
      if (!action.looksOn) return tab.turns.take(call.signal, work);
      await tab.turns.free(call.signal);
      return work();
    });
  return { ...action, input, run };
}

/** Answers are one block of JSON, as Moonsurf writes them; a picture comes beside it. */
export function json(data: object, ...more: readonly Block[]): Reply {
  return { blocks: [text(JSON.stringify(markData(data), null, 2)), ...more], isWhole: true };
}

function withInstance(
  { deps, caller, args }: Call<Place, InstanceDeps>,
  work: (there: There) => Promise<Reply>,
): Promise<Reply> {
  const instance = deps.pool.find(args.instanceId, lesseeOf(caller));
  return instance.use(async () => {
    try {
      return await work({ instance, context: await instance.engine.context() });
    } catch (thrown) {
      throw inTheirWords(thrown);
    }
  });
}

export function withTab(
  call: Call<Place, InstanceDeps>,
  work: (tab: Tab, there: There) => Promise<Reply | object>,
): Promise<Reply> {
  return withInstance(call, async (there) => {
    const { tabId: wanted } = call.args;
    const tab = await there.context.tab(wanted === undefined ? undefined : `t${wanted}`);
    const done = await work(tab, there);
    return isReply(done) ? done : json({ ...done, ...dialogOf(tab) });
  });
}

const isReply = (done: Reply | object): done is Reply => 'blocks' in done;

/** Tabs are numbers there. */
export const numberOf = ({ id }: Pick<Tab, 'id'>): number => Number(id.slice(1));

/** What waits for an answer is said with the answer of the call that brought it. */
function dialogOf(tab: Tab): object {
  const open = tab.modals.open.find((state) => state.kind === 'dialog');
  return open === undefined ? {} : { dialog: { type: open.type, message: open.message } };
}

/** Calls on one page keep their order; pages and browsers run side by side. */
export const laneOf = (args: Place, caller: Caller) =>
  `instance/${args.instanceId ?? caller.session}/${args.tabId ?? ''}`;

const FIRST = ' >> nth=0';

/** As `querySelector` does, the first that matches; `el:has-text(words)` needs no quotes. */
export function firstOf(selector: string): string {
  const quoted = selector.replaceAll(
    /:has-text\((?!\s*["'])([^()]*)\)/g,
    (_, words: string) => `:has-text(${JSON.stringify(words.trim())})`,
  );
  return `${quoted}${FIRST}`;
}

/** Tabs by their numbers, selectors as they were written. */
function inTheirWords(thrown: unknown): unknown {
  if (!(thrown instanceof Fault)) return thrown;
  const { target, tab, tabs } = thrown.data;
  if (thrown.code === 'NO_SUCH_TAB' && Array.isArray(tabs)) {
    const numbers = tabs.map((one) => /t(\d+)/.exec(String(one))?.[1] ?? String(one));
    return fault('NO_SUCH_TAB', { tab: String(tab).replace(/^t/, ''), tabs: numbers }, thrown);
  }
  if (typeof target !== 'string' || !target.includes(FIRST)) return thrown;
  return new Fault(thrown.code, { ...thrown.data, target: target.replace(FIRST, '') }, thrown);
}

export const badArguments = (tool: string, ...problems: readonly string[]) =>
  fault('INVALID_ARGUMENTS', { tool, problems });

import { z } from 'zod';
import { resolveTarget, targetCode } from '../../engines/browser/actions/target.ts';
import type { OpenContext } from '../../engines/browser/context/open-context.ts';
import type { ModalState } from '../../engines/browser/page/modals.ts';
import type { Tab } from '../../engines/browser/page/tab.ts';
import { isClosedError, translate } from '../../engines/browser/page/translate.ts';
import { firstRef, parseRef } from '../../engines/browser/snapshot/ref-book.ts';
import { Fault, type FaultCode, fault } from '../../kernel/fault.ts';
import { alias } from '../../kernel/json-schema.ts';
import { outsidePattern, type Pattern } from '../../kernel/pattern.ts';
import type { AnyTool, Call, Caller, Effect, Reply } from '../../kernel/tool.ts';
import type { BrowserResult } from '../../report/browser-result.ts';
import type { AnswerSource, StyledCall } from '../../report/browser-style.ts';
import type { CodeStep } from '../../report/code/code-step.ts';
import { type About, answerSource } from './answer-source.ts';
import type { BrowserDeps, BrowserPlaces } from './deps.ts';

const word = z.string().min(1).optional();

/**
 * Which browser, context and page a call means; the instructions tell of them once for all tools. `tab` says it all
 * by itself (`oneHandle`), so that beside instances nothing else is listed.
 */
const instance = { instanceId: word };
export const inContext = { context: word };
export const inTab = { ...inContext, tab: z.union([z.string().min(1), z.int().min(0)]).optional() };

/** One element: `target`, or `ref` as it was called before. The instructions tell what it may be. */
export const target = z
  .string()
  .min(1)
  .meta({ ...alias('ref', 'selector'), examples: ['e5'] });
/** What people call it; playwright-mcp asks for it. */
export const called = z.string().optional();
export const element = { target, element: called };
export const optionalElement = { target: target.optional(), element: called };

/** Where an answer goes that is too long to be read; the instructions tell of it. */
export const filename = word;
/** The same, and whether a file of ours at that place may go. What writes files looks for both among the arguments. */
export const overwrite = z.boolean().optional();
export const toFile = { filename, overwrite };

export interface Handles {
  readonly instanceId?: string | undefined;
  readonly context?: string | undefined;
  readonly tab?: string | number | undefined;
}

export type BrowserTool = AnyTool<BrowserPlaces>;
type Fields = Readonly<Record<string, z.ZodType>>;
type ArgsOf<Shape extends Fields> = z.output<z.ZodObject<Shape>> & Handles;

interface Spec<Shape extends Fields> {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly effect: Effect;
  readonly idempotent?: boolean;
  readonly input: Shape;
  readonly faults: readonly FaultCode[];
  readonly timeoutMs?: (args: ArgsOf<Shape>) => number | undefined;
  readonly destroys?: (args: ArgsOf<Shape>) => boolean;
  /** The modal state that it answers. */
  readonly answers?: ModalState['kind'];
  /** It may be called while the page waits for an answer. */
  readonly isFree?: boolean;
}

/** What a tool did and found; the style that was chosen makes an answer of it. */
export interface Result extends BrowserResult {
  /** The page that it is about, when it is not the one that was asked for. */
  readonly tab?: Tab | undefined;
}

/** A call of a tool that works on the browser as a whole. */
export type BrowserCall<Args> = Call<Args, BrowserDeps>;
/** A call on one context. */
export type ContextCall<Args> = BrowserCall<Args> & { readonly context: OpenContext };
/** A call on one page. */
export type PageCall<Args> = BrowserCall<Args> & { readonly tab: Tab };

/** A tool that acts on one page: calls on the same page wait for each other. */
export function pageTool<Shape extends Fields>(
  spec: Spec<Shape> & { run(call: PageCall<ArgsOf<Shape>>): Promise<Result> },
): BrowserTool {
  return tool(spec, inTab, async (call) => {
    const { context, tab: handle } = call.args as Handles;
    const tab = await call.deps.engine.tab({ context, tab: handle, target: refIn(call.args) });
    doubtWhenLate(tab, call.signal);
    return tab.turns.take(call.signal, () =>
      answer(call, spec, { tab }, (args) => spec.run({ ...call, args, tab })),
    );
  });
}

/** A page that has used up the time of a whole call may never answer again; the next call must not wait for it, too. */
function doubtWhenLate(tab: Tab, signal: AbortSignal): void {
  const onAbort = () => {
    if ((signal.reason as Error | undefined)?.name === 'TimeoutError') void tab.doubt().catch(() => {});
  };
  signal.addEventListener('abort', onAbort, { once: true });
}

export function contextTool<Shape extends Fields>(
  spec: Spec<Shape> & { run(call: ContextCall<ArgsOf<Shape>>): Promise<Result> },
): BrowserTool {
  return tool(spec, inContext, async (call) => {
    const context = await call.deps.engine.context((call.args as Handles).context);
    return answer(call, spec, { context }, (args) => spec.run({ ...call, args, context }));
  });
}

export function browserTool<Shape extends Fields>(
  spec: Spec<Shape> & { run(call: BrowserCall<ArgsOf<Shape>>): Promise<Result> },
): BrowserTool {
  return tool(spec, {}, (call) => answer(call, spec, {}, (args) => spec.run({ ...call, args })));
}

/** Runs the tool and lets the style make an answer of what it did, also of its failure. */
async function answer<Shape extends Fields>(
  call: BrowserCall<ArgsOf<Shape>>,
  { name, answers: modal, isFree }: Spec<Shape>,
  about: About,
  run: (args: ArgsOf<Shape>) => Promise<Result>,
): Promise<Reply> {
  const { answers } = call.deps;
  const styled: StyledCall = { tool: name, args: call.args, answers: modal, isFree };
  let result: Result = {};
  const source = () => answerSource(call, { ...about, tab: result.tab ?? about.tab });
  try {
    const args = answers.before && (await answers.before(styled, source()));
    result = await run((args ?? call.args) as ArgsOf<Shape>);
    if (result.failed) throw result.failed;
    return await answers.render(styled, result, source());
  } catch (thrown) {
    const failed = knownFault(thrown, name, call.deps);
    const pardoned = failed instanceof Fault && answers.pardon?.(failed, styled);
    if (pardoned) return answers.render(styled, pardoned, source());
    throw await withAccount(failed, call, styled, result.failed ? result : {}, source());
  }
}

/** The fault with what the style wants to tell besides. */
async function withAccount(
  failed: unknown,
  call: BrowserCall<unknown>,
  styled: StyledCall,
  result: Result,
  source: AnswerSource,
): Promise<unknown> {
  if (!(failed instanceof Fault) || failed.account !== undefined) return failed;
  const account = await call.deps.answers.account?.(failed, styled, result, source);
  return account === undefined ? failed : new Fault(failed.code, failed.data, failed.cause, account);
}

function tool<Shape extends Fields>(
  spec: Spec<Shape>,
  handles: Fields,
  run: (call: BrowserCall<ArgsOf<Shape>>) => Promise<Reply>,
): BrowserTool {
  const { name } = spec;
  return {
    ...spec,
    openWorld: true,
    input: z.object({ ...spec.input, ...handles, ...instance }),
    target: queueOf,
    run: async (given: Call<ArgsOf<Shape>, BrowserPlaces>) => {
      const args = oneHandle(given.args);
      const { deps, use } = await given.deps.at(args.instanceId, given.caller);
      // A session that has ended meanwhile must open nothing any more.
      given.signal.throwIfAborted();
      const call = { ...given, args, deps };
      const work = () =>
        call.deps.lifetime.during(async () => {
          const reply = await run(call).catch(async (thrown: unknown) => {
            const styled = { tool: name, args: call.args };
            const failed = knownFault(thrown, name, call.deps);
            throw await withAccount(failed, call, styled, {}, answerSource(call, {}));
          });
          await call.deps.answered({ tool: name, args: call.args, caller: call.caller }, reply);
          return reply;
        });
      return use(work);
    },
  };
}

/** What Playwright says outside of a step on a page is the browser's failure, and not one of ours. */
function knownFault(thrown: unknown, tool: string, deps: BrowserDeps): unknown {
  if (thrown instanceof Fault || !(thrown instanceof Error)) return thrown;
  if (isClosedError(thrown))
    return deps.engine.isRunning
      ? fault('TAB_CLOSED', { tab: 'of the call' }, thrown)
      : fault('BROWSER_CRASHED', { what: 'browser' }, thrown);
  return /^[a-zA-Z]+\.[a-zA-Z]+: /.test(thrown.message) ? translate(thrown, { action: tool }) : thrown;
}

/**
 * Calls that name no page act on the active one of their session, and may change which that is: they keep their
 * order. Calls that name one run beside them.
 */
function queueOf(given: Handles & Record<string, unknown>, { session }: Caller): string {
  const args = oneHandle(given);
  const context = args.context ?? parseRef(refIn(args) ?? '')?.context;
  const browser = args.instanceId === undefined ? `browser/${session}` : `instance/${args.instanceId}`;
  return context === undefined && args.tab === undefined
    ? `${browser}/active`
    : `${browser}/${context ?? ''}/${args.tab ?? ''}`;
}

const TAB = /^(\d+|t\d+(\.\d+)?)$/;
const INSTANCE = /^inst_/;

/** `tab` may be a page (its id or index), a context (its name) or an instance (its id): the active page of that. */
function oneHandle<Args extends Handles>(args: Args): Args {
  const { tab } = args;
  if (typeof tab !== 'string' || TAB.test(tab)) return args;
  const place = INSTANCE.test(tab) ? { instanceId: tab } : { context: tab };
  return { ...args, tab: undefined, ...place };
}

/** Whatever of the arguments may be a ref, and so says which page is meant. */
function refIn(args: Readonly<Record<string, unknown>>): string | undefined {
  const names = ['target', 'unfold', 'startTarget', 'endTarget'];
  const given = names.map((name) => args[name]).find((value) => typeof value === 'string');
  return typeof given === 'string' ? firstRef(given) : firstField(args.fields);
}

function firstField(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  return typeof first === 'object' && first !== null
    ? refIn(first as Readonly<Record<string, unknown>>)
    : undefined;
}

export const badArguments = (tool: string, problem: string) =>
  fault('INVALID_ARGUMENTS', { tool, problems: [problem] });

/** The element as a test would name it, where the answer shows code. */
export async function codeOf(call: PageCall<unknown>, target: string): Promise<string | undefined> {
  if (!call.deps.answers.showsCode || call.tab.modals.open.length > 0) return undefined;
  return targetCode(await resolveTarget(call.tab, target), target);
}

/** What a test would do with the element, where the answer shows code. */
export async function codeOn(
  call: PageCall<unknown>,
  target: string,
  ...steps: readonly Omit<CodeStep, 'on'>[]
): Promise<readonly CodeStep[]> {
  const on = await codeOf(call, target);
  return on === undefined ? [] : steps.map((step) => ({ on, ...step }));
}

/** The tool's faults of acting on an element. */
export const PAGE_FAULTS = [
  'MODAL_STATE',
  'BROWSER_CRASHED',
  'TAB_CLOSED',
  'HUMAN_IN_CONTROL',
] as const satisfies readonly FaultCode[];
export const ELEMENT_FAULTS = [
  'REF_GONE',
  'ELEMENT_NOT_FOUND',
  'AMBIGUOUS_TARGET',
  'INVALID_LOCATOR',
  'ACTION_TIMEOUT',
  'ACTION_FAILED',
  ...PAGE_FAULTS,
] as const satisfies readonly FaultCode[];

/** The regular expression that an argument holds. */
export async function readPattern(
  tool: string,
  argument: string,
  source: string,
  flags = '',
): Promise<Pattern> {
  try {
    return await outsidePattern(source, flags);
  } catch (cause) {
    throw badArguments(
      tool,
      `"${argument}" is no regular expression: ${source} (${(cause as Error).message})`,
    );
  }
}

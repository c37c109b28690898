import { resolve } from 'node:path';
import type { Notice } from '../../engines/browser/browser-engine.ts';
import type { OpenContext } from '../../engines/browser/context/open-context.ts';
import type { DialogState, ModalState } from '../../engines/browser/page/modals.ts';
import type { Tab } from '../../engines/browser/page/tab.ts';
import { stampedName } from '../../engines/browser/stamped-name.ts';
import { text } from '../../kernel/content.ts';
import { Fault, type FaultCode } from '../../kernel/fault.ts';
import type { Reply } from '../../kernel/tool.ts';
import type {
  AnswerChanges,
  AnswerModal,
  AnswerPage,
  AnswerSnapshot,
  BrowserAnswer,
} from '../../report/browser-answer.ts';
import { renderLean } from '../../report/lean-answer.ts';
import { newFenceTag, quotePageText } from '../../report/page-fence.ts';
import { renderPlaywright } from '../../report/playwright-answer.ts';
import { type FailedCall, playwrightFault } from '../../report/playwright-fault.ts';
import { printStep } from './codegen/print-code.ts';
import { type Asking, relativeTo, save, shownPath } from './files.ts';
import type { TabHeader } from './tab-headers.ts';
import { ours, type Told } from './told.ts';

export interface Presenting extends Asking {
  readonly signal: AbortSignal;
}

const UNREAD: ReadonlySet<FaultCode> = new Set(['SNAPSHOT_TIMEOUT', 'ACTION_FAILED']);
/** Room for the lines around a snapshot: address, title, quotes. */
const FRAME = 120;

/** The page or the context that a call was about; neither: the browser as a whole. */
export interface About {
  readonly tab?: Tab | undefined;
  readonly context?: OpenContext | undefined;
}

/** What a tool told, as the answer of a call. */
export async function present(call: Presenting, about: About, told: Told): Promise<Reply> {
  const isLean = call.deps.answers.style === 'lean';
  const words = isLean
    ? // Here, and not only in the whole answer: what is cut through is no longer known for a secret.
      renderLean(call.deps.secrets.hideIn(await leanAnswer(call, usable(told.tab ?? about.tab), told)), {
        tag: newFenceTag(),
        budget: told.budget ?? call.deps.answers.budget,
      })
    : renderPlaywright(await compatible(call, about, told));
  // In the compatible style the text names the files, and clients expect nothing but text and pictures.
  const blocks = (told.blocks ?? []).filter(
    ({ type }) => isLean || type !== 'resource_link' || told.isLinked,
  );
  return {
    blocks: [...(told.isWordless && blocks.length > 0 ? [] : [text(words)]), ...blocks],
    ...(told.data && { data: told.data }),
  };
}

const usable = (tab: Tab | undefined) => (tab && !tab.page.isClosed() && !tab.isCrashed ? tab : undefined);

/** A failed call: in the compatible style the fault brings the whole answer along. */
export async function presentFault(
  call: Presenting,
  about: About,
  thrown: unknown,
  tool: string,
  told: Told = {},
): Promise<unknown> {
  if (call.deps.answers.style === 'lean' || !(thrown instanceof Fault) || thrown.data.answer !== undefined)
    return thrown;
  const { text: said, hasPage } = playwrightFault(thrown, { tool, file: fileOf(call, thrown) });
  const words = about.tab?.snapshots.inNames(said) ?? said;
  const alone: BrowserAnswer = { errors: [words] };
  const answer = hasPage
    ? await compatible(call, about, { ...told, errors: [words] }).catch(() => alone) // the page went away as well
    : alone;
  return new Fault(thrown.code, { ...thrown.data, answer: renderPlaywright(answer) }, thrown.cause);
}

function fileOf({ deps, caller }: Presenting, { data }: Fault): FailedCall['file'] {
  if (typeof data.path !== 'string') return undefined;
  return { path: resolve(caller.cwd, data.path), folders: [deps.engine.outputDir, caller.cwd] };
}

async function leanAnswer(call: Presenting, tab: Tab | undefined, told: Told): Promise<BrowserAnswer> {
  const { outcome } = told;
  const newErrors = (outcome?.problems ?? [])
    .filter(({ level }) => level === 'error')
    .map(({ text }) => text);
  const page = tab && told.show !== 'nothing' ? await pageOf(call, tab, told) : undefined;
  const reserve = FRAME + (page?.isNew ? page.url.length + page.title.length : 0) + lengthOf(newErrors);
  const { changes, unread } =
    tab && told.show === 'changes' && call.deps.answers.hasSnapshots && !tab.modals.open.length
      ? await changesOf(call, tab, Math.max(300, call.deps.answers.budget - reserve))
      : {};
  return {
    done: told.done,
    results: [
      ...noticeLines(call).map(ours),
      ...(told.results ?? []),
      ...sideEffects(told).map(ours),
      ...(unread ? [ours(`${unread.message} ${unread.hint}`)] : []),
      ...(tab ? newTabLines(call, tab) : []).map(ours),
    ],
    ...(page?.isNew && { page }),
    ...(tab && { modals: tab.modals.open.map(modal) }),
    snapshot: told.snapshot,
    changes,
    console: { newErrors },
    downloads: downloadsOf(call),
  };
}

async function compatible(call: Presenting, about: About, told: Told): Promise<BrowserAnswer> {
  const { deps } = call;
  const { codegen } = deps.answers;
  const asked = usable(told.tab ?? about.tab);
  const name = asked?.host.context ?? about.context?.name ?? deps.engine.activeContext;
  const context = deps.engine.openNow(name);
  // A page that closed itself has left its place to another one.
  const tab = asked ?? context?.active;
  const code = codegen && told.code?.flatMap((step) => printStep(step, codegen) ?? []);
  const wantsSnapshot = (told.compatibleShow ?? told.show) === 'changes' && deps.answers.hasSnapshots;
  const snapshot = told.snapshot ?? (tab && wantsSnapshot ? await snapshotFile(call, tab) : undefined);
  const { headers, hasNews } = context
    ? await deps.headers.take(context)
    : { headers: new Map<Tab, TabHeader>(), hasNews: false };
  const page = tab && (snapshot || hasNews) ? headers.get(tab) : undefined;
  return {
    errors: told.errors,
    results: [...noticeLines(call), ...(told.compatible ?? [])].map(ours).concat(told.results ?? []),
    ...(codegen && code?.length && { code: { language: codegen, lines: code } }),
    ...(page && { page, tabs: [...headers.values()] }),
    ...(tab && { modals: tab.modals.open.map(modal) }),
    snapshot,
    ...(tab && (await eventsOf(call, tab))),
  };
}

/** While the page waits for an answer nothing is said of events; they are told later. */
async function eventsOf(call: Presenting, tab: Tab): Promise<Pick<BrowserAnswer, 'console' | 'downloads'>> {
  if (tab.modals.open.length > 0) return {};
  const log = await call.deps.consoleFiles.take(tab, call.caller);
  return {
    ...(log && { console: { newErrors: [], link: `${relativeTo(call, log.path)}#${log.lines}` } }),
    downloads: call.deps.downloadNews.takeCompatible(tab).map(({ filename, path }) => ({
      name: filename,
      ...(path !== undefined && { path: shownPath(call, path) }),
    })),
  };
}

/** The action was done, and to raise would say that it was not: a page that cannot be read is told. */
async function changesOf(
  { signal }: Presenting,
  tab: Tab,
  budget: number,
): Promise<{ readonly changes?: AnswerChanges | undefined; readonly unread?: Fault }> {
  try {
    return { changes: await reading(tab, signal, () => tab.snapshots.changes({ budget, signal })) };
  } catch (thrown) {
    if (thrown instanceof Fault && UNREAD.has(thrown.code)) return { unread: thrown };
    throw thrown;
  }
}

/** Of a page that waits for an answer nothing can be read; playwright-mcp then links to an empty file. */
async function snapshotFile(call: Presenting, tab: Tab): Promise<AnswerSnapshot | undefined> {
  const { boxes } = call.deps.answers;
  const isWaiting = () => tab.modals.open.length > 0;
  const look = () => reading(tab, call.signal, () => tab.snapshots.raw({ boxes, signal: call.signal }));
  const raw = (isWaiting() ? undefined : await look()) ?? (isWaiting() ? '' : undefined);
  if (raw === undefined) return undefined;
  return { file: (await save(call, undefined, stampedName('page', 'yml'), raw)).shown };
}

/** Reads the page after an action. A dialog or the page's end in between is told, not raised. */
async function reading<T>(tab: Tab, signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return (await tab.perform({ action: 'snapshot', isReading: true, signal }, work)).value;
  } catch (thrown) {
    const isOver = thrown instanceof Fault && ['TAB_CLOSED', 'MODAL_STATE'].includes(thrown.code);
    if (isOver) return undefined;
    throw thrown;
  }
}

async function pageOf({ deps }: Presenting, tab: Tab, told: Told): Promise<AnswerPage> {
  const isNew = deps.memory.isNews(tab) || told.show === 'page';
  const count = (level: string) =>
    tab.console.list({ level: 'warning' }).filter((one) => one.level === level);
  const { arrival } = tab.network;
  return {
    url: tab.url,
    title: isNew ? (told.title ?? (await tab.title())) : '',
    isNew,
    ...(arrival && { status: { code: arrival.status, text: arrival.statusText } }),
    errors: count('error').length,
    warnings: count('warning').length,
  };
}

/** What an action did beside the page it was done to. */
function sideEffects({ outcome }: Told): readonly string[] {
  if (!outcome) return [];
  return [
    ...(outcome.settledBy === 'closed' ? ['The tab closed itself.'] : []),
    ...(outcome.settledBy === 'loading' ? ['The page is still loading.'] : []),
    ...(outcome.settledBy === 'requests' ? ['Some requests have no answer yet.'] : []),
  ];
}

function newTabLines({ deps }: Presenting, tab: Tab): readonly string[] {
  const context = deps.engine.openNow(tab.host.context);
  const fresh = context ? deps.memory.newTabs(context) : [];
  const others = fresh.filter((one) => one !== tab);
  return others.map(({ id }) => `New tab ${id}: pass tab "${id}", or select it with browser_tabs.`);
}

function noticeLines({ deps }: Presenting): readonly string[] {
  return deps.secrets.hideIn(deps.engine.takeNotices()).map(noticeLine);
}

function noticeLine(notice: Notice): string {
  if (notice.kind === 'page-crashed')
    return `Tab ${notice.tab} had crashed and was replaced by a new one; it showed ${quotePageText(notice.url, 200)}.`;
  const urls = notice.urls.map((url) => quotePageText(url, 200));
  const showed = urls.length > 0 ? ` They showed ${urls.join(', ')}: navigate there again.` : '';
  return `The browser had crashed; a new one has the contexts ${notice.contexts.join(', ')} with their storage as last saved.${showed}`;
}

const dialogKind = ({ type, tab }: DialogState) =>
  tab === undefined ? `${type} dialog` : `${type} dialog in tab ${tab}`;

const modal = (state: ModalState): AnswerModal => ({
  kind: state.kind === 'dialog' ? dialogKind(state) : 'file chooser',
  description: state.description,
  ...(state.kind === 'dialog' && { message: state.message }),
  tool: state.tool,
});

const downloadsOf = (call: Presenting) =>
  call.deps.downloadNews.take(call.deps.engine.downloads).map(({ filename, path, size, failure }) => ({
    name: filename,
    ...(path !== undefined && { path: shownPath(call, path) }),
    ...(size !== undefined && { bytes: size }),
    ...(failure !== undefined && { failure }),
  }));

const lengthOf = (texts: readonly string[]) =>
  texts.slice(0, 5).reduce((sum, one) => sum + Math.min(one.length, 300) + 20, 0);

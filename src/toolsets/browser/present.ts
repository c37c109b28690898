import type { Notice } from '../../engines/browser/browser-engine.ts';
import type { ModalState } from '../../engines/browser/modals.ts';
import { stampedName } from '../../engines/browser/stamped-name.ts';
import type { Tab } from '../../engines/browser/tab.ts';
import { type Block, text } from '../../kernel/content.ts';
import { Fault } from '../../kernel/fault.ts';
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
import { printStep } from './codegen/print-code.ts';
import { type Asking, save, shownPath } from './files.ts';
import { ours, type Told } from './told.ts';

export interface Presenting extends Asking {
  readonly signal: AbortSignal;
}

/** Room for the lines around a snapshot: address, title, quotes. */
const FRAME = 120;

/** What a tool told, as the answer of a call. */
export async function present(call: Presenting, askedTab: Tab | undefined, told: Told): Promise<Reply> {
  const tab = told.tab ?? askedTab;
  const here = tab && !tab.page.isClosed() && !tab.isCrashed ? tab : undefined;
  const answer =
    call.deps.answers.style === 'lean'
      ? await leanAnswer(call, here, told)
      : await compatible(call, here, told);
  const words =
    call.deps.answers.style === 'lean'
      ? renderLean(answer, { tag: newFenceTag(), budget: told.budget ?? call.deps.answers.budget })
      : renderPlaywright(answer);
  const blocks: Block[] = [
    ...(told.isWordless && told.blocks?.length ? [] : [text(words)]),
    ...(told.blocks ?? []),
  ];
  return { blocks, ...(told.data && { data: told.data }) };
}

async function leanAnswer(call: Presenting, tab: Tab | undefined, told: Told): Promise<BrowserAnswer> {
  const { outcome } = told;
  const newErrors = (outcome?.problems ?? [])
    .filter(({ level }) => level === 'error')
    .map(({ text }) => text);
  const page = tab && told.show !== 'nothing' ? await pageOf(call, tab, told) : undefined;
  const reserve = FRAME + (page?.isNew ? page.url.length + page.title.length : 0) + lengthOf(newErrors);
  const changes =
    tab && told.show === 'changes' && call.deps.answers.hasSnapshots && !tab.modals.open.length
      ? await changesOf(call, tab, Math.max(300, call.deps.answers.budget - reserve))
      : undefined;
  return {
    done: told.done,
    results: [
      ...noticeLines(call).map(ours),
      ...(told.results ?? []),
      ...sideEffects(told).map(ours),
      ...(tab ? newTabLines(call, tab) : []).map(ours),
    ],
    ...(page?.isNew && { page }),
    ...(tab && { modals: tab.modals.open.map(modal) }),
    snapshot: told.snapshot,
    changes,
    console: { newErrors },
    downloads: downloadsOf(call, told),
  };
}

async function compatible(call: Presenting, tab: Tab | undefined, told: Told): Promise<BrowserAnswer> {
  const { deps, caller } = call;
  const { codegen } = deps.answers;
  const show = told.compatibleShow ?? told.show;
  const wantsSnapshot = show === 'changes' && deps.answers.hasSnapshots && !told.snapshot;
  const snapshot =
    tab && wantsSnapshot && !tab.modals.open.length ? await snapshotFile(call, tab) : told.snapshot;
  const isNews = tab ? deps.memory.isNews(tab) && show !== 'nothing' : false;
  const log = tab && (await deps.consoleFiles.take(tab, caller));
  const tabs = tab && (await (await deps.engine.context(tab.host.context)).list());
  const code = codegen && told.code?.flatMap((step) => printStep(step, codegen) ?? []);
  return {
    results: [...noticeLines(call), ...(told.compatible ?? [])].map(ours).concat(told.results ?? []),
    ...(codegen && code?.length && { code: { language: codegen, lines: code } }),
    ...(tab &&
      (snapshot || isNews || told.compatibleShow === 'page') && {
        page: await pageOf(call, tab, { show: 'page' }),
        tabs,
      }),
    ...(tab && { modals: tab.modals.open.map(modal) }),
    snapshot,
    ...(log && { console: { newErrors: [], link: `${shownPath(call, log.path)}#${log.lines}` } }),
    // It tells of a download twice: when it begins and when it is there.
    downloads: downloadsOf(call, told)?.flatMap((one) => (one.path ? [{ name: one.name }, one] : [one])),
  };
}

async function changesOf(call: Presenting, tab: Tab, budget: number): Promise<AnswerChanges | undefined> {
  const { signal } = call;
  return reading(tab, signal, () => tab.snapshots.changes({ budget, signal }));
}

async function snapshotFile(call: Presenting, tab: Tab): Promise<AnswerSnapshot | undefined> {
  const { boxes } = call.deps.answers;
  const raw = await reading(tab, call.signal, () => tab.snapshots.raw({ boxes, signal: call.signal }));
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
  const arrival = tab.network.list({ document: 'current' }).findLast((request) => request.isNavigation);
  const code = arrival?.status;
  return {
    url: tab.url,
    title: isNew ? (told.title ?? (await tab.title())) : '',
    isNew,
    ...(code !== undefined && { status: { code, text: arrival?.statusText ?? '' } }),
    errors: count('error').length,
    warnings: count('warning').length,
  };
}

/** What an action did beside the page it was done to. */
function sideEffects({ outcome }: Told): readonly string[] {
  if (!outcome) return [];
  return [
    ...(outcome.settledBy === 'closed' ? ['The tab closed itself.'] : []),
    ...(outcome.settledBy === 'timeout' && outcome.navigated ? ['The page is still loading.'] : []),
  ];
}

function newTabLines({ deps }: Presenting, tab: Tab): readonly string[] {
  const context = deps.engine.openNow(tab.host.context);
  const fresh = context ? deps.memory.newTabs(context) : [];
  const others = fresh.filter((one) => one !== tab);
  return others.map(({ id }) => `New tab ${id}: pass tab "${id}", or select it with browser_tabs.`);
}

function noticeLines({ deps }: Presenting): readonly string[] {
  return deps.engine.takeNotices().map(noticeLine);
}

function noticeLine(notice: Notice): string {
  if (notice.kind === 'page-crashed')
    return `Tab ${notice.tab} had crashed and was replaced by a new one; it showed ${quotePageText(notice.url, 200)}.`;
  const urls = notice.urls.map((url) => quotePageText(url, 200));
  const showed = urls.length > 0 ? ` They showed ${urls.join(', ')}: navigate there again.` : '';
  return `The browser had crashed; a new one has the contexts ${notice.contexts.join(', ')} with their storage as last saved.${showed}`;
}

const modal = (state: ModalState): AnswerModal => ({
  kind: state.kind === 'dialog' ? `${state.type} dialog` : 'file chooser',
  description: state.description,
  ...(state.kind === 'dialog' && { message: state.message }),
  tool: state.tool,
});

const downloadsOf = (call: Presenting, { outcome }: Told) =>
  outcome?.downloads.map(({ filename, path, size }) => ({
    name: filename,
    ...(path !== undefined && { path: shownPath(call, path) }),
    ...(size !== undefined && { bytes: size }),
  }));

const lengthOf = (texts: readonly string[]) =>
  texts.slice(0, 5).reduce((sum, one) => sum + Math.min(one.length, 300) + 20, 0);

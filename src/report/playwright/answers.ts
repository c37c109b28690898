import { Fault, fault } from '../../kernel/fault.ts';
import { type BrowserResult, ownText, pageText } from '../browser-result.ts';
import type {
  AnswerSettings,
  AnswerSource,
  Answers,
  PageFacts,
  PageSource,
  StyledCall,
} from '../browser-style.ts';
import type { CodeLanguage } from '../code/code-step.ts';
import { printStep } from '../code/print-code.ts';
import { replyOf, type Shown, type ShownSnapshot, withView } from '../listing.ts';
import { ConsoleFiles } from './console.ts';
import { type Account, type FailedCall, faultWords } from './fault-words.ts';
import { type Answer, renderSections, TabHeaders } from './sections.ts';
import { VIEWS } from './views.ts';

/** A page that crashed is told where its console is read. */
const CRASHED = 'Page crashed and was reset to about:blank.';

/** The longest that browser_wait_for waits. */
const MOST_SECONDS = 30;

export function playwrightAnswers(settings: AnswerSettings): Answers {
  const headers = new TabHeaders();
  const consoleFiles = new ConsoleFiles(settings.consoleLevel);
  const downloads = new TabDownloads();

  async function gather(call: StyledCall, result: Shown, source: AnswerSource): Promise<Answer> {
    const { codegen } = settings;
    const page = source.current;
    const code = codegen && result.code?.flatMap((step) => printStep(step, languageOf(step, codegen)) ?? []);
    const wantsSnapshot = settings.hasSnapshots && hasSnapshot(call, result);
    const snapshot =
      result.snapshot ?? (page && wantsSnapshot ? await snapshotFile(page, source) : undefined);
    const { tabs, hasNews } = await headers.take(source.tabs());
    const notices = source.notices();
    const other = notices.filter(({ kind }) => kind !== 'page-crashed').map(({ words }) => words);
    const lost = notices.length > other.length ? [CRASHED] : [];
    const header = page && (snapshot || hasNews) ? tabs.get(page.tab) : undefined;
    return {
      results: [
        ...other.map(pageText),
        ...(result.words ?? resultWords(call, result)).map(ownText),
        ...(result.results ?? []),
      ],
      code: codegen && code?.length ? { language: codegen, lines: code } : undefined,
      page: header,
      tabs: [...tabs.values()],
      modals: page?.tab.modals.open,
      snapshot,
      paused: pausedLines(source),
      ...(page && (await events(page, source, lost))),
    };
  }

  /** Of a page that waits for an answer nothing can be read; the link is to an empty file then. */
  async function snapshotFile(page: PageSource, source: AnswerSource): Promise<ShownSnapshot | undefined> {
    const isWaiting = () => page.tab.modals.open.length > 0;
    const look = () => page.tree({ boxes: settings.boxes }).catch(whenOver);
    const tree = (isWaiting() ? undefined : await look()) ?? (isWaiting() ? '' : undefined);
    if (tree === undefined) return undefined;
    return { file: (await source.save(undefined, ['page', 'yml'], tree)).shown };
  }

  /** While the page waits for an answer nothing is said of events; they are told later. */
  async function events(
    { tab }: PageSource,
    source: AnswerSource,
    lost: readonly string[],
  ): Promise<Pick<Answer, 'log' | 'downloads'>> {
    if (tab.modals.open.length > 0) return {};
    return { log: await consoleFiles.take(tab, source, lost), downloads: downloads.take(tab, source) };
  }

  return {
    showsCode: settings.codegen !== undefined,
    before,
    pardon,

    async render(call, result, source) {
      const all = await withView(VIEWS, result, { page: source.asked!, source, settings, headers });
      // The text names the files, and clients expect nothing but text and pictures.
      const answer = await gather(call, all, source);
      const isOwn = isOurs(answer, all.code);
      return { ...replyOf(all, renderSections(answer), all.links), isWhole: true, isOwn };
    },

    async account(failed, call, result, source): Promise<Account> {
      const { page } = source;
      const { path } = failed.data;
      const file = typeof path === 'string' ? source.meantPath(path) : undefined;
      const known: FailedCall = { tool: call.tool, args: call.args, file };
      const inNames = page && ((words: string) => page.inNames(words));
      if (!faultWords(failed, known).hasPage) return { ...known, inNames };
      const answer = await gather(call, { words: [], ...result }, source).catch(() => undefined); // the page went away as well
      return { ...known, inNames, answer };
    },
  };
}

/**
 * No tool but the one that answers it works beside a modal state, not even those that only read. As playwright-mcp
 * rests for a while after each action, one that opens late is there by then: it is waited for here.
 */
async function before(call: StyledCall, source: AnswerSource): Promise<StyledCall['args'] | undefined> {
  const { tool, args, answers, isFree } = call;
  const { modals, timeouts } = source.page?.tab ?? {};
  if (modals && !isFree && answers === undefined) modals.assertFree();
  if (modals && answers !== undefined && (args.target ?? args.ref) === undefined) {
    if (modals.open.length === 0) await modals.next(timeouts!.settle);
    if (!modals.open.some(({ kind }) => kind === answers)) throw fault('NO_MODAL_STATE', { wanted: answers });
  }
  if (tool === 'browser_find' && args.text !== undefined && args.regex !== undefined)
    throw fault('INVALID_ARGUMENTS', { tool, problems: ['give one of "text" and "regex", not both'] });
  // It waits no longer than it is willing to, and says so; no time at all counts as left out.
  if (tool === 'browser_wait_for' && typeof args.time === 'number')
    return { ...args, time: args.time ? Math.min(args.time, MOST_SECONDS) : undefined };
  // A place in the picture is the place on the page, for tools that take one.
  if (tool === 'browser_take_screenshot' && args.scale === undefined) return { ...args, scale: 'css' };
  return undefined;
}

/** It stays where it is when there is nowhere to go back to, and says nothing of a video that was not begun. */
function pardon({ code, data }: Fault, { tool }: StyledCall): BrowserResult | undefined {
  if (code === 'NO_HISTORY') return { show: 'changes', code: [{ call: 'goBack' }] };
  if (code === 'NOT_RECORDING' && data.what === 'video' && tool === 'browser_stop_video')
    return { results: [ownText('No videos were recorded.')] };
  return undefined;
}

/** A dialog or the page's end in between is told, not raised. */
function whenOver(thrown: unknown): undefined {
  if (!(thrown instanceof Fault) || !['TAB_CLOSED', 'MODAL_STATE'].includes(thrown.code)) throw thrown;
}

/** What it prints in the language of the tests; for all the rest it has JavaScript only. */
const IN_LANGUAGE = new Set([
  'goto',
  'click',
  'dblclick',
  'fill',
  'press',
  'hover',
  'selectOption',
  'check',
  'uncheck',
]);

function languageOf(step: NonNullable<BrowserResult['code']>[number], language: CodeLanguage): CodeLanguage {
  if ('is' in step) return language;
  const isAction = 'call' in step && (step.call === 'goto' || step.on !== undefined);
  return isAction && IN_LANGUAGE.has(step.call) ? language : 'typescript';
}

/** Whether there is no word of a page in it: neither in what it tells nor in how code calls an element. */
function isOurs(answer: Answer, code: BrowserResult['code'] = []): boolean {
  const { page, snapshot, modals = [], downloads = [], paused = [], results = [] } = answer;
  const isQuiet = !page && !snapshot?.text && modals.length + downloads.length + paused.length === 0;
  const isOfPage = code.some((step) => 'on' in step && step.on !== undefined);
  return isQuiet && !isOfPage && results.every(({ fromPage }) => !fromPage);
}

function pausedLines({ paused, shownPath }: AnswerSource): readonly string[] {
  if (!paused) return [];
  const line = paused.line ? `:${paused.line}` : '';
  return [
    `- ${paused.title} at ${shownPath(paused.file)}${line}`,
    '- Use any tools to explore and interact, resume by calling browser_resume',
  ];
}

/** What was told of the downloads of a tab: the beginning and the end apart. */
class TabDownloads {
  readonly #known = new WeakMap<object, { begun: number; waiting: ReadonlySet<number> }>();

  take(page: PageFacts, source: AnswerSource): Answer['downloads'] & {} {
    const { downloads } = source;
    const known = this.#known.get(page);
    const first = Math.max(known?.begun ?? 0, page.opened.downloads);
    const own = downloads.list().filter(({ tab }) => tab === page.id);
    const begun = own.filter(({ number }) => number > first);
    const waiting = new Set([...(known?.waiting ?? []), ...begun.map(({ number }) => number)]);
    const ended = own.filter(({ number, path }) => waiting.has(number) && path !== undefined);
    for (const { number } of ended) waiting.delete(number);
    this.#known.set(page, { begun: downloads.last, waiting });
    return [
      ...begun.map(({ filename }) => ({ filename })),
      ...ended.map(({ filename, path = '' }) => ({ filename, path: source.shownPath(path) })),
    ];
  }
}

/** Tools that act and yet say nothing of the page afterwards. */
const QUIET = new Set([
  'browser_emulate_media',
  'browser_evaluate',
  'browser_fill_form',
  'browser_handle_dialog',
  'browser_mouse_down',
  'browser_mouse_move_xy',
  'browser_mouse_up',
  'browser_mouse_wheel',
  'browser_resize',
  'browser_run_code',
  'browser_run_code_unsafe',
]);

/** Whether the answer has a snapshot of the page as it is afterwards. */
function hasSnapshot({ tool, args }: StyledCall, { show }: BrowserResult): boolean {
  if (tool === 'browser_stop_recording') return true;
  if (tool === 'browser_type' && !args.submit && !args.slowly) return false;
  if (tool === 'browser_press_key' && args.key !== 'Enter') return false;
  return show === 'changes' && !QUIET.has(tool);
}

type Words = (args: StyledCall['args'], result: BrowserResult) => string | undefined;

/** What it says of having done something; of most things it shows the code and no word. */
const WORDS: Readonly<Record<string, Words>> = {
  browser_close: ({ tab, context }) =>
    tab === undefined && context === undefined ? 'No open tabs. Navigate to a URL to create one.' : undefined,
  browser_context_create: ({ name }) => `Created browser context '${name}' and set as active`,
  browser_context_switch: ({ name }, { before }) => `Switched from context '${before}' to '${name}'`,
  browser_context_close: ({ name }) => `Closed browser context '${name}'`,
  browser_pdf_save: (_, { files }) => `- [Page as pdf](${files?.[0]?.name})`,
  browser_wait_for: ({ text, textGone, time }) => `Waited for ${text ?? textGone ?? seconds(Number(time))}`,
};

function resultWords({ tool, args }: StyledCall, result: BrowserResult): readonly string[] {
  const words = WORDS[tool]?.(args, result);
  return words === undefined ? [] : [words];
}

function seconds(time: number): string {
  return time > MOST_SECONDS
    ? `${MOST_SECONDS} seconds (requested ${time}, maximum is ${MOST_SECONDS})`
    : `${time} seconds`;
}

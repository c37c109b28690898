import { Fault, type FaultCode, fault } from '../../kernel/fault.ts';
import { newFenceTag } from '../../kernel/page-fence.ts';
import { type ConsoleMessage, ownText } from '../browser-result.ts';
import type {
  AnswerSettings,
  AnswerSource,
  Answers,
  DownloadSource,
  DownloadState,
  ModalFacts,
  PageChanges,
  PageSource,
} from '../browser-style.ts';
import { replyOf, type Shown, withView } from '../listing.ts';
import { type LeanAnswer, type PageNews, renderLean } from './render.ts';
import { VIEWS } from './views.ts';

/** Room for the lines around a snapshot: title, quotes, marks. */
const FRAME = 240;
/** Of a page that nobody asked for a part is told: what the next step needs, most of the time. */
const GLANCE = 0.075;
/** The action was done, and to raise these would say that it was not: they are told. */
const UNREAD: ReadonlySet<FaultCode> = new Set(['SNAPSHOT_TIMEOUT', 'ACTION_FAILED']);
const NEEDS_VIDEO = /^browser_video_/;

export function leanAnswers(usual: AnswerSettings): Answers {
  const downloads = new DownloadNews();
  return {
    showsCode: false,

    /** What is drawn for a video needs none; but whoever forgot to start it wants to know. */
    async before({ tool }, { page }) {
      if (NEEDS_VIDEO.test(tool) && page?.tab.video.isOn === false)
        throw fault('NOT_RECORDING', { what: 'video' });
      return undefined;
    },

    async render({ args }, result, source) {
      const budget = typeof args.budget === 'number' ? args.budget : usual.budget;
      const settings = { ...usual, budget };
      const all = await withView(VIEWS, result, { page: source.asked!, source, settings });
      const answer = await answerOf(
        all,
        source,
        settings,
        typeof args.url === 'string' ? args.url : undefined,
      );
      const news = downloads.take(source.downloads);
      const told = {
        ...answer,
        downloads: news.map(({ path, ...one }) => (path ? { ...one, path: source.shownPath(path) } : one)),
      };
      // Secrets are hidden here, and not only in the whole answer: half of one is no longer known for what it is.
      const words = renderLean(source.hideSecrets(told), { tag: newFenceTag(), budget });
      return replyOf(all, words, all.files);
    },
  };
}

async function answerOf(
  result: Shown,
  source: AnswerSource,
  { budget, hasSnapshots }: AnswerSettings,
  asked: string | undefined,
): Promise<LeanAnswer> {
  const { outcome, show } = result;
  const { page } = source;
  const problems = outcome?.problems.filter(({ level }) => level === 'error') ?? [];
  const errors = counted(problems.map(errorText));
  const notices = source.notices().map(({ words }) => words);
  // The title is asked for first, and read while the page is: to wait for one after the other costs a tenth.
  const naming = page && show !== 'nothing' ? newsOf(page, result, asked) : undefined;
  const reserve = FRAME + (page ? page.tab.url.length : 0) + lengthOf(errors);
  const reading =
    page && show === 'changes' && hasSnapshots && page.tab.modals.open.length === 0
      ? changesOf(page, Math.max(300, Math.min(budget - reserve, budget * GLANCE)))
      : undefined;
  const [news, { changes, unread } = {}] = await Promise.all([naming, reading]);
  const beside = BESIDE[outcome?.settledBy ?? ''];
  return {
    done: result.done,
    results: [
      ...notices.map(ownText),
      ...(result.results ?? []),
      ...(beside ? [ownText(beside)] : []),
      ...(unread ? [ownText(`${unread.message} ${unread.hint}`)] : []),
      ...source.newTabs().map(newTab),
    ],
    page: news,
    modals: page?.tab.modals.open.map(modalIn),
    snapshot: result.snapshot,
    changes,
    seen: outcome?.seen,
    errors,
  };
}

/** What is said several times is told once, and so are messages that only their numbers tell apart: tiles of a map. */
function counted(texts: readonly string[]): string[] {
  const alike = Map.groupBy(texts, (text) => text.replaceAll(/\d+/g, '0'));
  return [...alike.values()].map(([first = '', ...others]) => {
    if (others.length === 0) return first;
    const isSame = others.every((other) => other === first);
    return isSame ? `${first} (${others.length + 1} times)` : `${first} (and ${others.length} alike)`;
  });
}

/** The browser tells of a file that did not load at length, and without saying which. */
const errorText = ({ text, url }: Pick<ConsoleMessage, 'text' | 'url'>) =>
  url && text.startsWith(UNLOADED)
    ? `Failed to load: ${text.slice(UNLOADED.length).replace(/^.* status of /, '')} ${url}`
    : withOneFrame(text);

/** A stack says where by its first call that is no library's; the rest is in the console. */
function withOneFrame(text: string): string {
  const [, words, frames] = /^([\s\S]*?)((?:\n[ \t]{1,8}at [^\n]+){2,})/.exec(text) ?? [];
  if (words === undefined || frames === undefined) return text;
  const calls = frames.trim().split('\n');
  return `${words} ${(calls.find((call) => !call.includes('/node_modules/')) ?? calls[0]!).trim()}`;
}

const UNLOADED = 'Failed to load resource: ';

/** The address, when the agent does not know it yet or asked to see it. */
async function newsOf(
  page: PageSource,
  { show, title: known, outcome }: Shown,
  asked: string | undefined,
): Promise<PageNews | undefined> {
  const { tab } = page;
  if (!page.isNews() && show !== 'page') return undefined;
  const title = known ?? (await tab.title());
  // A document that was only gone on in is still called as it was.
  const isTold = page.isNewTitle(title) || show === 'page' || outcome?.navigated;
  const url = asked !== undefined && isSameAddress(asked, tab.url) ? undefined : tab.url;
  return { url, title: isTold ? title : '', arrival: tab.network.arrival };
}

/** What was asked for is known; where it led elsewhere, that is news. */
const isSameAddress = (asked: string, url: string) => URL.canParse(asked) && new URL(asked).href === url;

async function changesOf(
  page: PageSource,
  budget: number,
): Promise<{ readonly changes?: PageChanges | undefined; readonly unread?: Fault }> {
  try {
    return { changes: await page.changes(budget) };
  } catch (thrown) {
    if (thrown instanceof Fault && UNREAD.has(thrown.code)) return { unread: thrown };
    throw thrown;
  }
}

/** What an action did beside the page it was done to, by what it came to rest with. */
const BESIDE: Readonly<Record<string, string>> = {
  closed: 'The tab closed itself.',
  loading: 'The page is still loading.',
  requests: 'Some requests have no answer yet.',
};

/** `alert dialog in tab t2`. */
const modalIn = ({ kind, type, tab, ...rest }: ModalFacts): ModalFacts => ({
  ...rest,
  kind: `${type === undefined ? kind : `${type} dialog`}${tab === undefined ? '' : ` in tab ${tab}`}`,
});

const newTab = (id: string) => ownText(`New tab ${id}: pass tab "${id}", or select it with browser_tabs.`);

const lengthOf = (texts: readonly string[]) =>
  texts.slice(0, 5).reduce((sum, one) => sum + Math.min(one.length, 300) + 20, 0);

/** What was told of downloads: each is told of when it begins and when it has ended, in whichever answer. */
export class DownloadNews {
  /** The last number that was told of, and which of those before it had not ended. */
  readonly #known = new WeakMap<DownloadSource, { begun: number; running: ReadonlySet<number> }>();

  /** Each as it stands: one that has ended is told of only as such. */
  take(downloads: DownloadSource): readonly DownloadState[] {
    const { begun = 0, running = new Set<number>() } = this.#known.get(downloads) ?? {};
    const news = downloads
      .list()
      .filter((one) => one.number > begun || (running.has(one.number) && hasEnded(one)));
    const ended = new Set(news.filter(hasEnded).map(({ number }) => number));
    const still = [...running, ...news.map(({ number }) => number)].filter((one) => !ended.has(one));
    this.#known.set(downloads, { begun: downloads.last, running: new Set(still) });
    return news;
  }
}

const hasEnded = ({ state }: DownloadState) => state !== 'in_progress';

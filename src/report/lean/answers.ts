import { type Block, text } from '../../kernel/content.ts';
import { Fault, type FaultCode, fault } from '../../kernel/fault.ts';
import {
  type AnswerChanges,
  type AnswerDownload,
  type AnswerPage,
  type BrowserAnswer,
  statusOf,
} from '../browser-answer.ts';
import { type ActionOutcome, type BrowserResult, ownText } from '../browser-result.ts';
import type { AnswerSettings, AnswerSource, Answers, ModalFacts, PageSource } from '../browser-style.ts';
import { newFenceTag } from '../page-fence.ts';
import { DownloadNews } from './download-news.ts';
import { renderLean } from './render.ts';
import { type Shown, shown } from './views.ts';

/** Room for the lines around a snapshot: address, title, quotes. */
const FRAME = 120;
/** The action was done, and to raise these would say that it was not: they are told. */
const UNREAD: ReadonlySet<FaultCode> = new Set(['SNAPSHOT_TIMEOUT', 'ACTION_FAILED']);
const NEEDS_VIDEO = /^browser_video_/;

export function leanAnswers(settings: AnswerSettings): Answers {
  const downloads = new DownloadNews();
  return {
    showsCode: false,

    /** What is drawn for a video needs none; but whoever forgot to start it wants to know. */
    async before({ tool }, { page }) {
      if (NEEDS_VIDEO.test(tool) && page?.tab.video.isOn === false)
        throw fault('NOT_RECORDING', { what: 'video' });
      return undefined;
    },

    async render(_call, result, source) {
      const all = await shown(result, source, settings);
      const answer = await answerOf(all, source, settings);
      const told = { ...answer, downloads: downloads.take(source.downloads).map(downloadIn(source)) };
      // Secrets are hidden here, and not only in the whole answer: half of one is no longer known for what it is.
      const words = renderLean(source.hideSecrets(told), {
        tag: newFenceTag(),
        budget: all.budget ?? settings.budget,
      });
      const blocks: Block[] = [...(all.pictures ?? []), ...(all.files ?? [])];
      return {
        blocks: all.isWordless ? blocks : [text(words), ...blocks],
        ...(all.data && { data: all.data }),
      };
    },
  };
}

async function answerOf(
  result: BrowserResult & Shown,
  source: AnswerSource,
  { budget, hasSnapshots }: AnswerSettings,
): Promise<BrowserAnswer> {
  const { outcome, show } = result;
  const { page } = source;
  const newErrors = (outcome?.problems ?? [])
    .filter(({ level }) => level === 'error')
    .map(({ text: words }) => words);
  const notices = source.notices();
  const news = page && show !== 'nothing' ? await newsOf(page, result) : undefined;
  const reserve = FRAME + (news ? news.url.length + news.title.length : 0) + lengthOf(newErrors);
  const { changes, unread } =
    page && show === 'changes' && hasSnapshots && page.tab.modals.open.length === 0
      ? await changesOf(page, Math.max(300, budget - reserve))
      : {};
  return {
    done: result.done,
    results: [
      ...notices.map(ownText),
      ...(result.results ?? []),
      ...sideEffects(outcome).map(ownText),
      ...(unread ? [ownText(`${unread.message} ${unread.hint}`)] : []),
      ...source.newTabs().map(newTab),
    ],
    ...(news && { page: news }),
    ...(page && { modals: page.tab.modals.open.map(modalIn) }),
    snapshot: result.snapshot,
    changes,
    console: { newErrors },
  };
}

/** The address, when the agent does not know it yet or asked for it. */
async function newsOf(
  page: PageSource,
  { show, title }: BrowserResult & Shown,
): Promise<AnswerPage | undefined> {
  if (!page.isNews() && show !== 'page') return undefined;
  const { url, network } = page.tab;
  const status = statusOf(network.arrival);
  return { url, title: title ?? (await page.tab.title()), isNew: true, status, errors: 0, warnings: 0 };
}

async function changesOf(
  page: PageSource,
  budget: number,
): Promise<{ readonly changes?: AnswerChanges | undefined; readonly unread?: Fault }> {
  try {
    return { changes: await page.changes(budget) };
  } catch (thrown) {
    if (thrown instanceof Fault && UNREAD.has(thrown.code)) return { unread: thrown };
    throw thrown;
  }
}

/** What an action did beside the page it was done to. */
function sideEffects(outcome: ActionOutcome | undefined): readonly string[] {
  const words: Readonly<Record<string, string>> = {
    closed: 'The tab closed itself.',
    loading: 'The page is still loading.',
    requests: 'Some requests have no answer yet.',
  };
  const found = words[outcome?.settledBy ?? ''];
  return found === undefined ? [] : [found];
}

/** `alert dialog in tab t2`. */
const modalIn = ({ kind, type, tab, ...rest }: ModalFacts): ModalFacts => ({
  ...rest,
  kind: `${type === undefined ? kind : `${type} dialog`}${tab === undefined ? '' : ` in tab ${tab}`}`,
});

const newTab = (id: string) => ownText(`New tab ${id}: pass tab "${id}", or select it with browser_tabs.`);

const downloadIn =
  (source: AnswerSource) =>
  ({ filename, path, size, failure }: ReturnType<DownloadNews['take']>[number]): AnswerDownload => ({
    name: filename,
    ...(path !== undefined && { path: source.shownPath(path) }),
    ...(size !== undefined && { bytes: size }),
    ...(failure !== undefined && { failure }),
  });

const lengthOf = (texts: readonly string[]) =>
  texts.slice(0, 5).reduce((sum, one) => sum + Math.min(one.length, 300) + 20, 0);

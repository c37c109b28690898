import { resolve } from 'node:path';
import { resolveTarget, writtenCode } from '../../engines/browser/actions/target.ts';
import { generateLocator } from '../../engines/browser/actions/verify.ts';
import type { OpenContext } from '../../engines/browser/context/open-context.ts';
import { pausedScript } from '../../engines/browser/context/paused-script.ts';
import { noticeWords } from '../../engines/browser/notice.ts';
import { readCalm } from '../../engines/browser/page/read-calm.ts';
import type { Tab } from '../../engines/browser/page/tab.ts';
import { parseRef } from '../../engines/browser/snapshot/ref-book.ts';
import { stampedName } from '../../engines/browser/stamped-name.ts';
import { Fault } from '../../kernel/fault.ts';
import { appendDirectly } from '../../kernel/open-directly.ts';
import type { AnswerSource, PageSource } from '../../report/browser-style.ts';
import { type Asking, save, shownPath } from './files.ts';

type Answering = Asking & { readonly signal: AbortSignal };

/** The page or the context that a call is about; neither: the browser as a whole. */
export interface About {
  readonly tab?: Tab | undefined;
  readonly context?: OpenContext | undefined;
}

/** What the style of the answers may ask of the browser and the disk. Nothing is read before it asks. */
export function answerSource(call: Answering, about: About): AnswerSource {
  const { deps, caller } = call;
  const { engine, secrets } = deps;
  const usable = about.tab && !about.tab.page.isClosed() && !about.tab.isCrashed ? about.tab : undefined;
  const context = engine.openNow(usable?.host.context ?? about.context?.name ?? engine.activeContext);
  // A page that closed itself has left its place to another one.
  const other = usable ? undefined : context?.active;
  const asked = about.tab && pageSource(about.tab, call);
  const page = usable && asked;
  return {
    asked,
    page,
    current: page ?? (other && pageSource(other, call)),
    tabs: (name) => {
      const { tabs = [], active } = (name === undefined ? context : engine.openNow(name)) ?? {};
      return { tabs, active };
    },
    newTabs: () => {
      const fresh = usable && context ? deps.memory.newTabs(context) : [];
      return fresh.filter((tab) => tab !== usable).map(({ id }) => id);
    },
    contexts: engine.contextNames.length,
    paused: context && pausedScript(context.context),
    notices: () =>
      secrets
        .hideIn(engine.takeNotices())
        .map((notice) => ({ kind: notice.kind, words: noticeWords(notice) })),
    downloads: engine.downloads,
    hideSecrets: (value) => secrets.hideIn(value),
    save: (filename, own, content) => save(call, filename, stampedName(...own), content),
    append: async (path, words) => {
      const text = deps.redact(words);
      await appendDirectly(path, text);
      return text.split('\n').length - 1;
    },
    shownPath: (path) => shownPath(call, path),
    meantPath: (path) => ({
      path: resolve(caller.cwd, path),
      folders: [engine.outputDir, ...(caller.roots ?? [caller.cwd])],
    }),
  };
}

function pageSource(tab: Tab, { deps, signal }: Answering): PageSource {
  const { snapshots } = tab;
  const read = async <T>(action: string, work: () => Promise<T>): Promise<T | undefined> =>
    (await tab.perform({ action, isReading: true, signal }, work)).value;
  return {
    tab,
    isNews: () => deps.memory.isNews(tab),
    isNewTitle: (title) => deps.memory.isNewTitle(tab, title),
    changes: (budget) =>
      readCalm(
        tab,
        (isAgain) => read('snapshot', () => snapshots.changes({ budget, isAgain, signal })),
        signal,
      ).catch(unlessOver),
    outline: ({ root, ...part }) =>
      read('snapshot', async () => {
        // A ref is looked for in the tree itself; anything else leads to an element.
        const start = root === undefined || parseRef(root) ? root : await resolveTarget(tab, root);
        // The title first: a page that is long in the making would answer too late.
        const taking = [tab.title(), snapshots.take({ ...part, root: start, signal })] as const;
        const [title, { text, elements, omitted }] = await Promise.all(taking);
        return { title, text, elements, omitted };
      }),
    tree: ({ root, depth, boxes }) =>
      read('snapshot', async () => {
        const start = root === undefined ? undefined : await resolveTarget(tab, root);
        return snapshots.raw({ root: start, depth, boxes, signal });
      }),
    find: (query) => read('find', () => snapshots.find(query, signal)),
    isRef: (target) => parseRef(target) !== undefined,
    locator: (target) => generateLocator(tab, target),
    writtenLocator: (target) => writtenCode(tab, target),
    inNames: (words) => snapshots.inNames(words),
  };
}

/** A dialog or the page's end while its changes are read is told, not raised. */
function unlessOver(thrown: unknown): undefined {
  if (!(thrown instanceof Fault) || !['TAB_CLOSED', 'MODAL_STATE'].includes(thrown.code)) throw thrown;
}

import { z } from 'zod';
import { navigate } from '../../../engines/browser/actions/navigate.ts';
import { locatorCode } from '../../../engines/browser/actions/target.ts';
import { TEST_IDS } from '../../../engines/browser/capture/capture.ts';
import { makeSelectors } from '../../../engines/browser/capture/in-page/selectors.page.ts';
import { pageCall } from '../../../engines/browser/page/page-call.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { fault } from '../../../kernel/fault.ts';
import type { Call } from '../../../kernel/tool.ts';
import { quoted } from '../../../report/code/code-step.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { openTab } from '../tabs.ts';
import { type Shown, shownParts } from './changing-parts.page.ts';
import { deliverReply } from './deliver.ts';
import { address, partOfPage, saveTo, sessionName, testName } from './generate-arguments.ts';
import { recorded } from './recorded.ts';
import { isDocument } from './site-parts.ts';
import { slugOf } from './test.ts';
import { type VisualPage, visualScript } from './visual-script.ts';

export const visualTest = defineMode({
  summary: 'Test by pictures, with masks.',
  input: z.object({ ...testName, ...sessionName, ...address, ...partOfPage, ...saveTo }),
  timeoutMs: () => 180_000,
  async run(call) {
    const { args, deps, signal } = call;
    deps.pilot.assertOn();
    const open = await openTab(deps.engine, undefined, 'visual_test');
    const wanted = await wantedOf(call, open.url);
    const notes = ['Run it once with --update-snapshots: the first run takes the pictures.'];
    const looked = await deps.during(() => lookedAt(deps, open, wanted, notes, signal));
    const name = args.test_name ?? 'visual test';
    const text = visualScript(name, looked, open.page.viewportSize());
    const masked = looked.reduce((sum, { masks }) => sum + masks.length, 0);
    return deliverReply(
      call,
      { name: `${slugOf(name)}.spec.ts`, key: 'script', pieces: deps.redact(text) },
      `${looked.length} pages by their pictures, ${masked} parts masked`,
      {
        test_name: name,
        assertions: looked.reduce((sum, { parts }) => sum + Math.max(1, parts.length), 0),
        pages: looked.map(({ url, masks }) => ({ url, masked: masks.slice(0, MOST_SHOWN) })),
        notes: notes.slice(0, MOST_SHOWN),
      },
    );
  },
});

const MOST_PAGES = 10;
const MOST_MASKS = 30;
const MOST_SHOWN = 5;
const MOST_LEAVES = 3000;

interface Asked {
  readonly session?: string | undefined;
  readonly url?: string | undefined;
  readonly scope?: string | undefined;
}
type VisualCall = Call<Asked, TelemetryDeps>;

/** A page, and what of it is meant; without parts the whole of it. */
interface Wanted {
  readonly url: string;
  readonly parts: readonly {
    readonly selector: string;
    /** What a person wrote beside it. */
    readonly words?: string;
  }[];
}

/** What people marked in a session; else pages of the record whose address holds a word, or the one that is open. */
async function wantedOf({ args, deps }: VisualCall, open: string): Promise<readonly Wanted[]> {
  const { session, url: word, scope } = args;
  if (session !== undefined) return markedIn(deps, session);
  const parts = scope === undefined ? [] : [{ selector: scope }];
  if (word === undefined) return [{ url: open, parts }];
  const { items } = await recorded(deps, { streams: ['request'] });
  const urls = items
    .filter((item) => isDocument(item) && item.data.status === 200 && item.data.url.includes(word))
    .map(({ data }) => data.url);
  const each = [...new Set(urls)].slice(-MOST_PAGES);
  if (each.length > 0) return each.map((url) => ({ url, parts }));
  throw fault('NOTHING_RECORDED', {
    what: `pages with "${word}" in their address`,
    next: 'Open them once, or leave url out for the open page',
  });
}

async function markedIn(deps: TelemetryDeps, session: string): Promise<readonly Wanted[]> {
  const marks = (await deps.drawings.list(session)).flatMap((drawing) => drawing.marks);
  if (marks.length === 0)
    throw fault('NOTHING_RECORDED', {
      what: `marks of session "${session}"`,
      next: 'Ask a person for some with interact draw_mode_start',
    });
  return [...Map.groupBy(marks, ({ url }) => url)].slice(-MOST_PAGES).map(([url, own]) => ({
    url,
    parts: own.flatMap(({ element, text }) =>
      // What lies in a frame is part of the page's picture.
      element && element.frame === undefined ? [{ selector: element.selector, words: text }] : [],
    ),
  }));
}

/** Each page is loaded twice, in a tab of its own: what differs by then would make every run red. */
async function lookedAt(
  deps: TelemetryDeps,
  open: Tab,
  wanted: readonly Wanted[],
  notes: string[],
  signal: AbortSignal,
): Promise<readonly VisualPage[]> {
  const context = await deps.engine.context(open.host.context);
  const tab = await context.newTab();
  try {
    await tab.leaveRecord();
    const looked: VisualPage[] = [];
    for (const { url, parts } of wanted) {
      const first = await shownAt(tab, url, signal);
      const second = await shownAt(tab, url, signal);
      const found: VisualPage['parts'][number][] = [];
      for (const { selector, words } of parts) {
        const locator = tab.page.locator(selector.replaceAll(' >>> ', ' >> '));
        const count = await locator.count();
        // What came only by what the person did then is not there after a load.
        if (count !== 1 && words !== undefined)
          notes.push(`What "${words}" marks is not there: ${selector} in ${url}.`);
        else if (count !== 1) throw fault('ELEMENT_NOT_FOUND', { target: `"${selector}" in ${url}` });
        else found.push({ code: await locatorCode(locator), words });
      }
      looked.push({ url, parts: found, masks: masksOf(first, second) });
    }
    return looked;
  } finally {
    await context.closeTab(tab.id);
    await context.select(open.id).catch(() => {}); // it was closed meanwhile
  }
}

async function shownAt(tab: Tab, url: string, signal: AbortSignal): Promise<Shown> {
  await navigate(tab, url, { toLook: true, signal });
  return (await tab.page.evaluate(pageCall(shownParts, makeSelectors, TEST_IDS, MOST_LEAVES))) as Shown;
}

/** By where they stand: words that change find nothing in the next run. */
function masksOf(first: Shown, second: Shown): readonly string[] {
  // One place may hold several words.
  const before = Map.groupBy(first.leaves, ([css]) => css);
  const now = Map.groupBy(second.leaves, ([css]) => css);
  const changed = [...now].flatMap(([css, shown]) =>
    JSON.stringify(shown) === JSON.stringify(before.get(css)) ? [] : [css],
  );
  const masked = new Set([...changed, ...second.moving]);
  return [...masked].slice(0, MOST_MASKS).map((css) => `locator(${quoted(css)})`);
}

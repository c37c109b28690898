import { z } from 'zod';
import { navigate } from '../../../engines/browser/actions/navigate.ts';
import { TEST_IDS } from '../../../engines/browser/capture/capture.ts';
import { makeSelectors } from '../../../engines/browser/capture/in-page/selectors.page.ts';
import { pageCall } from '../../../engines/browser/page/page-call.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { fault } from '../../../kernel/fault.ts';
import { quoted } from '../../../report/code/code-step.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { openTab } from '../tabs.ts';
import { type Shown, shownParts } from './changing-parts.page.ts';
import { deliverReply } from './deliver.ts';
import { address, partOfPage, saveTo, testName } from './generate-arguments.ts';
import { recorded } from './recorded.ts';
import { isDocument } from './site-parts.ts';
import { slugOf } from './test.ts';

export const visualTest = defineMode({
  summary: 'Test by pictures, with masks.',
  input: z.object({ ...testName, ...address, ...partOfPage, ...saveTo }),
  timeoutMs: () => 180_000,
  async run(call) {
    const { args, deps, signal } = call;
    deps.pilot.assertOn();
    const open = await openTab(deps.engine, undefined, 'visual_test');
    const pages = await pagesOf(deps, args.url, open.url);
    const looked = await deps.during(() => lookedAt(deps, open, pages, args.scope, signal));
    const name = args.test_name ?? 'visual test';
    const size = open.page.viewportSize();
    const text = scriptOf(name, looked, args.scope, size);
    return deliverReply(
      call,
      { name: `${slugOf(name)}.spec.ts`, key: 'script', pieces: deps.redact(text) },
      `${pages.length} pages by their pictures, ${looked.reduce((sum, { masks }) => sum + masks.length, 0)} parts masked`,
      {
        test_name: name,
        assertions: looked.length,
        pages: looked.map(({ url, masks }) => ({ url, masked: masks.slice(0, MOST_SHOWN) })),
        notes: ['Run it once with --update-snapshots: the first run takes the pictures.'],
      },
    );
  },
});

const MOST_PAGES = 10;
const MOST_MASKS = 30;
const MOST_SHOWN = 5;
const MOST_LEAVES = 3000;

interface Looked {
  readonly url: string;
  readonly masks: readonly string[];
}

/** Those of the record whose address holds a word, or the one that is open. */
async function pagesOf(
  deps: TelemetryDeps,
  word: string | undefined,
  open: string,
): Promise<readonly string[]> {
  if (word === undefined) return [open];
  const { items } = await recorded(deps, { streams: ['request'] });
  const urls = items
    .filter((item) => isDocument(item) && item.data.status === 200 && item.data.url.includes(word))
    .map(({ data }) => data.url);
  const each = [...new Set(urls)].slice(-MOST_PAGES);
  if (each.length > 0) return each;
  throw fault('NOTHING_RECORDED', {
    what: `pages with "${word}" in their address`,
    next: 'Open them once, or leave url out for the open page',
  });
}

/** Each page is loaded twice, in a tab of its own: what differs by then would make every run red. */
async function lookedAt(
  deps: TelemetryDeps,
  open: Tab,
  urls: readonly string[],
  scope: string | undefined,
  signal: AbortSignal,
): Promise<readonly Looked[]> {
  const context = await deps.engine.context(open.host.context);
  const tab = await context.newTab();
  try {
    const looked: Looked[] = [];
    for (const url of urls) {
      const first = await shownAt(tab, url, signal);
      const second = await shownAt(tab, url, signal);
      if (scope !== undefined && (await tab.page.locator(scope).count()) !== 1)
        throw fault('ELEMENT_NOT_FOUND', { target: `"${scope}" in ${url}` });
      looked.push({ url, masks: masksOf(first, second) });
    }
    return looked;
  } finally {
    await context.closeTab(tab.id);
    await context.select(open.id).catch(() => {}); // it was closed meanwhile
  }
}

async function shownAt(tab: Tab, url: string, signal: AbortSignal): Promise<Shown> {
  await navigate(tab, url, { signal });
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

type Size = { readonly width: number; readonly height: number } | null;

function scriptOf(name: string, pages: readonly Looked[], scope: string | undefined, size: Size): string {
  const taken = new Set<string>();
  const lines = pages.flatMap(({ url, masks }) => {
    const at = URL.parse(url);
    let picture = slugOf(at?.pathname ?? 'page');
    while (taken.has(picture)) picture += '-2';
    taken.add(picture);
    const what = scope === undefined ? 'page' : `page.locator(${quoted(scope)})`;
    const settings = [
      ...(scope === undefined ? ['fullPage: true'] : []),
      ...(masks.length > 0 ? [`mask: [page.${masks.join(', page.')}]`] : []),
    ];
    const given = [quoted(`${picture}.png`), ...(settings.length > 0 ? [`{ ${settings.join(', ')} }`] : [])];
    return [
      `await page.goto(${quoted(url)});`,
      `await expect(${what}).toHaveScreenshot(${given.join(', ')});`,
    ];
  });
  const script = [
    "import { expect, test } from '@playwright/test';",
    '',
    ...(size ? [`test.use({ viewport: { width: ${size.width}, height: ${size.height} } });`, ''] : []),
    `test(${quoted(name)}, async ({ page }) => {`,
    ...lines.map((line) => `  ${line}`),
    '});',
  ];
  return `${script.join('\n')}\n`;
}

import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { z } from 'zod';
import { navigate } from '../../../engines/browser/actions/navigate.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { fault } from '../../../kernel/fault.ts';
import type { Call } from '../../../kernel/tool.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import type { RecordedAction } from '../recording/recording.ts';
import { trackedTab } from '../tabs.ts';
import { deliverReply } from './deliver.ts';
import { exactBytes } from './exact-bytes.ts';
import { healingArguments, saveTo, whatToDo } from './generate-arguments.ts';
import { asLocator, isMeant, type LocatorInTest, locatorsIn } from './heal/find-locators.ts';
import { LocatorHealer, type Proposal, type Verdict } from './heal/heal-locator.ts';
import { patchOf, type Replacement, replaced } from './heal/patch.ts';
import { replaceFile, testFilesAt } from './heal/test-files.ts';
import { recorded } from './recorded.ts';
import { isDocument } from './site-parts.ts';

export const testHeal = defineMode({
  summary: 'Mends locators by page and record.',
  input: z.object({ ...whatToDo, ...healingArguments, ...saveTo }),
  timeoutMs: () => 300_000,
  async run(call) {
    const { args, deps, caller } = call;
    deps.pilot.assertOn();
    if (args.test_file === undefined) return healAlone(call);
    const { files, isFolder, skipped } = await testFilesAt(await deps.output.allowed(caller, args.test_file));
    const results: FileResult[] = [];
    for (const file of files) results.push(await healFile(call, file));
    const sum = (count: (one: FileResult) => number) => results.reduce((all, one) => all + count(one), 0);
    const healed = sum((one) => one.healed.length);
    const unhealed = sum((one) => one.unhealed.length);
    const isApplied = results.some((one) => one.applied);
    const words = `${healed} locators mended${isApplied ? ' and written' : ''}, ${unhealed} not sure, ${sum((one) => one.working)} work`;
    const shown = results.map(({ patch: _, healed: mended, unhealed: unsure, ...rest }) => ({
      ...rest,
      healed: mended.slice(0, MOST_SHOWN),
      unhealed: unsure.slice(0, MOST_SHOWN),
    }));
    const result = isFolder
      ? {
          files_processed: files.length,
          files_skipped: skipped.length,
          total_selectors: sum(({ selectors }) => selectors),
          total_healed: healed,
          total_unhealed: unhealed,
          file_results: shown.filter((one) => one.healed.length + one.unhealed.length > 0),
          ...(skipped.length > 0 && { warnings: skipped.slice(0, MOST_SHOWN) }),
        }
      : { ...shown[0], summary: { total_broken: healed + unhealed, healed_auto: healed, unhealed } };
    return deliverReply(
      call,
      { name: 'healed.patch', key: 'patch', pieces: results.map(({ patch }) => patch).join('') },
      isFolder ? `${files.length} files: ${words}` : words,
      { result },
    );
  },
});

type HealCall = Call<z.output<z.ZodObject<typeof healingArguments>>, TelemetryDeps>;

/** Locators without a test: they are looked for on the open page, and there is nothing to write. */
async function healAlone(call: HealCall) {
  const { broken_selectors: named } = call.args;
  if (named === undefined)
    throw fault('NOTHING_RECORDED', {
      what: 'test that was named',
      next: 'Give test_file, a test or a folder of them; or broken_selectors of the open page',
    });
  const text = named.map((one) => `page.${asLocator(one)}`).join('\n');
  const { all, working, healed, unhealed } = await healText(call, text);
  const summary = { total_broken: healed.length + unhealed.length, healed_auto: healed.length };
  return {
    summary: `${healed.length} locators mended, ${unhealed.length} not sure, ${working} work`,
    data: { result: { selectors: all.length, working, healed, unhealed, summary } },
  };
}

interface FileResult {
  readonly file: string;
  readonly selectors: number;
  readonly working: number;
  readonly healed: readonly {
    readonly old_selector: string;
    readonly new_selector: string;
    readonly confidence: number;
    readonly strategy: string;
    readonly line_number: number;
  }[];
  readonly unhealed: readonly {
    readonly selector: string;
    readonly line_number: number;
    readonly reason: string;
    readonly candidates?: readonly Proposal[];
  }[];
  readonly patch: string;
  readonly applied: boolean;
}

const MOST_LOCATORS = 50;
/** The patch has all of them. */
const MOST_SHOWN = 10;

async function healFile(call: HealCall, file: string): Promise<FileResult> {
  const { args, deps, caller } = call;
  const text = await readFile(file, 'utf8');
  const { all, changes, ...told } = await healText(call, text, args.broken_selectors);
  const isApplied = args.auto_apply === true && changes.length > 0;
  if (isApplied) await replaceFile(await deps.output.writable(caller, file), text, replaced(text, changes));
  return {
    file: relative(caller.cwd, file),
    selectors: all.length,
    ...told,
    patch: deps.redact(patchOf(relative(caller.cwd, file), text, changes)),
    applied: isApplied,
  };
}

/** What becomes of the locators in a text, or of those among them that are named. */
async function healText(call: HealCall, text: string, named?: readonly string[]) {
  const all = locatorsIn(text, MOST_LOCATORS);
  const chosen = named ? all.filter((one) => named.some((name) => isMeant(one, name))) : all;
  const { verdicts, notes } = await onPageOf(call, text, (tab) => judged(tab, all, chosen, call.deps));
  const changes: Replacement[] = [];
  const healed: FileResult['healed'][number][] = [];
  const unhealed: FileResult['unhealed'][number][] = [];
  for (const [one, verdict] of verdicts) {
    const { code, line, from, to, use, isOldStyle } = one;
    if (verdict.state === 'healed') {
      const { selector, confidence, strategy } = verdict;
      healed.push({ old_selector: code, new_selector: selector, confidence, strategy, line_number: line });
      // page.click('#a', …) becomes page.getByRole(…).click(…).
      const rest = isOldStyle ? (/^\s*,\s*/.exec(text.slice(to))?.[0].length ?? 0) : 0;
      changes.push({
        from,
        to: to + rest,
        text: isOldStyle ? `${selector}.${use === 'waitForSelector' ? 'waitFor' : use}(` : selector,
      });
    } else if (verdict.state === 'unsure')
      unhealed.push({
        selector: code,
        line_number: line,
        reason: verdict.why,
        ...(verdict.candidates.length > 0 && { candidates: verdict.candidates }),
      });
    else if (verdict.state === 'unread')
      unhealed.push({ selector: code, line_number: line, reason: `it cannot be tried: ${verdict.why}` });
  }
  for (const name of named ?? [])
    if (!all.some((one) => isMeant(one, name)))
      unhealed.push({ selector: name, line_number: 0, reason: 'the test has no such locator' });
  return {
    all,
    changes,
    working: [...verdicts.values()].filter(({ state }) => state === 'works').length,
    healed,
    unhealed: [...unhealed, ...notes.map((reason) => ({ selector: '', line_number: 0, reason }))],
  };
}

/** Those that work first: what they find is not what a broken one means. */
async function judged(
  tab: Tab,
  all: readonly LocatorInTest[],
  chosen: readonly LocatorInTest[],
  deps: TelemetryDeps,
): Promise<ReadonlyMap<LocatorInTest, Verdict>> {
  const healer = new LocatorHealer(tab, await pastActions(deps, tab.url), await pastDocuments(deps, tab.url));
  const works: LocatorInTest[] = [];
  const verdicts = new Map<LocatorInTest, Verdict>();
  for (const one of all) {
    const is = await healer.works(one);
    if (is === true) works.push(one);
    else if (!chosen.includes(one)) continue;
    if (chosen.includes(one) && is !== false) verdicts.set(one, is === true ? { state: 'works' } : is);
  }
  for (const one of chosen) if (!verdicts.has(one)) verdicts.set(one, await healer.heal(one, works));
  return verdicts;
}

/** What was done on pages of this site, the oldest first. */
async function pastActions(deps: TelemetryDeps, url: string): Promise<readonly RecordedAction[]> {
  const { items } = await recorded(deps, { streams: ['action'] });
  const origin = URL.parse(url)?.origin;
  return items
    .filter(({ data }) => URL.parse(data.url)?.origin === origin)
    .map(({ data, where }) => ({ ...data, at: 0, page: where.page }));
}

const MOST_DOCUMENTS = 5;

/** The page's document as it came before, the newest first; the present one tells nothing that the page does not. */
async function pastDocuments(deps: TelemetryDeps, url: string): Promise<readonly string[]> {
  const { items } = await recorded(deps, { streams: ['request'] });
  const place = ({ origin, pathname }: URL) => origin + pathname;
  const here = URL.parse(url);
  const loads = items.filter((item) => {
    const at = URL.parse(item.data.url);
    return isDocument(item) && at && here && place(at) === place(here);
  });
  const texts = new Set<string>();
  for (const { data } of loads.toReversed()) {
    const bytes = await exactBytes(deps.store, data);
    if (bytes) texts.add(Buffer.from(bytes).toString());
    if (texts.size > MOST_DOCUMENTS) break;
  }
  return [...texts].slice(1);
}

/** The page that the test opens: the open one where it is that, or where the caller has brought it to the place; else a new tab. */
async function onPageOf(
  { args, deps, signal }: HealCall,
  text: string,
  work: (tab: Tab) => Promise<ReadonlyMap<LocatorInTest, Verdict>>,
) {
  const open = await trackedTab(deps.engine);
  const written = /\.goto\(\s*(['"`])([^'"`]+)\1/.exec(text)?.[2];
  const address = written === undefined ? undefined : URL.parse(written, open?.url);
  const isThere =
    open !== undefined && (!address || address.href.replace(/#.*/s, '') === open.url.replace(/#.*/s, ''));
  const notes: string[] = [];
  if (open && (isThere || args.broken_selectors)) {
    if (!isThere)
      notes.push(
        `The open page is ${open.url}, not ${address?.href}: it was taken for where the locators are.`,
      );
    return { verdicts: await deps.during(() => open.turns.take(signal, () => work(open))), notes };
  }
  if (!address || !/^https?:$/.test(address.protocol)) throw fault('NO_PAGE', { wanted: 'test_heal' });
  const context = await deps.engine.context();
  const tab = await context.newTab();
  try {
    const verdicts = await deps.during(async () => {
      await navigate(tab, address.href, { toLook: true, signal });
      return work(tab);
    });
    return { verdicts, notes };
  } finally {
    await context.closeTab(tab.id);
    if (open) await context.select(open.id).catch(() => {}); // it was closed meanwhile
  }
}

import type { AxeResults, NodeResult, Result, RunOptions } from 'axe-core';
import type { Frame } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { newId } from '../../../kernel/ids.ts';
import { within } from '../../../kernel/within.ts';
import type { Tab } from '../page/tab.ts';
import {
  aMomentLater,
  changedSince,
  finishRun,
  framesMeant,
  isOpaque,
  keepKnown,
  runAlone,
  runOwnPart,
  runPartly,
} from './axe.page.ts';
import { pathOf } from './element-facts.page.ts';
import { FrameWorlds } from './frame-worlds.ts';

export type { AxeResults, NodeResult, Result };

/** WCAG 2.2, A and AA. */
const USUAL_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const MOMENT_MS = 3_000;

export interface AxeWanted {
  readonly selector: string | undefined;
  readonly tags: readonly string[] | undefined;
  readonly isFresh: boolean;
  /** Every element that a rule holds for, not only one. */
  readonly withPasses?: boolean | undefined;
}

interface Kept {
  readonly wanted: string;
  readonly token: string;
  readonly results: AxeResults;
}

/** The last results of each tab, good until its page changes. */
const kept = new WeakMap<Tab, Kept>();

/** axe-core over all frames of the page, or what it found when the page was the same. */
export async function runAxe(
  tab: Tab,
  { selector, tags = USUAL_TAGS, isFresh, withPasses = false }: AxeWanted,
): Promise<{ readonly results: AxeResults; readonly isCached: boolean }> {
  const worlds = new FrameWorlds(tab);
  try {
    const wanted = JSON.stringify([selector, tags, tab.url, withPasses]);
    const before = kept.get(tab);
    if (!isFresh && before?.wanted === wanted && (await isUnchanged(tab, worlds, before.token)))
      return { results: before.results, isCached: true };
    const token = newId('axe');
    const main = tab.page.mainFrame();
    const inside = tab.page.frames().filter((frame) => frame !== main);
    await assertScripted(worlds, main);
    await Promise.all([bringAxe(worlds, main, token), ...inside.map((frame) => asked(worlds, frame, token))]);
    const options: RunOptions = {
      runOnly: { type: 'tag', values: [...tags] },
      resultTypes: ['violations', 'incomplete', ...(withPasses ? ['passes' as const] : [])],
      preload: { assets: [...preloads(tags)] },
    };
    const context = selector === undefined ? null : { include: [[selector]] };
    const results = await resultsOf({ worlds, options, token }, main, context);
    kept.set(tab, { wanted, token, results });
    return { results, isCached: false };
  } finally {
    await worlds.close();
  }
}

/** Style sheets, which axe would load anew from other origins, are of use to no rule but an experimental one. */
const preloads = (tags: readonly string[]) =>
  tags.includes('experimental') ? (['cssom', 'media'] as const) : (['media'] as const);

/** In a sandbox without scripts calls are answered, but no timer and no promise is: axe would never end. */
async function assertScripted(worlds: FrameWorlds, main: Frame): Promise<void> {
  if (!(await worlds.run(main, isOpaque))) return;
  if (await within(worlds.run(main, aMomentLater), MOMENT_MS)) return;
  throw fault('SCRIPTS_REFUSED', {});
}

/** The tags by which rules are chosen; no rule has another one. */
export async function axeTags(): Promise<ReadonlySet<string>> {
  const { default: axe } = await import('axe-core');
  return new Set(axe.getRules().flatMap(({ tags }) => tags));
}

/** A frame that cannot be asked has changed. */
const asked = (worlds: FrameWorlds, frame: Frame, token: string) =>
  worlds.run(frame, changedSince, token).catch(() => ({ hasChanged: true, hasAxe: false }));

async function isUnchanged(tab: Tab, worlds: FrameWorlds, token: string): Promise<boolean> {
  const all = await Promise.all(tab.page.frames().map((frame) => asked(worlds, frame, token)));
  return all.every(({ hasChanged }) => !hasChanged);
}

interface Run {
  readonly worlds: FrameWorlds;
  readonly options: RunOptions;
  readonly token: string;
}

/** Has axe in a frame, and its changes counted from now on. */
async function bringAxe(worlds: FrameWorlds, frame: Frame, token: string): Promise<void> {
  const { hasAxe } = await worlds.run(frame, changedSince, token);
  if (hasAxe) return;
  const { default: axe } = await import('axe-core');
  await worlds.evaluate(frame, `void (() => {${axe.source}\n})()`);
  await worlds.run(frame, keepKnown);
}

/** Which frames are meant is asked only where there are some: axe walks the whole document for it. */
async function resultsOf(run: Run, main: Frame, context: unknown): Promise<AxeResults> {
  const { worlds, options } = run;
  if (main.childFrames().length === 0) return worlds.run(main, runAlone, context, options);
  const inside = await worlds.run(main, framesMeant, pathOf, context, options);
  await worlds.run(main, runOwnPart, context, options);
  return worlds.run(main, finishRun, await partialsInside(run, main, inside), options);
}

/** Of the frame, then of those inside it, in the order in which axe expects them; null where one went away. */
async function partialsOf(run: Run, frame: Frame, context: unknown): Promise<readonly (string | null)[]> {
  const { worlds, options, token } = run;
  await bringAxe(worlds, frame, token);
  const isLast = frame.childFrames().length === 0;
  const inside = isLast ? [] : await worlds.run(frame, framesMeant, pathOf, context, options);
  const own = await worlds.run(frame, runPartly, context, options);
  return [own, ...(await partialsInside(run, frame, inside))];
}

async function partialsInside(
  run: Run,
  frame: Frame,
  inside: ReturnType<typeof framesMeant>,
): Promise<readonly (string | null)[]> {
  if (inside.length === 0) return [];
  const children = await childrenOf(frame);
  const deeper: (string | null)[] = [];
  for (const one of inside) {
    const child = children.get(JSON.stringify(one.path));
    const partials = child && (await partialsOf(run, child, one.context).catch(() => undefined));
    deeper.push(...(partials ?? [null]));
  }
  return deeper;
}

/** The frames inside by where their elements stand. */
async function childrenOf(frame: Frame): Promise<ReadonlyMap<string, Frame>> {
  const pairs = await Promise.all(
    frame.childFrames().map(async (child) => {
      const element = await child.frameElement().catch(() => undefined); // on its way out
      const path = await element?.evaluate(pathOf).catch(() => undefined);
      await element?.dispose();
      return [JSON.stringify(path), child] as const;
    }),
  );
  return new Map(pairs);
}

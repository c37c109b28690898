import type { Frame, Locator } from 'playwright-core';
import { Fault, type FaultData, fault } from '../../../kernel/fault.ts';
import { quotePageText } from '../../../kernel/page-fence.ts';
import { within } from '../../../kernel/within.ts';
import type { Outcome } from '../page/outcome.ts';
import type { Step, Tab } from '../page/tab.ts';
import { isClosedError, translate } from '../page/translate.ts';
import { parseRef } from '../snapshot/ref-book.ts';
import { parseName } from '../snapshot/written-name.ts';
import { wordsOver } from './element.page.ts';
import { looksLikeLocator, parseLocator } from './locator-string.ts';
import { selectorCandidates } from './semantic-selector.ts';

/**
 * One element: a ref of a snapshot (e12, uk:e12), role and name as an outline writes them (`button "Save"`), a CSS or Playwright selector, a locator as in a test, or words
 * as Gasoline takes them (`label=Email`). Or one that was found before.
 */
export type Target = string | Found;

export interface Found {
  readonly locator: Locator;
  /** As the caller wrote it. */
  readonly written: string;
  /** 0-based among the frames inside the page; absent for the page itself. */
  readonly frame?: number;
}

export interface Seeking {
  /** The frame that is meant; without it the page itself, else the only frame that has the element. */
  readonly frame?: string | number | undefined;
  /** Of several elements the only one that can be seen is meant. */
  readonly prefersSeen?: boolean | undefined;
  /** Several elements are as good as one. */
  readonly mayBeMany?: boolean | undefined;
}

/** A frame that hangs, or waits for its server, has nothing that could be meant. */
const FRAME_MS = 1_000;
/** Of several elements that may be meant. */
const SHOWN = 5;

/**
 * Exactly one present element. What matches none fails at once: the caller saw the page, so waiting for an
 * element to come is what browser_wait_for is for.
 */
export async function resolveTarget(tab: Tab, target: Target): Promise<Locator> {
  if (typeof target !== 'string') return target.locator;
  try {
    return (await findTarget(tab, target)).locator;
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.code !== 'ELEMENT_NOT_FOUND') throw thrown;
    const near = await tab.snapshots.like(wordsOf(target)).catch(() => []); // what cannot be read has nothing near
    throw fault('ELEMENT_NOT_FOUND', { target: quoted(target), near }, thrown);
  }
}

/** The same where several elements may be meant. */
export async function resolveTargets(tab: Tab, target: Target): Promise<Locator> {
  return typeof target === 'string'
    ? (await findTarget(tab, target, { mayBeMany: true })).locator
    : target.locator;
}

export const writtenOf = (target: Target): string => (typeof target === 'string' ? target : target.written);

export async function onTarget<T>(
  tab: Tab,
  target: Target,
  step: Omit<Step, 'target'>,
  work: (locator: Locator) => Promise<T>,
): Promise<Outcome<T>> {
  let locator: Locator | undefined;
  try {
    return await tab.perform({ ...step, target: writtenOf(target) }, async () => {
      locator = await resolveTarget(tab, target);
      return work(locator);
    });
  } catch (thrown) {
    throw await withWordsOfCover(thrown, locator);
  }
}

/** What a build tool or a dialog has laid over the page says in most cases why, and what to do about it. */
async function withWordsOfCover(thrown: unknown, locator: Locator | undefined): Promise<unknown> {
  if (!(thrown instanceof Fault) || thrown.code !== 'ACTION_TIMEOUT' || !locator) return thrown;
  const { action, ms, why } = thrown.data as FaultData<'ACTION_TIMEOUT'>;
  if (!why.includes('intercepts pointer events')) return thrown;
  const words = await within(locator.evaluate(wordsOver), FRAME_MS).catch(() => undefined); // it may be gone by now
  if (!words) return thrown;
  return fault(
    'ACTION_TIMEOUT',
    { action, ms, why: `${why}; it says ${quotePageText(words)}` },
    thrown.cause,
  );
}

export async function findTarget(tab: Tab, written: string, seeking: Seeking = {}): Promise<Found> {
  if (tab.modals.isBlocked) tab.modals.assertFree();
  const ref = refOf(written);
  if (ref) return { locator: await tab.snapshots.locate(ref.ref), written };
  const called = seeking.frame === undefined ? await tab.snapshots.called(written) : undefined;
  if (called?.length === 1)
    return { locator: await atItsWords(await tab.snapshots.locate(called[0]!), written), written };
  if (called) throw unclear(tab, written, called);
  if (seeking.frame !== undefined) {
    const frame = await findFrame(tab, seeking.frame);
    const locator = await findIn(tab, frame, written, seeking);
    if (locator) return { locator, written, ...numberOf(tab, frame) };
    throw fault('ELEMENT_NOT_FOUND', { target: `${quoted(written)} in frame ${seeking.frame}` });
  }
  const [main, ...inner] = tab.page.frames();
  const here = await findIn(tab, main!, written, seeking);
  if (here) return { locator: here, written };
  const looked = inner.map(async (frame) => {
    const looking = findIn(tab, frame, written, seeking).catch((thrown: unknown) => {
      // One that goes away at this moment has nothing any more.
      if (thrown instanceof Fault && thrown.code === 'AMBIGUOUS_TARGET') throw thrown;
      return undefined;
    });
    const locator = await within(looking, FRAME_MS);
    return locator ? [{ locator, written, ...numberOf(tab, frame) }] : [];
  });
  const found = (await Promise.all(looked)).flat();
  if (found.length === 1) return found[0]!;
  if (found.length === 0) throw fault('ELEMENT_NOT_FOUND', { target: quoted(written) });
  const frames = found.map(({ frame }) => frame).join(', ');
  throw fault('AMBIGUOUS_TARGET', {
    target: `${quoted(written)} (in frames ${frames})`,
    count: found.length,
  });
}

/**
 * An outline gives a row of a list as wide as the page a ref, and not the plain element in it that has the words; who
 * names these words means the place where they stand.
 */
async function atItsWords(locator: Locator, written: string): Promise<Locator> {
  const { role, name, isCut } = parseName(written)!;
  if (role !== 'text' || isCut) return locator;
  const inner = locator.getByText(name, { exact: true });
  return (await inner.count()) === 1 ? inner : locator;
}

/** No element, or more than one, is called as an outline calls it. */
function unclear(tab: Tab, written: string, refs: readonly string[]): Fault {
  if (refs.length === 0) return fault('ELEMENT_NOT_FOUND', { target: quoted(written) });
  const some = tab.snapshots.labelsOf(refs.slice(0, SHOWN));
  return fault('AMBIGUOUS_TARGET', { target: quoted(written), count: refs.length, some });
}

/** A frame by its place (0 is the first inside the page), its name, or a CSS selector of its element. */
export async function findFrame(tab: Tab, name: string | number): Promise<Frame> {
  const inner = tab.page.frames().slice(1);
  if (/^\d+$/.test(String(name))) {
    const frame = inner[Number(name)];
    if (frame) return frame;
    throw fault('ELEMENT_NOT_FOUND', { target: `Frame ${name} of ${inner.length}` });
  }
  const named = inner.find((frame) => frame.name() === name);
  if (named) return named;
  const element = tab.page.locator(String(name));
  const count = await countOf(tab, element, String(name));
  if (count > 1) throw fault('AMBIGUOUS_TARGET', { target: `The frame "${name}"`, count });
  const handle = count === 1 ? await element.elementHandle() : null;
  const frame = await handle?.contentFrame();
  if (!frame) throw fault('ELEMENT_NOT_FOUND', { target: `The frame "${name}"` });
  return frame;
}

/** The element in one frame; undefined when there is none. */
export async function findIn(
  tab: Tab,
  frame: Frame,
  written: string,
  { prefersSeen, mayBeMany }: Seeking = {},
): Promise<Locator | undefined> {
  for (const all of waysTo(frame, written)) {
    const count = await countOf(tab, all, written);
    if (count === 0) continue;
    if (count === 1 || mayBeMany) return all;
    if (!prefersSeen) {
      const some = await tab.snapshots.labels(all, SHOWN).catch(() => []); // they may be gone by now
      throw fault('AMBIGUOUS_TARGET', { target: quoted(written), count, some }, await strictError(all));
    }
    const seen = all.filter({ visible: true });
    if ((await countOf(tab, seen, written)) === 1) return seen;
    throw fault('AMBIGUOUS_TARGET', { target: `${quoted(written)} (choose one with :nth-match(n))`, count });
  }
  return undefined;
}

const waysTo = (frame: Frame, written: string): readonly Locator[] =>
  looksLikeLocator(written)
    ? [parseLocator(frame, written)]
    : selectorCandidates(written).map((form) => frame.locator(form));

function numberOf(tab: Tab, frame: Frame): { frame?: number } {
  const index = tab.page.frames().slice(1).indexOf(frame);
  return index < 0 ? {} : { frame: index };
}

/** Playwright's own way to write it is one more. */
const refOf = (target: string) => parseRef(target.replace(/^aria-ref=/, ''));

/** What Playwright itself says of them: it names each. */
const strictError = (locator: Locator): Promise<unknown> =>
  locator.getAttribute('id', { timeout: 1_000 }).then(
    () => undefined, // but one is left by now
    (error: unknown) => error,
  );

async function countOf(tab: Tab, locator: Locator, target: string): Promise<number> {
  try {
    return await locator.count();
  } catch (thrown) {
    if (isClosedError(thrown))
      await tab.perform({ action: 'look', isReading: true }, () => Promise.reject(thrown));
    throw translate(thrown, { action: 'look', target: quoted(target) });
  }
}

/** What is said of an element in a selector or a locator: `#save-all`, `text=Save`, `getByRole('button', { name: 'Save' })`. */
const wordsOf = (written: string): string =>
  (written.match(/(?<=["'`]).+?(?=["'`])/g)?.at(-1) ?? written.replace(/^\w+=/, ''))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const quoted = (target: string) => (looksLikeLocator(target) ? target : `"${target}"`);

/** The element as code: a ref as a test would find it, anything else as the caller wrote it. */
export async function targetCode(locator: Locator, target: Target): Promise<string> {
  const written = writtenOf(target);
  if (refOf(written) || parseName(written)) return locatorCode(locator);
  const isPlain = looksLikeLocator(written) || !selectorCandidates(written).includes(written);
  return isPlain ? locator.toString() : locator.page().locator(written).toString();
}

/** The same of a target that may stand for several elements. */
export async function writtenCode(tab: Tab, target: string): Promise<string> {
  return targetCode(await resolveTargets(tab, target), target);
}

/** The locator that a test would use for it, as code: `getByRole('button', { name: 'Save' })`. */
export async function locatorCode(locator: Locator): Promise<string> {
  return (await locator.normalize()).toString();
}

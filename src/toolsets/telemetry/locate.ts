import { looksLikeLocator } from '../../engines/browser/actions/locator-string.ts';
import { resolveTarget } from '../../engines/browser/actions/target.ts';
import type { Tab } from '../../engines/browser/page/tab.ts';
import { isClosedError, translate } from '../../engines/browser/page/translate.ts';
import { parseRef } from '../../engines/browser/snapshot/ref-book.ts';
import { Fault, fault } from '../../kernel/fault.ts';
import { selectorCandidates } from './semantic-selector.ts';

export type Locator = Awaited<ReturnType<typeof resolveTarget>>;
export type Frame = ReturnType<Tab['page']['mainFrame']>;

export interface Found {
  readonly locator: Locator;
  /** 0-based among the frames inside the page; absent for the page itself. */
  readonly frame?: number;
}

/**
 * The one element that a selector means, in one frame: the named one, else the page itself, else the only frame
 * that has it. Where several match, the one that can be seen is meant.
 */
export async function locate(tab: Tab, selector: string, frame?: string | number): Promise<Found> {
  if (frame === undefined && (parseRef(selector) || looksLikeLocator(selector))) {
    return { locator: await resolveTarget(tab, selector) };
  }
  if (tab.modals.isBlocked) tab.modals.assertFree();
  if (frame !== undefined) {
    const named = await findFrame(tab, frame);
    const locator = await inFrame(tab, named, selector);
    if (locator) return { locator, ...numberOf(tab, named) };
    throw fault('ELEMENT_NOT_FOUND', { target: `"${selector}" in frame ${frame}` });
  }
  const [main, ...inner] = tab.page.frames();
  const here = await inFrame(tab, main!, selector);
  if (here) return { locator: here };
  const found: Found[] = [];
  for (const one of inner) {
    const locator = await inFrame(tab, one, selector);
    if (locator) found.push({ locator, ...numberOf(tab, one) });
  }
  if (found.length === 1) return found[0]!;
  if (found.length === 0) throw fault('ELEMENT_NOT_FOUND', { target: `"${selector}"` });
  const frames = found.map((one) => one.frame).join(', ');
  throw fault('AMBIGUOUS_TARGET', { target: `"${selector}" (in frames ${frames})`, count: found.length });
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
  const count = await asked(tab, () => element.count(), String(name));
  if (count > 1) throw fault('AMBIGUOUS_TARGET', { target: `The frame "${name}"`, count });
  const handle = count === 1 ? await element.elementHandle() : null;
  const frame = await handle?.contentFrame();
  if (!frame) throw fault('ELEMENT_NOT_FOUND', { target: `The frame "${name}"` });
  return frame;
}

/** The element in one frame; undefined when there is none. */
async function inFrame(tab: Tab, frame: Frame, selector: string): Promise<Locator | undefined> {
  for (const form of selectorCandidates(selector)) {
    const all = frame.locator(form);
    const count = await asked(tab, () => all.count(), selector);
    if (count === 1) return all;
    if (count === 0) continue;
    const seen = all.filter({ visible: true });
    const visible = await asked(tab, () => seen.count(), selector);
    if (visible === 1) return seen;
    throw fault('AMBIGUOUS_TARGET', { target: `"${selector}" (choose one with :nth-match(n))`, count });
  }
  return undefined;
}

async function asked<T>(tab: Tab, question: () => Promise<T>, selector: string): Promise<T> {
  try {
    return await question();
  } catch (thrown) {
    if (isClosedError(thrown)) throw fault('TAB_CLOSED', { tab: tab.id }, thrown);
    throw thrown instanceof Fault ? thrown : translate(thrown, { action: 'look', target: `"${selector}"` });
  }
}

function numberOf(tab: Tab, frame: Frame): { frame?: number } {
  const index = tab.page.frames().slice(1).indexOf(frame);
  return index < 0 ? {} : { frame: index };
}

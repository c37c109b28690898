import { parseLocator } from '../../../../engines/browser/actions/locator-string.ts';
import { locatorCode } from '../../../../engines/browser/actions/target.ts';
import { TEST_IDS } from '../../../../engines/browser/capture/capture.ts';
import { makeSelectors } from '../../../../engines/browser/capture/in-page/selectors.page.ts';
import { pathOf } from '../../../../engines/browser/inspect/element-facts.page.ts';
import { pageCall } from '../../../../engines/browser/page/page-call.ts';
import type { Tab } from '../../../../engines/browser/page/tab.ts';
import { breather } from '../../../../kernel/breathe.ts';
import { waysOf } from '../../recording/heal.ts';
import type { RecordedAction } from '../../recording/recording.ts';
import {
  type Candidate,
  candidatesIn,
  contextOf,
  elementOfOld,
  type PastElement,
} from './candidates.page.ts';
import type { LocatorInTest } from './find-locators.ts';
import { isMade, likeness, type OldElement } from './likeness.ts';
import { cssIn, isPath, isSameElement, knownBy, ofAction } from './old-element.ts';

type Frame = ReturnType<Tab['page']['mainFrame']>;
type Locator = ReturnType<typeof parseLocator>;

/** An element of the page, with the frame that it is in. */
interface Placed extends Candidate {
  readonly frame: Frame;
}

export interface Proposal {
  readonly selector: string;
  readonly confidence: number;
}

export type Verdict =
  | { readonly state: 'works' }
  /** Why it cannot be tried. */
  | { readonly state: 'unread'; readonly why: string }
  | {
      readonly state: 'healed';
      readonly selector: string;
      readonly confidence: number;
      readonly strategy: string;
    }
  | { readonly state: 'unsure'; readonly why: string; readonly candidates: readonly Proposal[] };

const MOST_ELEMENTS = 2000;
const MOST_ALIKE = 20;
const SHOWN = 3;
/** So alike it must be, so much more than the next, and so much by its words. */
const SURE = 0.7;
const SURE_UNSEEN = 0.8;
const AHEAD = 0.1;
const WORDED = 0.4;

/** Looks at one page for all locators of a test. */
export class LocatorHealer {
  readonly #tab: Tab;
  readonly #actions: readonly RecordedAction[];
  readonly #documents: readonly string[];
  #elements: Promise<readonly Placed[]> | undefined;

  /** What was done before, when the locators still worked, and the document as it was then, the newest first. */
  constructor(tab: Tab, actions: readonly RecordedAction[], documents: readonly string[]) {
    this.#tab = tab;
    this.#actions = actions;
    this.#documents = documents;
  }

  /** Whether it finds what it should on this page; or why that cannot be told. */
  async works(one: LocatorInTest): Promise<boolean | Verdict> {
    try {
      const count = await parseLocator(this.#tab.page, one.code).count();
      // Lists are asserted as well.
      return count === 1 || (count > 1 && (one.use === 'expect' || one.use === ''));
    } catch (cause) {
      return { state: 'unread', why: cause instanceof Error ? cause.message.split('\n')[0]! : String(cause) };
    }
  }

  /** `others` are the locators of the test that work: what they find is not what a broken one means. */
  async heal(one: LocatorInTest, others: readonly LocatorInTest[]): Promise<Verdict> {
    const locator = parseLocator(this.#tab.page, one.code);
    const count = await locator.count();
    const written = await this.#ofOldDocument(cssIn(one.code));
    const own = { ...knownBy(one.code), ...written };
    const recorded = this.#recordedFor(one, own);
    const old = recorded ? ofAction(own, recorded) : own;
    const past = written ?? (await this.#ofOldDocument(old.css));
    const all = (await this.#found()).filter((element) => suits(one.use, element));
    const keys = count > 1 ? await keysOf(locator) : undefined;
    const found = keys ? all.filter((element) => keys.includes(keyOf(element))) : all;
    const meant = wasOneOfMany(past, recorded)
      ? found.filter((element) => isStillHere(element, old, past))
      : found;
    if (recorded && count === 0) {
      const exact = await this.#byOtherWays(recorded, meant);
      if (exact) return exact;
    }
    if (count > 1) {
      const which = await this.#ofAlike(old, past, meant);
      if (which) return which;
    }
    return this.#byLikeness(old, meant, others, count);
  }

  /** In another of the ways that were recorded, as playback does it; where it stands alone says too little. */
  async #byOtherWays(action: RecordedAction, meant: readonly Placed[]): Promise<Verdict | undefined> {
    for (const { strategy, selector } of waysOf(action)) {
      if (strategy === 'css') continue;
      const keys = await Promise.all(this.#tab.page.frames().map((frame) => keysOf(frame.locator(selector))));
      const hits = meant.filter((element) => keys.flat().includes(keyOf(element)));
      // Words alone may stand anywhere.
      if (
        hits.length !== 1 ||
        (strategy === 'text' && likeness({ ...action.selectors, isRecorded: false }, hits[0]!).score < SURE)
      )
        continue;
      const found = await codeOf(hits[0]!);
      if (found)
        return { state: 'healed', selector: found, confidence: strategy === 'text' ? 0.85 : 0.95, strategy };
    }
    return undefined;
  }

  async #byLikeness(
    old: OldElement,
    meant: readonly Placed[],
    others: readonly LocatorInTest[],
    count: number,
  ): Promise<Verdict> {
    const taken = await this.#taken(others);
    const scored: (ReturnType<typeof likeness> & { readonly element: Placed })[] = [];
    const breathe = breather();
    for (const element of meant) {
      await breathe();
      const like = likeness(old, element);
      if (like.score > 0.3) scored.push({ element, ...like });
    }
    scored.sort((one, other) => other.score - one.score);
    const free = scored.filter(({ element }) => !taken.has(keyOf(element)));
    const [best] = free;
    const second = free.find(({ element }) => best && !isAround(element, best.element));
    const least = old.isRecorded ? SURE : SURE_UNSEEN;
    const lead = best ? best.score - (second?.score ?? 0) : 0;
    const code =
      best && best.score >= least && best.wording >= WORDED && lead >= AHEAD
        ? await codeOf(best.element)
        : undefined;
    if (best && code !== undefined)
      return { state: 'healed', selector: code, confidence: rounded(best.score), strategy: best.strategy };
    const candidates: Proposal[] = [];
    for (const { element, score } of free.slice(0, SHOWN)) {
      const selector = await codeOf(element);
      if (selector !== undefined) candidates.push({ selector, confidence: rounded(score) });
    }
    return { state: 'unsure', why: whyUnsure(count, best?.score ?? 0, least, lead), candidates };
  }

  #found(): Promise<readonly Placed[]> {
    this.#elements ??= (async () => {
      const script = pageCall(candidatesIn, makeSelectors, pathOf, contextOf, TEST_IDS, MOST_ELEMENTS);
      const lists = this.#tab.page.frames().map(async (frame) => {
        const list = (await frame.evaluate(script).catch(() => [])) as readonly Candidate[]; // on its way out
        return list.map((element) => ({ ...element, frame }));
      });
      return (await Promise.all(lists)).flat();
    })();
    return this.#elements;
  }

  async #taken(others: readonly LocatorInTest[]): Promise<ReadonlySet<string>> {
    const lists = others.map(({ code }) => keysOf(parseLocator(this.#tab.page, code)));
    return new Set((await Promise.all(lists)).flat());
  }

  /** What a selector of CSS found in the document as it came before it changed. */
  async #ofOldDocument(selector: string | undefined): Promise<PastElement | undefined> {
    if (selector === undefined) return undefined;
    for (const html of this.#documents) {
      const found = await this.#tab.cdp.runSource(
        `() => ${pageCall(elementOfOld, makeSelectors, contextOf, TEST_IDS, html, selector)}`,
      );
      if (found) return found as PastElement;
    }
    return undefined;
  }

  /** Of several that are called alike, the one with the same id, or under the same heading. */
  async #ofAlike(
    old: OldElement,
    past: PastElement | undefined,
    alike: readonly Placed[],
  ): Promise<Verdict | undefined> {
    const context = past?.context;
    const sameId = alike.filter(({ id }) => id !== undefined && id === old.id && !isMade(id));
    const sameContext = context ? alike.filter((one) => one.context === context) : [];
    const [strategy, [only, ...more]] =
      sameId.length > 0 ? (['id', sameId] as const) : (['context', sameContext] as const);
    if (!only || more.length > 0 || (sameContext.length > 0 && !sameContext.includes(only))) return undefined;
    const selector = await codeOf(only);
    return selector === undefined ? undefined : { state: 'healed', selector, confidence: 0.9, strategy };
  }

  /** The newest action on what this locator found. */
  #recordedFor({ code, use }: LocatorInTest, wanted: OldElement): RecordedAction | undefined {
    const same = squeezed(code);
    const on = this.#actions.filter(({ selectors }) => selectors !== undefined);
    return (
      on.findLast(
        ({ selectors }) => selectors?.locator !== undefined && squeezed(selectors.locator) === same,
      ) ??
      on.findLast(({ selectors }) => isSameElement(selectors!, wanted)) ??
      on.findLast(
        ({ selectors, target }) =>
          use !== 'expect' &&
          target !== undefined &&
          cssIn(code) !== undefined &&
          isPath(cssIn(code)!, selectors!.css, target),
      )
    );
  }
}

/** Where several were called alike, its name does not tell it from the others. */
const wasOneOfMany = (past: PastElement | undefined, recorded: RecordedAction | undefined) =>
  past ? past.alike > 0 : /\.(?:filter|nth|first|last)\(/.test(recorded?.selectors?.locator ?? '');

const isStillHere = ({ id, testId, context }: Candidate, old: OldElement, past: PastElement | undefined) =>
  (past?.context ? context === past.context : false) ||
  (id !== undefined && id === old.id && !isMade(id)) ||
  (testId !== undefined && testId === old.testId);

const rounded = (score: number) => Math.round(score * 100) / 100;
const keyOf = ({ frame, path }: Pick<Placed, 'frame' | 'path'>) =>
  JSON.stringify([frame.page().frames().indexOf(frame), path]);
/** An element around another one is no rival of it. */
const isAround = ({ path: one }: Candidate, { path: other }: Candidate) =>
  one.every((step, index) => step === other[index]) || other.every((step, index) => step === one[index]);
const squeezed = (code: string) =>
  code.replaceAll(/["`]/g, "'").replaceAll(/\s+|, exact: true|exact: true,?/g, '');

function whyUnsure(count: number, score: number, least: number, lead: number): string {
  if (count > 1 && lead < AHEAD)
    return `it finds ${count} elements, and nothing tells which of them is meant`;
  if (score < least) return 'nothing on the page is like it; it is gone, or comes only later';
  return lead < AHEAD ? 'several elements are as like it' : 'what is most like it has other words';
}

/** As Playwright itself would write it, and only if that finds this element alone. */
async function codeOf({ frame, css }: Placed): Promise<string | undefined> {
  try {
    const locator = frame.locator(css.replaceAll(' >>> ', ' >> '));
    return (await locator.count()) === 1 ? await locatorCode(locator) : undefined;
  } catch {
    return undefined; // the page has changed meanwhile
  }
}

/** The elements that a locator finds, by their frames and places. */
async function keysOf(locator: Locator): Promise<readonly string[]> {
  const handles = await locator.elementHandles().catch(() => []);
  const keys = handles.slice(0, MOST_ALIKE).map(async (handle) => {
    const frame = await handle.ownerFrame().catch(() => null);
    const path = await handle.evaluate(pathOf).catch(() => undefined); // gone meanwhile
    await handle.dispose().catch(() => {});
    return frame && path ? [keyOf({ frame, path })] : [];
  });
  return (await Promise.all(keys)).flat();
}

const CLICKED = /^(?:click|dblclick|tap|hover|focus|press|dragTo|)$/;

/** Whether what the test does with it can be done with this element. */
function suits(use: string, { role, tag, isEditable, isInteractive, inputType }: Candidate): boolean {
  const kind = role?.role ?? '';
  if (/^(?:fill|type|pressSequentially|clear)$/.test(use))
    return isEditable && tag !== 'select' && !/^(?:checkbox|radio|file|range)$/.test(inputType);
  if (use === 'selectOption') return tag === 'select';
  if (/^(?:check|uncheck|setChecked)$/.test(use))
    return /^(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(kind);
  if (use === 'setInputFiles') return inputType === 'file';
  return CLICKED.test(use) ? isInteractive : true;
}

import { given } from '../given.ts';
import type { Outcome } from '../page/outcome.ts';
import type { Tab } from '../page/tab.ts';
import { isUnderOwnDrawing, scrollPage, toMiddle } from './element.page.ts';
import { onTarget, resolveTarget, type Target, writtenOf } from './target.ts';

export type MouseButton = 'left' | 'right' | 'middle';
export type Modifier = 'Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift';

export interface Cancel {
  readonly signal?: AbortSignal | undefined;
}

export interface Acting extends Cancel {
  /** Why it is done, in the caller's words; for the record. */
  readonly reason?: string | undefined;
}

export interface ClickOptions extends Acting {
  readonly button?: MouseButton | undefined;
  readonly double?: boolean | undefined;
  readonly modifiers?: readonly Modifier[] | undefined;
}

export async function click(tab: Tab, target: Target, options: ClickOptions = {}): Promise<Outcome> {
  const { button, double, modifiers, signal, reason } = options;
  const action = double ? 'double click' : 'click';
  const detail = given({ button, modifiers, reason });
  return onTarget(tab, target, { action, signal, detail }, async (locator) => {
    const keys = modifiers && [...modifiers];
    // Playwright would wait for the drawing to go away.
    const force = (await locator.evaluate(isUnderOwnDrawing)) || undefined;
    const settings = given({ button, modifiers: keys, noWaitAfter: !tab.waitsItself, signal, force });
    await (double ? locator.dblclick(settings) : locator.click(settings));
  });
}

export async function hover(tab: Tab, target: Target, { signal }: Cancel = {}): Promise<Outcome> {
  return onTarget(tab, target, { action: 'hover', signal }, (locator) => locator.hover(given({ signal })));
}

export async function drag(tab: Tab, from: Target, to: Target, { signal }: Cancel = {}): Promise<Outcome> {
  const detail = { to: writtenOf(to) };
  return onTarget(tab, from, { action: 'drag', detail, signal }, async (locator) =>
    locator.dragTo(await resolveTarget(tab, to), given({ signal })),
  );
}

export interface DropOptions extends Cancel {
  /** Files that are dropped; the caller has checked that they may be read. */
  readonly paths?: readonly string[] | undefined;
  /** Data by MIME type. */
  readonly data?: Readonly<Record<string, string>> | undefined;
}

/** Drops files or data from outside the page. */
export async function drop(tab: Tab, target: Target, options: DropOptions): Promise<Outcome> {
  const { paths, data, signal } = options;
  const payload = given({ files: paths && [...paths], data: data && { ...data } });
  return onTarget(tab, target, { action: 'drop', signal, detail: given({ paths }) }, (locator) =>
    locator.drop(payload, given({ signal })),
  );
}

export async function scrollIntoView(tab: Tab, target: Target, { signal }: Cancel = {}): Promise<Outcome> {
  return onTarget(tab, target, { action: 'scroll into view', signal }, (locator) =>
    locator.scrollIntoViewIfNeeded(given({ signal })),
  );
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Also when it can be seen already. Says where it is then; null when it has no place. */
export async function scrollToMiddle(tab: Tab, target: Target, { signal, reason }: Acting = {}) {
  const detail = given({ reason });
  return onTarget(tab, target, { action: 'scroll into view', signal, detail }, async (locator) => {
    await locator.evaluate(toMiddle);
    return locator.boundingBox();
  });
}

export async function scrollTo(tab: Tab, x: number, y: number, { signal }: Cancel = {}): Promise<Outcome> {
  return tab.perform({ action: 'scroll', detail: { x, y }, signal }, () =>
    tab.page.evaluate(scrollPage, [x, y] as const),
  );
}

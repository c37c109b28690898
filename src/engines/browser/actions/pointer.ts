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

export interface DragOptions extends Cancel {
  /** Where in the other element, in pixels from its upper left corner; without it the middle. */
  readonly at?: { readonly x: number; readonly y: number } | undefined;
}

export async function drag(tab: Tab, from: Target, to: Target, options: DragOptions = {}): Promise<Outcome> {
  const { at, signal } = options;
  const detail = { to: writtenOf(to), ...given({ at }) };
  return onTarget(tab, from, { action: 'drag', detail, signal }, async (locator) =>
    locator.dragTo(await resolveTarget(tab, to), given({ signal, targetPosition: at })),
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

/** Turns the wheel over an element, or in the middle of the page. */
export async function scrollBy(
  tab: Tab,
  target: Target | undefined,
  [deltaX, deltaY]: readonly [number, number],
  { signal }: Cancel = {},
): Promise<Outcome> {
  const detail = { deltaX, deltaY };
  const { mouse } = tab.page;
  if (target !== undefined)
    return onTarget(tab, target, { action: 'scroll', detail, signal }, async (locator) => {
      await locator.scrollIntoViewIfNeeded(given({ signal }));
      const box = await locator.boundingBox();
      if (box) await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await mouse.wheel(deltaX, deltaY);
    });
  return tab.perform({ action: 'scroll', detail, signal }, async () => {
    const { width, height } = tab.page.viewportSize() ?? { width: 800, height: 600 };
    await mouse.move(width / 2, height / 2);
    await mouse.wheel(deltaX, deltaY);
  });
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

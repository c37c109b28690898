import { given } from '../given.ts';
import type { Outcome } from '../page/outcome.ts';
import type { Tab } from '../page/tab.ts';
import { resolveTarget, type Target } from './target.ts';

export type MouseButton = 'left' | 'right' | 'middle';
export type Modifier = 'Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift';

export interface Cancel {
  readonly signal?: AbortSignal | undefined;
}

export interface ClickOptions extends Cancel {
  readonly button?: MouseButton | undefined;
  readonly double?: boolean | undefined;
  readonly modifiers?: readonly Modifier[] | undefined;
}

export async function click(tab: Tab, target: Target, options: ClickOptions = {}): Promise<Outcome> {
  const { button, double, modifiers, signal } = options;
  const action = double ? 'double click' : 'click';
  return tab.perform({ action, target, signal, detail: given({ button, modifiers }) }, async () => {
    const locator = await resolveTarget(tab, target);
    const keys = modifiers && [...modifiers];
    const settings = given({ button, modifiers: keys, noWaitAfter: !tab.waitsItself, signal });
    await (double ? locator.dblclick(settings) : locator.click(settings));
  });
}

export async function hover(tab: Tab, target: Target, { signal }: Cancel = {}): Promise<Outcome> {
  return tab.perform({ action: 'hover', target, signal }, async () => {
    await (await resolveTarget(tab, target)).hover(given({ signal }));
  });
}

export async function drag(tab: Tab, from: Target, to: Target, { signal }: Cancel = {}): Promise<Outcome> {
  return tab.perform({ action: 'drag', target: from, detail: { to }, signal }, async () => {
    const [source, goal] = [await resolveTarget(tab, from), await resolveTarget(tab, to)];
    await source.dragTo(goal, given({ signal }));
  });
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
  return tab.perform({ action: 'drop', target, signal, detail: given({ paths }) }, async () => {
    const payload = given({ files: paths && [...paths], data: data && { ...data } });
    await (await resolveTarget(tab, target)).drop(payload, given({ signal }));
  });
}

export async function scrollIntoView(tab: Tab, target: Target, { signal }: Cancel = {}): Promise<Outcome> {
  return tab.perform({ action: 'scroll into view', target, signal }, async () => {
    await (await resolveTarget(tab, target)).scrollIntoViewIfNeeded(given({ signal }));
  });
}

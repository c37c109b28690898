import { given } from '../given.ts';
import type { Outcome } from '../page/outcome.ts';
import type { Tab } from '../page/tab.ts';
import type { Cancel, Modifier, MouseButton } from './pointer.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface ClickAtOptions extends Cancel {
  readonly button?: MouseButton | undefined;
  readonly clickCount?: number | undefined;
  readonly modifiers?: readonly Modifier[] | undefined;
  /** Between press and release, in milliseconds. */
  readonly delay?: number | undefined;
}

export async function clickAt(tab: Tab, { x, y }: Point, options: ClickAtOptions = {}): Promise<Outcome> {
  const { button, clickCount, modifiers = [], delay, signal } = options;
  const { keyboard, mouse } = tab.page;
  return tab.perform({ action: 'click at', detail: { x, y, button }, signal }, async () => {
    for (const key of modifiers) await keyboard.down(key);
    try {
      await mouse.click(x, y, given({ button, clickCount, delay }));
    } finally {
      for (const key of modifiers) await keyboard.up(key);
    }
  });
}

export async function moveTo(tab: Tab, { x, y }: Point, steps = 1): Promise<Outcome> {
  return tab.perform({ action: 'move mouse', detail: { x, y } }, () => tab.page.mouse.move(x, y, { steps }));
}

export async function dragBetween(tab: Tab, from: Point, to: Point, steps = 10): Promise<Outcome> {
  return tab.perform({ action: 'drag mouse', detail: { from, to } }, async () => {
    const { mouse } = tab.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(to.x, to.y, { steps });
    await mouse.up();
  });
}

export async function mouseDown(tab: Tab, button: MouseButton = 'left'): Promise<Outcome> {
  return tab.perform({ action: 'mouse down', detail: { button } }, () => tab.page.mouse.down({ button }));
}

export async function mouseUp(tab: Tab, button: MouseButton = 'left'): Promise<Outcome> {
  return tab.perform({ action: 'mouse up', detail: { button } }, () => tab.page.mouse.up({ button }));
}

export async function wheel(tab: Tab, deltaX: number, deltaY: number): Promise<Outcome> {
  return tab.perform({ action: 'wheel', detail: { deltaX, deltaY } }, () =>
    tab.page.mouse.wheel(deltaX, deltaY),
  );
}

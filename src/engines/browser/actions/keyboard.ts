import { given } from '../given.ts';
import type { Outcome } from '../page/outcome.ts';
import type { Tab } from '../page/tab.ts';
import { showDots } from '../secrets/hide-secrets.ts';
import type { Cancel } from './pointer.ts';
import { resolveTarget, type Target } from './target.ts';

/** A key or a chord as Playwright names them: `a`, `Enter`, `Control+Shift+T`. */
export async function pressKey(tab: Tab, key: string, { signal }: Cancel = {}): Promise<Outcome> {
  return tab.perform({ action: 'press key', detail: { key }, signal }, () => tab.page.keyboard.press(key));
}

export interface TypeOptions extends Cancel {
  /** Key by key, for pages that listen to keys. */
  readonly slowly?: boolean | undefined;
  /** Enter at the end. */
  readonly submit?: boolean | undefined;
  /** What the record may show of the text; nothing unless given. */
  readonly shown?: string | undefined;
  /** The field shows dots from now on, in videos and traces too. */
  readonly isSecret?: boolean | undefined;
}

export async function type(
  tab: Tab,
  target: Target,
  text: string,
  options: TypeOptions = {},
): Promise<Outcome> {
  const { slowly, submit, shown, isSecret, signal } = options;
  const detail = given({ text: shown, length: text.length, submit });
  // Filling fires its events before it returns, so what they change has changed by then.
  const quietMs = slowly || submit ? undefined : 15;
  return tab.perform({ action: 'type', target, detail, signal, ...given({ quietMs }) }, async () => {
    const locator = await resolveTarget(tab, target);
    const settings = given({ signal, noWaitAfter: true });
    if (isSecret) await showDots(locator);
    if (slowly) {
      const ms = tab.timeouts.action + text.length * 50;
      await locator.pressSequentially(text, { ...settings, timeout: ms });
    } else {
      await locator.fill(text, given({ signal }));
    }
    if (submit) await locator.press('Enter', settings);
  });
}

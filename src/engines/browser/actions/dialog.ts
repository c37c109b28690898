import type { Outcome } from '../page/outcome.ts';
import type { Tab } from '../page/tab.ts';
import type { Cancel } from './pointer.ts';

/** Answers the open dialog; the text is for a prompt. */
export async function handleDialog(
  tab: Tab,
  accept: boolean,
  promptText?: string | undefined,
  { signal }: Cancel = {},
): Promise<Outcome> {
  return tab.perform({ action: 'handle dialog', detail: { accept }, handles: 'dialog', signal }, async () => {
    const dialog = tab.modals.takeDialog();
    // Who accepts a prompt as it is gives what stands in it; Playwright would give nothing.
    await (accept ? dialog.accept(promptText ?? dialog.defaultValue()) : dialog.dismiss());
  });
}

import { fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import type { Outcome } from '../page/outcome.ts';
import type { Tab } from '../page/tab.ts';
import { submitForm } from './element.page.ts';
import type { Acting, Cancel } from './pointer.ts';
import { resolveTarget, type Target, writtenOf } from './target.ts';

export interface UploadOptions extends Acting {
  /** A file input; without it the open file chooser is answered. */
  readonly target?: Target | undefined;
  /** The form of the file input is sent. */
  readonly submit?: boolean | undefined;
}

/** Gives files to the open chooser or to a file input; an empty list clears it. Without paths a chooser is cancelled. */
export async function uploadFiles(
  tab: Tab,
  paths: readonly string[] | undefined,
  { target, submit, signal, reason }: UploadOptions = {},
): Promise<Outcome> {
  const detail = given({ files: paths?.length ?? 0, reason });
  const step = { action: 'upload', target: target && writtenOf(target), detail, signal };
  return tab.perform({ ...step, handles: 'file chooser' }, async () => {
    const chooser = tab.modals.takeChooser();
    if (!chooser && target === undefined) throw fault('NO_MODAL_STATE', { wanted: 'file chooser' });
    if (target !== undefined) {
      const locator = await resolveTarget(tab, target);
      await locator.setInputFiles([...(paths ?? [])], given({ signal }));
      if (submit) await locator.evaluate(submitForm);
    } else if (paths) {
      await chooser?.setFiles([...paths]);
    }
  });
}

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

import { fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import type { Outcome } from '../page/outcome.ts';
import type { Tab } from '../page/tab.ts';
import type { Cancel } from './pointer.ts';
import { resolveTarget, type Target } from './target.ts';

export interface UploadOptions extends Cancel {
  /** A file input; without it the open file chooser is answered. */
  readonly target?: Target | undefined;
}

/** Gives files to the open chooser or to a file input; an empty list clears it. Without paths a chooser is cancelled. */
export async function uploadFiles(
  tab: Tab,
  paths: readonly string[] | undefined,
  { target, signal }: UploadOptions = {},
): Promise<Outcome> {
  const detail = { files: paths?.length ?? 0 };
  return tab.perform({ action: 'upload', target, detail, handles: 'file chooser', signal }, async () => {
    const chooser = tab.modals.takeChooser();
    if (!chooser && target === undefined) throw fault('NO_MODAL_STATE', { wanted: 'file chooser' });
    if (target !== undefined) {
      await (await resolveTarget(tab, target)).setInputFiles([...(paths ?? [])], given({ signal }));
    } else if (paths) {
      await chooser?.setFiles([...paths]);
    }
  });
}

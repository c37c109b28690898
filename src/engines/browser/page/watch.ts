import { within } from '../../../kernel/within.ts';
import { noteTimers } from './late-timers.page.ts';
import type { Modals } from './modals.ts';
import type { PageCdp } from './page-cdp.ts';
import { watchDocument } from './watch.page.ts';

/** The usual time is a millisecond or two. */
const WATCH_MS = 250;

/** From here on what happens to the document is noted. One that does not answer is not waited for. */
export async function watch(cdp: PageCdp, modals: Modals): Promise<void> {
  if (modals.isBlocked) return;
  const { secretName } = cdp;
  const watching = [cdp.run(watchDocument, 'begin', secretName), cdp.runInPage(noteTimers, secretName)];
  await within(Promise.allSettled(watching), WATCH_MS); // what fails is going elsewhere
}

/** Behind a dialog the watch goes on: what is said to the dialog is a part of the same. */
export function unwatch(cdp: PageCdp, modals: Modals): void {
  if (modals.isBlocked) return;
  cdp.run(watchDocument, 'end', cdp.secretName).catch(() => {}); // it is gone with its document
}

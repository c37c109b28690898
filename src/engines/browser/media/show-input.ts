import { pageCall } from '../page/page-call.ts';
import type { Tab } from '../page/tab.ts';
import { hideInput, showInput } from './show-input.page.ts';

const WORLD = 'sensorium';

/** Clicks and keys are drawn into the page, in each document from now on, until the returned function is called. */
export async function drawInput(tab: Tab): Promise<() => Promise<void>> {
  // One of its own: scripts for new documents need the domain to be on, and go with the session.
  const session = await tab.page.context().newCDPSession(tab.page);
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: pageCall(showInput),
    worldName: WORLD,
  });
  await tab.cdp.run(showInput);
  return async () => {
    // A page that is gone draws nothing any more.
    await session.detach().catch(() => {});
    await tab.cdp.run(hideInput).catch(() => {});
  };
}

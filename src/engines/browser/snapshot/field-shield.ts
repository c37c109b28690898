import type { Page, Selectors } from 'playwright-core';
import { SECRET_AUTOCOMPLETE } from '../../../kernel/secret-fields.ts';
import { within } from '../../../kernel/within.ts';
import { pageCall, runBesidePages } from '../page/page-call.ts';
import { fieldShield } from './field-shield.page.ts';

const NAME = 'sensorium-field-shield';
/** A frame that hangs shows nothing either. */
const FRAME_MS = 1_000;

export const installFieldShield = (selectors: Selectors) =>
  runBesidePages(selectors, NAME, pageCall(fieldShield, SECRET_AUTOCOMPLETE));

/** Lets Playwright read a page without what stands in fields for secrets. Our own walk needs no such help. */
export async function shielded<T>(page: Page, read: () => Promise<T>): Promise<T> {
  const isOn = (await tell(page, 'on')).some(Boolean);
  try {
    return await read();
  } finally {
    if (isOn) await tell(page, 'off');
  }
}

const tell = (page: Page, what: 'on' | 'off') =>
  Promise.all(
    page.frames().map((frame) => {
      const told = frame.locator(`${NAME}=${what}`).count();
      return within(
        told.catch(() => 0),
        FRAME_MS,
      ); // it goes away at this moment
    }),
  );

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

/** Written as they are in any text, so that whoever hides them finds them. */
const PLAIN = /^[\w.-]+$/;

/**
 * Lets Playwright read a page without what stands in fields for secrets, but for values that are `named`: those are
 * hidden by their names later. Our own walk needs no such help.
 */
export async function shielded<T>(
  page: Page,
  read: () => Promise<T>,
  named: readonly string[] = [],
): Promise<T> {
  const plain = named.filter((value) => PLAIN.test(value));
  const known = plain.length > 0 ? encodeURIComponent(JSON.stringify(plain)) : '';
  const isOn = (await tell(page, `on${known}`)).some(Boolean);
  try {
    return await read();
  } finally {
    if (isOn) await tell(page, 'off');
  }
}

const tell = (page: Page, what: string) =>
  Promise.all(
    page.frames().map((frame) => {
      const told = frame.locator(`${NAME}=${what}`).count();
      return within(
        told.catch(() => 0),
        FRAME_MS,
      ); // it goes away at this moment
    }),
  );

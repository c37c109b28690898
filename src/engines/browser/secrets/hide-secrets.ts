import type { Locator, Page, Selectors } from 'playwright-core';
import { pageCall, runBesidePages } from '../page/page-call.ts';
import type { Tab } from '../page/tab.ts';
import { secretHiding, writeDots } from './hide-secrets.page.ts';

const NAME = 'sensorium-secrets';
const HIDING = '-webkit-text-security';

export const installSecretHiding = (selectors: Selectors) =>
  runBesidePages(selectors, NAME, pageCall(secretHiding, HIDING));

/** A field that a secret is about to be typed into shows dots from now on, as one for passwords does. */
export async function showDots(field: Locator): Promise<void> {
  await field.evaluate(writeDots, HIDING);
}

/**
 * Fields whose content is nobody else's business. As a selector: Playwright reads it where it already is at work,
 * while a function would have to wait until it has set itself up in the page's own world (25 ms a document).
 */
const FOR_SECRETS =
  'xpath=self::*[translate(@type, "PASWORD", "pasword") = "password" or contains(@autocomplete, "cc-")' +
  ' or contains(@autocomplete, "password") or contains(@autocomplete, "one-time-code")]';

/** Types into a field; what goes into one for secrets is one from then on. */
export async function typing(tab: Tab, field: Locator, text: string, work: Promise<void>): Promise<void> {
  const secrets = field
    .locator(FOR_SECRETS)
    .count()
    .catch(() => 0); // it may be gone by then
  await work;
  if ((await secrets) > 0) tab.host.secrets.learn(text);
}

/** Does something that makes a picture of the page, in which secrets that it shows are dots. */
export async function withSecretsHidden<T>(tab: Tab, work: () => Promise<T>): Promise<T> {
  const { values } = tab.host.secrets;
  if (values.length === 0) return work();
  await tell(tab.page, values);
  try {
    return await work();
  } finally {
    await tell(tab.page, []);
  }
}

async function tell(page: Page, values: readonly string[]): Promise<void> {
  const body = encodeURIComponent(JSON.stringify(values)).replaceAll("'", '%27');
  // A frame that goes away at this moment shows nothing any more.
  await Promise.all(
    page.frames().map((frame) =>
      frame
        .locator(`${NAME}=${body}`)
        .count()
        .catch(() => 0),
    ),
  );
}

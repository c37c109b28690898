import type { ElementHandle, Locator, Page, Selectors } from 'playwright-core';
import { within } from '../../../kernel/within.ts';
import { pageCall, runBesidePages } from '../page/page-call.ts';
import type { Tab } from '../page/tab.ts';
import { secretHiding, writeDots } from './hide-secrets.page.ts';
import { isTooShort } from './secrets.ts';

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

/**
 * Types into a field; what goes into one for secrets is one from then on, and so is what the field then holds.
 * `onSecret` is told of a text that is too short to be hidden wherever it stands.
 */
export async function typing(
  tab: Tab,
  field: Locator,
  text: string,
  work: Promise<void>,
  onSecret?: () => void,
): Promise<void> {
  const secrets = field
    .locator(FOR_SECRETS)
    .count()
    .catch(() => 0); // it may be gone by then
  await work;
  if ((await secrets) === 0) return;
  if (isTooShort(text)) onSecret?.();
  tab.host.secrets.learn(text);
  tab.host.secrets.learn(await heldIn(field));
}

/** A frame that hangs has no say in where a key goes. */
const FRAME_MS = 1_000;

/**
 * Presses keys in a field, or where the focus is. If that is a field for secrets, it is said before, and what the
 * field holds afterwards is one from then on, however it came together.
 */
export async function pressing(
  tab: Tab,
  field: Locator | undefined,
  onSecret: () => void,
  work: () => Promise<void>,
): Promise<void> {
  const secret = await secretAmong(field ? [field] : focused(tab.page));
  if (!secret) return work();
  onSecret();
  const before = await heldIn(secret);
  try {
    await work();
  } finally {
    tab.host.secrets.learn(await heldIn(secret), before);
  }
}

const focused = (page: Page) => page.frames().map((frame) => frame.locator(':focus'));

/** The element itself: a page may move the focus on with each key. */
async function secretAmong(places: readonly Locator[]): Promise<ElementHandle | undefined> {
  const looked = places.map(async (place) => {
    const found = place.locator(FOR_SECRETS);
    return (await found.count()) > 0 ? ((await found.first().elementHandle()) ?? undefined) : undefined;
  });
  const answers = looked.map((one) =>
    within(
      one.catch(() => undefined),
      FRAME_MS,
    ),
  ); // it may be gone by then
  return (await Promise.all(answers)).find((found) => found !== undefined);
}

const heldIn = (field: Pick<ElementHandle, 'inputValue'>) =>
  field.inputValue({ timeout: FRAME_MS }).catch(() => ''); // it went with its page, or is no field

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

import type { Locator, Page, Selectors } from 'playwright-core';
import type { Tab } from '../page/tab.ts';

const NAME = 'sensorium-secrets';
const HIDING = '-webkit-text-security';

/*
 * Runs in Playwright's own world of each document: the values must not come into the world of a page, which could
 * listen there for what another site may not know. A selector engine is the public way to it. What shows a value is
 * written in dots; with no values, what was hidden is as it was.
 */
const ENGINE = `(() => {
  let hidden = [];
  const show = () => {
    for (const [element, value, priority] of hidden) element.style.setProperty('${HIDING}', value, priority);
    hidden = [];
  };
  const hide = (element) => {
    if (!element?.style) return;
    const { style } = element;
    hidden.push([element, style.getPropertyValue('${HIDING}'), style.getPropertyPriority('${HIDING}')]);
    style.setProperty('${HIDING}', 'disc', 'important');
  };
  const look = (root, values) => {
    const shows = (text) => text && values.some((value) => text.includes(value));
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (shows(node.data)) hide(node.parentElement?.closest('select') ?? node.parentElement);
        continue;
      }
      if (typeof node.value === 'string' && shows(node.value)) hide(node);
      if (node.shadowRoot) look(node.shadowRoot, values);
    }
  };
  return {
    queryAll(root, body) {
      const values = JSON.parse(decodeURIComponent(body));
      show();
      if (values.length > 0) look(document, values);
      return [];
    },
    query: () => null,
  };
})()`;

/** Call once after loading playwright-core and before the first context; a second call does nothing. */
export async function installSecretHiding(selectors: Selectors): Promise<void> {
  try {
    await selectors.register(NAME, { content: ENGINE }, { contentScript: true });
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('already registered'))) throw error;
  }
}

/** A field that a secret is about to be typed into shows dots from now on, as one for passwords does. */
export async function showDots(field: Locator): Promise<void> {
  const style = (element: { style?: { setProperty(...words: string[]): void } }, name: string) =>
    element.style?.setProperty(name, 'disc', 'important');
  await field.evaluate(style, HIDING);
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

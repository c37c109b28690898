import type { Tab } from '../../../engines/browser/page/tab.ts';

/**
 * A bar at the lower edge. It is made by script in a world of our own and styled by properties, which no content
 * security policy forbids; a closed shadow root keeps it out of the page's own selectors.
 */
const SHOW = `(words) => {
  globalThis.sensoriumCaption?.remove();
  globalThis.sensoriumCaption = undefined;
  if (!words || !document.documentElement) return;
  const host = document.createElement('div');
  host.setAttribute('aria-hidden', 'true');
  const place = { position: 'fixed', left: '0', right: '0', bottom: '24px', 'z-index': '2147483647',
    'pointer-events': 'none', display: 'flex', 'justify-content': 'center', margin: '0', padding: '0' };
  for (const [name, value] of Object.entries(place)) host.style.setProperty(name, value, 'important');
  const bar = document.createElement('div');
  const look = { font: '600 18px/1.4 system-ui, sans-serif', color: '#fff', background: 'rgba(0,0,0,0.82)',
    padding: '8px 18px', 'border-radius': '8px', 'max-width': '80vw', 'text-align': 'center' };
  for (const [name, value] of Object.entries(look)) bar.style.setProperty(name, value);
  bar.textContent = words;
  host.attachShadow({ mode: 'closed' }).append(bar);
  document.documentElement.append(host);
  globalThis.sensoriumCaption = host;
}`;

/** The captions of all tabs: each stays until it is replaced, also on the pages that follow. */
export class Captions {
  readonly #words = new WeakMap<Tab, string>();

  /** "" takes it away. */
  async show(tab: Tab, words: string): Promise<void> {
    const isNew = !this.#words.has(tab);
    this.#words.set(tab, words);
    if (isNew) {
      tab.page.on('domcontentloaded', () => {
        const now = this.#words.get(tab);
        if (now) tab.cdp.run(SHOW, now).catch(() => {}); // it has moved on already
      });
    }
    await tab.cdp.run(SHOW, words);
  }
}

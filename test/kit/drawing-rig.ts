import type { Tab } from '../../src/engines/browser/page/tab.ts';
import { AnalyzeRig } from './analyze-rig.ts';

export const SHOP = `<!doctype html><html lang="en"><title>Shop</title>
<style>body { margin: 20px; font: 16px sans-serif } #buy { width: 30px; height: 20px; color: #bbb; background: #fff }</style>
<main><h1>Our shop</h1><form aria-label="Order"><label>Mail <input id="mail"></label>
<label>Password <input type="password" id="pass" value="in the source"></label><button type="button" id="buy">Buy</button></form>
<p id="far" style="margin-top: 1500px">Far below</p></main>
<script>
  globalThis.heard = [];
  for (const type of ['keydown', 'keyup', 'input', 'pointerdown', 'click', 'focusin'])
    addEventListener(type, (event) => heard.push(type + ' ' + (event.key ?? event.target.id)), true);
</script></html>`;
const STRICT =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-src 'none'; require-trusted-types-for 'script'";

/** A shop whose pages are drawn on by a hand with a mouse and keys. */
export function drawingRig() {
  const rig = new AnalyzeRig({
    '/shop': SHOP,
    '/next': '<!doctype html><title>Next</title><h1>Next page</h1>',
    '/modal':
      '<!doctype html><title>Modal</title><dialog id="d"><button id="yes">Yes, delete it</button></dialog><script>d.showModal()</script>',
    '/strict': (_request, response) =>
      void response
        .setHeader('content-security-policy', STRICT)
        .setHeader('content-type', 'text/html')
        .end(SHOP),
  });

  const tabOf = () => rig.tools.engine.tab();

  /** Waits for the paper to be there, and for this many marks to be kept. */
  async function settled(count?: number): Promise<void> {
    const tab = await tabOf();
    await tab.page.locator('[popover=manual]').waitFor({ state: 'attached' });
    for (;;) {
      const { sessions } = await rig.look('draw_history');
      if (count === undefined ? sessions[0]?.status === 'drawing' : sessions[0]?.count === count) return;
      await new Promise((resolve) => setTimeout(resolve, 150)); // no more than the calls that a minute has
    }
  }

  async function drag(
    tab: Tab,
    from: readonly [number, number],
    to: readonly [number, number],
  ): Promise<void> {
    await tab.page.mouse.move(...from);
    await tab.page.mouse.down();
    await tab.page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + 4);
    await tab.page.mouse.move(...to);
    await tab.page.mouse.up();
  }

  /** A box around an element, with words. */
  async function markAround(tab: Tab, selector: string, words: string): Promise<void> {
    const { x, y, width, height } = (await tab.page.locator(selector).boundingBox())!;
    await drag(tab, [x - 4, y - 4], [x + width + 4, y + height + 4]);
    await tab.page.keyboard.type(words);
    await tab.page.keyboard.press('Enter');
  }

  const start = (args: object = {}) => rig.tools.call('interact', { action: 'draw_mode_start', ...args });
  const papers = async () => (await tabOf()).page.locator('[popover=manual]').count();

  /** The paper's own document. */
  const paper = (tab: Tab) => tab.page.frames().at(-1)!;

  return { rig, paper, tabOf, settled, drag, markAround, start, papers };
}

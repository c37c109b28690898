import type { Box } from '../../../engines/browser/actions/pointer.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';

/** A frame around a place of the viewport, made like the caption: no content security policy concerns it. */
const DRAW = `(box, ms) => {
  const host = document.createElement('div');
  host.setAttribute('aria-hidden', 'true');
  const look = { position: 'fixed', left: box.x - 3 + 'px', top: box.y - 3 + 'px', width: box.width + 'px',
    height: box.height + 'px', border: '3px solid #ff3b30', 'border-radius': '4px', 'z-index': '2147483647',
    'pointer-events': 'none', margin: '0', padding: '0', 'box-sizing': 'content-box',
    'box-shadow': '0 0 0 3px rgba(255,59,48,0.35)' };
  for (const [name, value] of Object.entries(look)) host.style.setProperty(name, value, 'important');
  document.documentElement.append(host);
  setTimeout(() => host.remove(), ms);
}`;

/** Marks a place for whoever looks at the browser, for so long. */
export async function drawMark(tab: Tab, box: Box, ms: number): Promise<void> {
  await tab.cdp.run(DRAW, box, ms);
}

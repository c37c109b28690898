/**
 * Takes the pictures of the store's listing from the built extension: `node packaging/chrome-store/pictures.mjs`. The
 * popup is the real one over a real page; only the ground that they stand on is made here.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plainBrowser } from '../../test/kit/browser.ts';
import { press, says, startPairedApp } from '../../test/kit/paired-app.ts';
import { startSite } from '../../test/kit/site.ts';

const here = import.meta.dirname;
const SHOP = `<!doctype html><link rel=icon href="data:,"><title>Kettles</title><style>
body { margin: 0; font: 17px/1.5 system-ui, sans-serif; color: #1f2430; background: #fbfaf7; }
header { padding: 22px 60px; background: #20343a; color: #fff; font-weight: 600; }
main { display: grid; grid-template-columns: 320px 1fr; gap: 40px; padding: 50px 60px; }
.kettle { height: 300px; border-radius: 16px; background: radial-gradient(circle at 40% 35%, #ffd9a0, #d98324 70%); }
button { padding: 12px 26px; border: 0; border-radius: 8px; background: #d3d3d3; color: #efefef; font: inherit; }
</style><header>Kettles &amp; Co.</header><main><div class=kettle></div><div><h1>Copper kettle</h1>
<p>1.7 litres, whistles at 98 degrees.</p><p><b>39.90 EUR</b></p><button id=buy>Buy now</button></div></main><script>
console.log('cart is ready'); fetch('/api/cart'); fetch('/api/stock');
setTimeout(() => { throw new Error('Order failed: OUT_OF_STOCK'); }, 50);
</script>`;

const closings = [];
const scope = { after: (close) => closings.unshift(close) };
async function take() {
  const site = await startSite({ '/': SHOP, '/api/cart': '{"items":[]}' });
  scope.after(() => site.close());
  const { browser, popup: settings } = await startPairedApp(scope);
  await settings.until(`chrome.scripting.getRegisteredContentScripts().then((all) => all.length === 2)`);
  const page = await browser.open(site.url('/'));
  await view(page);
  const popup = await browser.popupOver(page);
  await popup.until(says('is watched'));
  await popup.until(`document.getElementById('events').textContent.includes('OUT_OF_STOCK')`);
  await popup.evaluate(
    `{ const note = document.getElementById('note');
      note.value = 'The button looks dead, and the order fails. Why?'; note.dispatchEvent(new Event('input')); }`,
  );
  const [ground, over] = [await pictureOf(page), await pictureOf(popup)];
  await popup.evaluate(press('draw')).catch(() => {}); // it closes at once
  await page.until(`Boolean(document.querySelector('div[popover=manual]'))`);
  const box = await page.evaluate(`document.getElementById('buy').getBoundingClientRect().toJSON()`);
  await draw(page, box);
  const drawn = await pictureOf(page);

  const painter = await plainBrowser();
  scope.after(() => painter.close());
  const paint = async (name, width, height, html) => {
    const sheet = await painter.newPage({ viewport: { width, height } });
    await sheet.setContent(`<style>* { margin: 0 } body { overflow: hidden }</style>${html}`);
    await sheet.screenshot({ path: join(here, name) });
    await sheet.close();
  };
  const image = (base64, style) =>
    `<img style="position:absolute;${style}" src="data:image/png;base64,${base64}">`;
  const shadow = 'right:40px;top:24px;border-radius:12px;box-shadow:0 12px 50px #0007;';
  await paint('1-watch.png', 1280, 800, image(ground, 'left:0;top:0;') + image(over, shadow));
  await paint('2-draw.png', 1280, 800, image(drawn, 'left:0;top:0;'));
  const icon = await readFile(join(here, '..', '..', 'web', 'icon.svg'), 'utf8');
  const words =
    'position:absolute;left:0;right:0;text-align:center;font-family:system-ui,sans-serif;color:#e7eaf1;';
  await paint(
    'tile.png',
    440,
    280,
    `<body style="background:#13161d"><div style="position:absolute;left:160px;top:36px;width:120px">${icon}</div>
     <h1 style="${words}top:160px;font-size:34px">Sensorium</h1>
     <p style="${words}top:210px;font-size:16px;opacity:.8">Your browser, for your agents</p></body>`,
  );
  await writeFile(
    join(here, 'icon.png'),
    await readFile(join(here, '..', '..', 'extension', 'icons', '128.png')),
  );
}

const view = (page) =>
  page.send('Emulation.setDeviceMetricsOverride', {
    width: 1280,
    height: 800,
    deviceScaleFactor: 1,
    mobile: false,
  });

async function pictureOf(page) {
  const { data } = await page.send('Page.captureScreenshot');
  return data;
}

/** A box around it, with words. */
async function draw(page, { x, y, width, height }) {
  const mouse = (type, toX, toY) =>
    page.send('Input.dispatchMouseEvent', {
      type,
      x: toX,
      y: toY,
      button: 'left',
      buttons: 1,
      clickCount: 1,
    });
  await mouse('mousePressed', x - 14, y - 14);
  await mouse('mouseMoved', x + 50, y + 20);
  await mouse('mouseMoved', x + width + 14, y + height + 14);
  await mouse('mouseReleased', x + width + 14, y + height + 14);
  for (const text of 'Too pale: make it green and larger')
    await page.send('Input.dispatchKeyEvent', { type: 'char', text });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter });
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
}

try {
  await take();
} finally {
  for (const close of closings) await close();
}

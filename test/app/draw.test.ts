import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { decodePicture } from '../../src/engines/screen/encode-picture.ts';
import { axe } from '../kit/axe.ts';
import type { Cleanup } from '../kit/scratch.ts';
import { startSite } from '../kit/site.ts';
import { openApp, type RunningApp, startAgent, startWebApp, until } from '../kit/web-app.ts';

const TILL = `<!doctype html><html lang="en"><title>Till</title><style>body { margin: 0; background: #fff }
#pay { position: absolute; left: 100px; top: 100px; width: 200px; height: 60px }
#total { position: absolute; left: 500px; top: 400px; margin: 0; font: 30px sans-serif }</style>
<h1>Till</h1><button id="pay">Pay now</button><p id="total">39.90</p></html>`;

async function start(t: Cleanup, args: readonly string[] = []) {
  const app = await startWebApp(t, args);
  const site = await startSite({ '/': TILL, '/next': '<title>Next</title><h1>Another page</h1>' });
  t.after(() => site.close());
  return { app, url: site.url };
}

type Agent = Awaited<ReturnType<typeof startAgent>>;

interface Told {
  readonly correlation_id: string;
  readonly final?: boolean;
  readonly result: Marked;
}
interface Marked {
  readonly status: string;
  readonly count: number;
  readonly page_url: string;
  readonly screenshot: string;
  readonly annotations: readonly {
    readonly text: string;
    readonly kind: string;
    readonly selector?: string;
  }[];
}

/** What an answer says as data. */
async function data<Told>(agent: Agent, tool: string, args: Record<string, unknown>): Promise<Told> {
  const { content } = await agent.call(tool, args);
  const text = content.map((one) => one.text ?? '').join('\n');
  try {
    return JSON.parse(text.slice(text.indexOf('\n{') + 1, text.lastIndexOf('}') + 1)) as Told;
  } catch (cause) {
    throw new Error(text, { cause });
  }
}

async function asking(app: RunningApp, url: string, texts: readonly string[], key = app.key) {
  const agent = await startAgent(app, key);
  await agent.call('browser_navigate', { url });
  const asked = [];
  for (const text of texts)
    asked.push(await data<Told>(agent, 'interact', { action: 'draw_mode_start', text }));
  return { agent, asked };
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  const box = (await page.locator('.paper').boundingBox())!;
  const [, , width = 1] = ((await page.locator('.paper').getAttribute('viewBox')) ?? '')
    .split(' ')
    .map(Number);
  const at = ([x, y]: readonly [number, number]) =>
    [box.x + (x * box.width) / width, box.y + (y * box.width) / width] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

const words = async (page: Page, text: string) => {
  await page.getByPlaceholder('What about it?').fill(text);
  await page.keyboard.press('Enter');
  await page.locator('.mark-list').getByText(text).waitFor();
};

const paperIsThere = async (page: Page) => {
  await page.locator('.sheet img').waitFor();
  await until(page, `document.querySelector('.sheet img').naturalWidth > 0`);
};

test('what agents ask to be drawn waits in a row; each gets its own marks, of the page as it was', async (t) => {
  const { app, url } = await start(t);
  const { page } = await openApp(t, app.link, { viewport: { width: 1500, height: 1000 } });
  const { agent, asked } = await asking(app, url('/'), ['What is wrong here?', 'And what else?']);
  await page.getByRole('status').getByText('What is wrong here?').waitFor();
  await until(page, `document.title === '(2) Sensorium'`);
  await page.getByRole('button', { name: 'Answer' }).click();
  const request = (text: string) => page.locator('.request', { hasText: text });
  await request('And what else?').getByText('Another drawing of this page comes first.').waitFor();
  assert.ok(await request('And what else?').getByRole('button', { name: 'Draw' }).isDisabled());
  assert.deepEqual(await axe(page), [], 'the row');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/draw-row.png` });

  await request('What is wrong here?').getByRole('button', { name: 'Draw' }).click();
  await paperIsThere(page);
  await drag(page, [95, 95], [305, 165]);
  await words(page, 'Too pale');
  await page.keyboard.press('a');
  await drag(page, [300, 300], [520, 415]);
  await words(page, 'Should be 29.90');
  assert.deepEqual(await axe(page), [], 'drawing');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/draw.png` });
  await page.getByRole('button', { name: 'Send marks' }).click();
  const next = request('And what else?').getByRole('button', { name: 'Draw' });
  await next.waitFor();
  await until(page, `!document.querySelector('.request .primary').disabled`);

  const resultOf = async (at: number): Promise<Marked> => {
    for (;;) {
      const { final, result } = await data<Told>(agent, 'observe', {
        what: 'command_result',
        correlation_id: asked[at]?.correlation_id,
      });
      if (final) return result;
    }
  };
  const first = await resultOf(0);
  assert.deepEqual([first.status, first.count], ['submitted', 2]);
  assert.deepEqual(
    first.annotations.map(({ text, kind, selector }) => [text, kind, selector]),
    [
      ['Too pale', 'box', '#pay'],
      ['Should be 29.90', 'arrow', '#total'],
    ],
  );
  const picture = await decodePicture(await readFile(first.screenshot));
  const pixel = (x: number, y: number) => [
    ...picture.pixels.subarray((y * picture.width + x) * 4, (y * picture.width + x) * 4 + 3),
  ];
  assert.deepEqual([picture.width, picture.height], [1280, 720]);
  assert.ok(pixel(200, 95)[0]! > 200 && pixel(200, 95)[1]! < 60, `the box is drawn: ${pixel(200, 95)}`);

  // By the second it is another page: what is below is not claimed.
  await next.click();
  await paperIsThere(page);
  await agent.call('browser_navigate', { url: url('/next') });
  await drag(page, [95, 95], [305, 165]);
  await words(page, 'This button');
  await page.getByRole('button', { name: 'Send marks' }).click();
  await page.locator('.request').waitFor({ state: 'detached' });
  const second = await resultOf(1);
  const [mark] = second.annotations;
  assert.deepEqual([second.count, mark?.text, mark?.selector], [1, 'This button', undefined]);

  // The timeline, the journal and what is taken along show it, too.
  await page.getByRole('button', { name: 'Timeline' }).click();
  await page.locator('#filter').fill('lane:screen');
  await page.locator('.rows .row', { hasText: 'Too pale; Should be 29.90' }).click();
  await page.locator('.drawn li', { hasText: /Should be 29\.90 on \w+ "39\.90"/ }).waitFor();
  await until(page, `document.querySelector('.shot img')?.naturalWidth === 1280`);
  await page.locator('.story', { hasText: 'draw_mode_start' }).waitFor();
  assert.deepEqual(await axe(page), [], 'a drawing');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/drawn.png` });
  const report = await page.evaluate(async () => (await fetch('api/report?filter=lane:screen')).text());
  assert.match(report, /What was asked and said<\/h3><pre[^>]*>What is wrong here\?/);
  assert.match(report, /<dt>1 \(box\)<\/dt><dd>Too pale, on button &quot;Pay now&quot;<\/dd>/);
  assert.match(report, /<img alt="Picture" src="data:image\/png;base64,/);
  await page.locator('#filter').fill('tool:interact');
  await page.getByRole('button', { name: 'Journal' }).click();
  const call = page.locator('.calls tbody tr', { hasText: 'What is wrong here?' });
  await call.locator('.of-lane[data-lane=screen]', { hasText: '1' }).waitFor();
});

test('a person draws of their own accord, by keyboard alone, and the agent finds it', async (t) => {
  const { app, url } = await start(t);
  const agent = await startAgent(app, app.key);
  await agent.call('browser_navigate', { url: url('/') });
  const { page } = await openApp(t, `${app.link}&v=live`, { viewport: { width: 1300, height: 900 } });
  await page.locator('.page-card').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Mark', exact: true }).focus();
  await page.keyboard.press('Enter');
  await paperIsThere(page);
  await page.evaluate(`document.activeElement.blur()`);
  await page.keyboard.press('b');
  await page.keyboard.press('Enter');
  const rect = page.locator('.mark rect').first();
  const side = async (name: string) => Number(await rect.getAttribute(name));
  const before = [await side('x'), await side('y'), await side('width'), await side('height')];
  for (const key of ['ArrowLeft', 'Shift+ArrowDown', 'Alt+ArrowRight', 'Alt+Shift+ArrowUp'])
    await page.keyboard.press(key);
  assert.deepEqual(
    [await side('x'), await side('y'), await side('width'), await side('height')],
    [before[0]! - 1, before[1]! + 10, before[2]! + 1, before[3]! - 10],
  );
  await page.keyboard.press('Enter');
  await page.keyboard.type('The price');
  await page.keyboard.press('Enter');
  await page.locator('.mark-list').getByText('The price').waitFor();
  // A second one is begun, and taken back.
  await page.keyboard.press('l');
  await page.keyboard.press('Enter');
  await until(page, `document.querySelectorAll('.mark').length === 2`);
  await page.keyboard.press('Escape');
  await until(page, `document.querySelectorAll('.mark').length === 1`);
  await page.getByRole('button', { name: 'Send marks' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.stage canvas').waitFor();
  const { annotations, status, page_url } = await data<Marked>(agent, 'analyze', { what: 'annotations' });
  assert.deepEqual(
    [annotations.length, annotations[0]?.text, status, page_url],
    [1, 'The price', 'submitted', url('/')],
  );
});

test('nobody sees or draws for the agents of another key; who leaves gives the paper back to the page', async (t) => {
  const { app, url } = await start(t, ['--api-key', 'key-of-mine', '--api-keys', 'key-of-theirs']);
  const { agent } = await asking(app, url('/'), ['Only for mine'], 'key-of-mine');
  const { page, browser } = await openApp(t, `${app.link}&v=live`);
  await page.locator('.request', { hasText: 'Only for mine' }).getByRole('button', { name: 'Draw' }).click();
  await paperIsThere(page);
  const id = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('d') ?? '';
  assert.match(id, /^draw-/);

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${app.origin}/app/`);
  await stranger.getByLabel('Key').fill('key-of-theirs');
  await stranger.getByRole('button', { name: 'Log in' }).click();
  await stranger.getByRole('button', { name: 'Live', exact: true }).first().click();
  await stranger.getByRole('heading', { name: 'No page is open' }).waitFor();
  const asked = await stranger.evaluate<number[]>(`Promise.all([
    fetch('/app/api/paper/' + ${JSON.stringify(id)}),
    ...['freeze', 'done', 'decline'].map((kind) => fetch('/app/api/draw', { method: 'POST',
      headers: { 'content-type': 'application/json' }, body: JSON.stringify({ kind, id: ${JSON.stringify(id)} }) })),
  ]).then((all) => all.map((answer) => answer.status))`);
  assert.deepEqual(asked, [404, 404, 404, 404]);

  const papers = async () => {
    const { content } = await agent.call('browser_evaluate', {
      function: `() => 'papers: ' + document.querySelectorAll('[popover=manual]').length`,
    });
    return content.map((one) => one.text).join('\n');
  };
  assert.match(await papers(), /papers: 0/, 'it is drawn on in the app');
  await page.getByRole('button', { name: 'Later' }).click();
  let back = await papers();
  for (let tries = 0; tries < 100 && !back.includes('papers: 1'); tries++) back = await papers();
  assert.match(back, /papers: 1/, 'and on the page again');
});

test('drawing fits from 360 px to 4K, dark and light; axe-core finds nothing', async (t) => {
  const { app, url } = await start(t);
  await asking(app, url('/'), ['What is wrong here?']);
  const { page } = await openApp(t, `${app.link}&v=live`, { colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Draw' }).click();
  await paperIsThere(page);
  await drag(page, [95, 95], [305, 165]);
  await words(page, 'Too pale');
  for (const width of [360, 768, 1440, 3840]) {
    await page.setViewportSize({ width, height: 800 });
    assert.deepEqual(await axe(page), [], `${width}`);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    assert.ok(overflow <= 0, `${width}: ${overflow} px too wide`);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/draw-${width}.png` });
  }
  await page.getByRole('button', { name: 'Switch between dark and light' }).click();
  assert.deepEqual(await axe(page), [], 'light');
});

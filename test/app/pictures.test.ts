import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { decodePicture } from '../../src/engines/screen/encode-picture.ts';
import type { Picture } from '../../src/engines/screen/picture.ts';
import { appRig } from '../kit/app-rig.ts';
import { axe } from '../kit/axe.ts';
import { until } from '../kit/web-app.ts';
import { writtenPicture } from '../kit/written-picture.ts';

/** A picture of one colour, with a dark part that is to be hidden. */
function plain(width: number, height: number, secret = 30): Picture {
  const pixels = new Uint8Array(width * height * 4).fill(235);
  for (let y = 100; y < 160; y++)
    for (let x = 100; x < 300; x++)
      pixels.fill((x * 7 + y * secret) % 256, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { width, height, pixels };
}

async function openPicture(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pictures' }).click();
  await page.locator('.shelf button').first().click();
  await page.locator('.sheet img').waitFor();
  await until(page, `document.querySelector('.sheet img').complete`);
}

/** Draws from one point of the picture to another with that tool. */
async function draw(page: Page, key: string, from: readonly [number, number], to: readonly [number, number]) {
  await page.keyboard.press(key);
  const box = (await page.locator('.paper').boundingBox())!;
  const [width] = ((await page.locator('.paper').getAttribute('viewBox')) ?? '')
    .split(' ')
    .slice(2)
    .map(Number);
  const scale = box.width / (width ?? 1);
  await page.mouse.move(box.x + from[0] * scale, box.y + from[1] * scale);
  await page.mouse.down();
  await page.mouse.move(box.x + to[0] * scale, box.y + to[1] * scale, { steps: 4 });
  await page.mouse.up();
  // What was drawn is laid out before the next thing is pointed at.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

const kept = (page: Page) => page.getByText('All marks are kept.').waitFor();

test('every kind of mark is drawn by hand, kept as a mark, changed, undone and found again', async (t) => {
  const rig = await appRig(t);
  const { info } = await rig.screenshots.add(plain(800, 500), { mode: 'window', title: 'Till' });
  const { page } = await rig.open({ viewport: { width: 1280, height: 900 } });
  await openPicture(page);
  const marks = page.locator('.paper .mark');
  for (const [at, key] of ['a', 'r', 'o', 'b', 'x', 'f', 'm'].entries())
    await draw(page, key, [40 + at * 90, 250], [100 + at * 90, 320]);
  await draw(page, 'n', [60, 400], [60, 400]);
  await draw(page, 'n', [120, 400], [120, 400]);
  await draw(page, 'w', [200, 380], [200, 380]);
  await until(page, `document.activeElement?.tagName === 'TEXTAREA'`);
  await page.keyboard.type('Look here');
  await page.keyboard.press('Escape');
  await draw(page, 'c', [20, 80], [780, 480]);
  assert.equal(await marks.count(), 11);
  // A second cut takes the place of the first.
  await draw(page, 'c', [10, 60], [790, 490]);
  assert.equal(await marks.count(), 11);
  await kept(page);
  const stored = await rig.screenshots.shelf.annotations(info.id);
  assert.deepEqual(
    stored.map(({ type }) => type),
    ['arrow', 'rect', 'ellipse', 'blur', 'redact', 'freehand', 'highlight', 'step', 'step', 'text', 'crop'],
  );
  assert.equal(stored[8]?.text, '2');
  assert.equal(stored[9]?.text, 'Look here');

  // Chosen, moved and pulled by hand.
  await page.keyboard.press('v');
  await draw(page, 'v', [130, 250], [150, 270]);
  await until(page, `document.querySelector('.frame rect')?.getAttribute('x') === '150'`);
  await page.locator('.handle[data-handle=se]').hover();
  await page.mouse.down();
  const grip = (await page.locator('.handle[data-handle=se]').boundingBox())!;
  await page.mouse.move(grip.x + 60, grip.y + 45, { steps: 3 });
  await page.mouse.up();
  await until(page, `document.querySelector('.frame rect').getAttribute('width') > 100`);
  const isAt = (x: number) =>
    until(page, `document.querySelector('.mark[data-mark="1"] rect').getAttribute('x') === '${x}'`);
  for (let undone = 0; undone < 2; undone++) await page.keyboard.press('Control+z');
  await isAt(130);
  await page.keyboard.press('Control+Shift+z');
  await isAt(150);

  // The same picture later: its marks are there and can be changed.
  await page.getByRole('button', { name: 'All pictures' }).click();
  await page.locator('.shelf', { hasText: '11 marks' }).waitFor();
  await page.reload();
  await page.locator('.shelf button').first().click();
  await until(page, `document.querySelectorAll('.paper .mark').length === 11`);
});

test('all of the editor works by keyboard', async (t) => {
  const rig = await appRig(t);
  const { info } = await rig.screenshots.add(plain(600, 400), { mode: 'window' });
  const { page } = await rig.open({}, '');
  await page.getByRole('button', { name: 'Timeline' }).waitFor();
  await page.keyboard.press('4');
  await page.locator('.shelf button').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('.sheet img').waitFor();
  await page.keyboard.press('r');
  await page.keyboard.press('Enter');
  const rect = page.locator('.mark rect').first();
  const at = async (name: string) => Number(await rect.getAttribute(name));
  assert.deepEqual([await at('x'), await at('y'), await at('width')], [240, 160, 120]);
  for (const key of ['ArrowRight', 'Shift+ArrowDown', 'Alt+ArrowRight', 'Alt+Shift+ArrowDown'])
    await page.keyboard.press(key);
  assert.deepEqual(
    [await at('x'), await at('y'), await at('width'), await at('height')],
    [241, 170, 121, 90],
  );
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await page.locator('.mark[data-mark="0"]').focus();
  assert.equal(await page.locator('.mark[data-mark="0"]').getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('Delete');
  assert.equal(await page.locator('.mark').count(), 1);
  await page.keyboard.press('Control+z');
  assert.equal(await page.locator('.mark').count(), 2);
  await page.keyboard.press('Control+y');
  assert.equal(await page.locator('.mark').count(), 1);
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Control+s');
  assert.match((await saving).suggestedFilename(), /\.png$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.locator('.shelf').waitFor();
  assert.equal((await rig.screenshots.shelf.annotations(info.id)).length, 1);
});

test('what was redacted is in no export: other pixels below make the very same files', async (t) => {
  const rig = await appRig(t);
  const context = { acceptDownloads: true, viewport: { width: 1280, height: 900 } };
  const files: Record<string, Buffer[]> = {};
  for (const secret of [30, 91]) {
    await rig.screenshots.add(plain(800, 500, secret), { mode: 'window' });
    const { page } = await rig.open(context);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openPicture(page);
    await draw(page, 'w', [120, 110], [120, 110]);
    await page.keyboard.press('Escape');
    await draw(page, 'b', [80, 80], [330, 180]);
    await draw(page, 'x', [98, 98], [304, 163]);
    await draw(page, 'a', [500, 300], [310, 170]);
    for (const name of ['PNG', 'JPEG', 'WEBP', 'SVG']) {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name, exact: true }).click();
      const path = await (await saving).path();
      files[name] = [...(files[name] ?? []), await readFile(path)];
    }
    await page.getByRole('button', { name: 'Copy' }).click();
    const said = page.getByText(/^(The picture is on the clipboard|Not copied)/);
    assert.equal(await said.textContent(), 'The picture is on the clipboard.');
    assert.equal(
      await page.evaluate(`navigator.clipboard.read().then(([one]) => one.types.join())`),
      'image/png',
    );
    await page.context().close();
  }
  const [png] = files.PNG!;
  const { width, pixels } = await decodePicture(png!);
  const pixel = (x: number, y: number) => [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
  assert.deepEqual(pixel(200, 130), [0, 0, 0]);
  assert.ok(
    pixel(90, 90).every((value) => value > 0),
    'beside it is the blur',
  );
  for (const [format, [one, other]] of Object.entries(files))
    assert.ok(one!.length > 500 && one!.equals(other!), `${format}: to the last byte`);
  const svg = files.SVG![0]!.toString('utf8');
  assert.ok(!svg.includes('>Text<'), 'a text below what is hidden is not in the file');
  assert.match(svg, /<path [^>]*stroke="#E5484D"/, 'an arrow above it still is an arrow');
  const [, inside = ''] = /base64,([\w+/=]+)/.exec(svg) ?? [];
  const base = await decodePicture(Buffer.from(inside, 'base64'));
  assert.deepEqual([...base.pixels.subarray((130 * 800 + 200) * 4, (130 * 800 + 200) * 4 + 3)], [0, 0, 0]);
});

test('what is private is covered by one key, and the covers can be moved like other marks', async (t) => {
  const rig = await appRig(t);
  const { info } = await rig.screenshots.add(
    await writtenPicture(700, 260, ['Order of Ada', 'mail ada.lovelace@example.org', 'total 39.90']),
    { mode: 'window' },
  );
  const { page } = await rig.open({ viewport: { width: 1280, height: 900 } });
  await openPicture(page);
  await page.keyboard.press('h');
  await page.getByText('1 private part covered.').waitFor({ timeout: 100_000 });
  await until(page, `document.querySelectorAll('.mark').length === 1`);
  await page.locator('.mark').focus();
  await page.keyboard.press('ArrowUp');
  await kept(page);
  assert.equal((await rig.screenshots.shelf.annotations(info.id))[0]?.type, 'redact');
});

test('axe-core finds nothing on the shelf and in the editor, empty and full, dark and light, narrow and wide', async (t) => {
  const rig = await appRig(t);
  const { page } = await rig.open({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Pictures' }).click();
  await page.getByText('No pictures yet').waitFor();
  assert.deepEqual(await axe(page), [], 'empty');
  await rig.screenshots.add(plain(800, 500), { mode: 'window', title: 'Till' });
  await page.reload();
  await page.locator('.shelf button').first().waitFor();
  assert.deepEqual(await axe(page), [], 'shelf');
  await page.locator('.shelf button').first().click();
  await page.locator('.sheet img').waitFor();
  await draw(page, 'r', [100, 100], [300, 200]);
  await draw(page, 'n', [400, 100], [400, 100]);
  for (const theme of ['dark', 'light']) {
    assert.deepEqual(await axe(page), [], theme);
    await page.keyboard.press('t');
  }
  for (const width of [360, 768, 3840]) {
    await page.setViewportSize({ width, height: 740 });
    assert.deepEqual(await axe(page), [], `${width}`);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    assert.ok(overflow <= 0, `${width}: ${overflow} px too wide`);
  }
});

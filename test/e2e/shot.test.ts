/** `sensorium shot`, as people and desktop shortcuts use it. */
import assert from 'node:assert/strict';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { cropPicture } from '../../src/engines/screen/compose.ts';
import { decodePicture } from '../../src/engines/screen/encode-picture.ts';
import { jsonOf, startFotos } from '../kit/fotos.ts';
import { lacking } from '../kit/needs.ts';
import { scratch } from '../kit/scratch.ts';
import { startServer } from '../kit/start-server.ts';
import { openApp, startWebApp } from '../kit/web-app.ts';
import { writtenPicture } from '../kit/written-picture.ts';
import { colourAt, startDisplay } from '../kit/xvfb.ts';

const skip = lacking('Xvfb', 'display', 'xrandr', 'xsetroot', 'xterm');
const monitors = { LEFT: '400x300+0+0', RIGHT: '200x300+400+0' };
const display = skip ? undefined : await startDisplay({ after }, { width: 600, height: 300, monitors });
await display?.show(await writtenPicture(600, 300, ['Words to read', 'jane.doe@example.com']));
const home = await scratch({ after });

async function shot(t: TestContext, args: readonly string[], env: Record<string, string> = {}) {
  const defaults = { DISPLAY: display?.name ?? '', WAYLAND_DISPLAY: '' };
  const process = await startServer(t, 'sensorium', ['shot', ...args], {
    home,
    env: { ...defaults, ...env },
  });
  const { code } = await process.exit;
  return { code, stdout: process.lines.all.join('\n'), stderr: process.stderr };
}

const sizeOf = async (file: string) => {
  const { format, width, height } = await sharp(file).metadata();
  return [format, width, height];
};

test('a file in the format of its name', { skip }, async (t) => {
  for (const [name, format] of [
    ['a.png', 'png'],
    ['b.jpg', 'jpeg'],
    ['c/d.webp', 'webp'],
  ] as const) {
    const { code, stdout, stderr } = await shot(t, ['-o', name]);
    assert.deepEqual([code, stdout, stderr], [0, join(home, name), '']);
    assert.deepEqual(await sizeOf(join(home, name)), [format, 600, 300]);
  }
});

test('a window, a monitor, a region', { skip }, async (t) => {
  const window = await display!.xterm('Small window', '15x4+420+200', '#204060');
  const whole = (await display!.grabber.grab({ mode: 'fullscreen' })).picture;
  const { x, y, width: w, height: h } = window;
  for (const [name, args, part] of [
    ['window.png', ['--window', 'small'], { x, y, w, h }],
    ['monitor.png', ['--monitor', '1'], { x: 400, y: 0, w: 200, h: 300 }],
    ['region.png', ['--region', '30,35,90,40'], { x: 30, y: 35, w: 90, h: 40 }],
  ] as const) {
    await shot(t, [...args, '--output', name]);
    const picture = await decodePicture(await readFile(join(home, name)));
    assert.deepEqual([picture.width, picture.height], [part.w, part.h], name);
    assert.ok(Buffer.compare(picture.pixels, cropPicture(whole, part).pixels) === 0, `the pixels of ${name}`);
    assert.ok(new Set(picture.pixels).size > 3, `there is something on ${name}`);
  }
});

test('without a name it goes to the folder of the settings', { skip }, async (t) => {
  const { code, stdout } = await shot(t, []);
  const folder = join(home, 'Pictures', 'Fotos');
  const [name] = await readdir(folder);
  assert.deepEqual([code, stdout], [0, join(folder, name!)]);
  assert.match(name!, /^fotos-\d{4}-\d\d-\d\d-\d{6}\.png$/);
});

test('its text, and a redacted copy', { skip }, async (t) => {
  const { stdout } = await shot(t, ['--ocr']);
  assert.match(stdout, /^Words to read\n/);
  assert.doesNotMatch(stdout, /\.png/);
  await shot(t, ['-o', 'plain.png']);
  await shot(t, ['--redact', '-o', 'redacted.png']);
  const row = { left: 40, top: 85, width: 250, height: 30 };
  const [plain, redacted] = await Promise.all(
    ['plain.png', 'redacted.png'].map((name) => sharp(join(home, name)).extract(row).raw().toBuffer()),
  );
  assert.notDeepEqual(plain, redacted);
});

test('the clipboard', { skip }, async (t) => {
  const folder = await scratch(t);
  await writeFile(join(folder, 'xclip'), `#!/bin/sh\n/bin/cat > '${folder}/got.png'\n`);
  await chmod(join(folder, 'xclip'), 0o755);
  const { code, stdout } = await shot(t, ['--copy'], { PATH: `${folder}:${process.env.PATH}` });
  assert.deepEqual([code, stdout], [0, '']);
  assert.deepEqual(await sizeOf(join(folder, 'got.png')), ['png', 600, 300]);
});

test('a change within the delay is seen', { skip }, async (t) => {
  const own = await startDisplay(t, { width: 60, height: 40 });
  await own.run('xsetroot', '-solid', '#100000');
  const [delayMs, changeMs] = [4000, 2000];
  const taken = shot(t, ['--delay', `${delayMs}`, '-o', 'late.png'], { DISPLAY: own.name });
  await pause(changeMs);
  await own.run('xsetroot', '-solid', '#200000');
  await taken;
  assert.equal(colourAt(await decodePicture(await readFile(join(home, 'late.png'))), 30, 20), '#200000');
});

test('what is wrong is said, with the right exit code', { skip }, async (t) => {
  const wrong = async (args: readonly string[], env: Record<string, string> = {}) => {
    const { code, stderr } = await shot(t, args, env);
    return `${code} ${stderr}`;
  };
  assert.match(await wrong(['-o', 'x.gif']), /^2 sensorium shot: Invalid value for --output: "x\.gif"/);
  assert.match(await wrong(['--region', '1,2,3']), /^2 .*--region.*X,Y,WIDTH,HEIGHT/);
  assert.match(await wrong(['--window', 'a', '--monitor', '1']), /^1 .*--window and --monitor/);
  assert.match(await wrong(['--window', 'Firefox', '-o', 'x.png']), /^2 .*"Firefox"\. No window is open\./);
  assert.match(await wrong(['-o', 'x.png'], { DISPLAY: '' }), /^1 .*No display server/);
});

test('the app has it too', { skip }, async (t) => {
  await shot(t, ['--region', '1,1,77,55', '-o', 'kept.png']);
  const app = await startServer(t, 'sensorium', ['app', '--port', '0'], { home });
  await app.lines.first((line) => /^ +Socket/.test(line), 'the socket');
  const fotos = await startFotos(t, undefined, ['--bridge'], { home });
  const [newest] = jsonOf(await fotos.call('list_screenshots'));
  assert.deepEqual([newest.width, newest.height, newest.mode], [77, 55, 'region']);
  assert.ok((await readFile(join(home, 'kept.png'))).length > 0);
});

test('with --edit it is opened in the editor of the running app', { skip }, async (t) => {
  const none = await shot(t, ['--edit', '--state-dir', await scratch(t)]);
  assert.deepEqual([none.code, none.stdout], [1, '']);
  assert.match(none.stderr, /The Sensorium application is not running/);

  const state = await scratch(t);
  await startWebApp(t, ['--state-dir', state]);
  const { code, stdout, stderr } = await shot(t, ['--edit', '--redact', '--state-dir', state], {
    PATH: '/nonexistent',
  });
  assert.equal(code, 0, stderr);
  const { page } = await openApp(t, stdout);
  await page.locator('.sheet img').waitFor();
  assert.match(page.url(), /#v=pictures&s=[\w-]+$/, 'the code is used up and gone from the address');
  assert.deepEqual(await page.locator('.paper').getAttribute('viewBox'), '0 0 600 300');
});

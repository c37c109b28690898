import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { lacking } from '../../../../test/kit/needs.ts';
import { colourAt, startDisplay } from '../../../../test/kit/xvfb.ts';
import { NativeGrabber } from './native.ts';

const skip = lacking('Xvfb', 'openbox', 'xprop', 'xterm', 'xsetroot');

describe('with a window manager', { skip }, async () => {
  if (skip) return;
  const display = await startDisplay({ after }, { width: 900, height: 700 });
  const { grabber } = display;
  await display.startWindowManager();
  await display.run('xsetroot', '-solid', '#123456');
  const back = await display.xterm('Managed back', '40x10+50+60', '#804020');
  const front = await display.xterm('Managed front', '40x10+120+120', '#206040');

  test('windows have their own titles and places, not those of their frames', async () => {
    const titles = (await grabber.windows()).map(({ title }) => title);
    assert.deepEqual(titles, ['Managed front', 'Managed back']);
    const { picture, origin } = await grabber.grab({ mode: 'window', windowTitle: 'managed front' });
    assert.deepEqual([picture.width, picture.height], [front.width, front.height]);
    assert.deepEqual(origin, { x: front.x, y: front.y });
    assert.equal(colourAt(picture, front.width - 4, front.height - 4), '#206040');
  });

  test('a covered one is whole', async () => {
    const { picture } = await grabber.grab({ mode: 'window', windowId: back.id });
    assert.equal(colourAt(picture, back.width - 4, back.height - 4), '#804020');
  });

  test('a minimized one is said to be so', async () => {
    display.start('xterm', '-iconic', '-title', 'Put away', '-e', 'exec sleep 600');
    const isListed = async () => (await grabber.windows()).some(({ title }) => title === 'Put away');
    for (const until = Date.now() + 10_000; Date.now() < until && !(await isListed()); ) await pause(20);
    await assert.rejects(grabber.grab({ mode: 'window', windowTitle: 'put away' }), {
      code: 'WINDOW_HIDDEN',
    });
  });

  test('Chromium', { skip: lacking('chromium') }, async () => {
    const profile = await mkdtemp(join(tmpdir(), 'sn-chromium-'));
    after(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
    const page = 'data:text/html,<title>Chromium page</title><body style="background:%23663399">';
    const quiet = ['--no-sandbox', '--no-first-run', '--disable-gpu', '--disable-background-networking'];
    display.start(
      'chromium',
      ...quiet,
      `--user-data-dir=${profile}`,
      '--window-size=400,300',
      `--app=${page}`,
    );
    const window = await display.window('Chromium page');
    let colour = '';
    for (const until = Date.now() + 15_000; Date.now() < until && colour !== '#663399'; ) {
      const { picture } = await grabber.grab({ mode: 'window', windowTitle: 'chromium PAGE' });
      assert.deepEqual([picture.width, picture.height], [window.width, window.height]);
      colour = colourAt(picture, Math.floor(picture.width / 2), picture.height - 30);
    }
    assert.equal(colour, '#663399');
  });

  // The library reads the environment of the process, so it looks at our display from a process of its own.
  test('the library for Windows and macOS sees the same screen', async () => {
    const module = new URL('./native.ts', import.meta.url).href;
    const script = `
      const { NativeGrabber } = await import(${JSON.stringify(module)});
      const native = new NativeGrabber();
      const { picture, origin } = await native.grab({ mode: 'fullscreen', region: { x: 800, y: 600, w: 50, h: 40 } });
      const monitors = await native.monitors();
      const missing = await native.grab({ mode: 'window', windowTitle: 'no such' }).catch((error) => error.code);
      const far = await native.grab({ mode: 'monitor', monitorIndex: 3 }).catch((error) => error.code);
      process.stdout.write(JSON.stringify({
        size: [picture.width, picture.height], origin, pixel: [...picture.pixels.subarray(0, 4)],
        monitor: [monitors.length, monitors[0].width, monitors[0].height], missing, far,
      }));`;
    const { execFile } = await import('node:child_process');
    const { promisify } = await import('node:util');
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: display.env,
    });
    assert.deepEqual(JSON.parse(stdout), {
      size: [50, 40],
      origin: { x: 800, y: 600 },
      pixel: [0x12, 0x34, 0x56, 255],
      monitor: [1, 900, 700],
      missing: 'NO_SUCH_WINDOW',
      far: 'NO_SUCH_MONITOR',
    });
    assert.equal(new NativeGrabber().backend, 'native');
  });
});

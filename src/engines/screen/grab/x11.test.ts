import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { lacking } from '../../../../test/kit/needs.ts';
import { colourAt, startDisplay } from '../../../../test/kit/xvfb.ts';
import { X11Grabber } from './x11.ts';

const skip = lacking('Xvfb', 'xrandr', 'xsetroot', 'xterm');

describe('two monitors, no window manager', { skip }, async () => {
  if (skip) return;
  const monitors = { LEFT: '500x600+0+0', RIGHT: '300x400+500+100' };
  const display = await startDisplay({ after }, { width: 800, height: 600, monitors, args: ['-cursor'] });
  const { grabber } = display;
  await display.run('xsetroot', '-solid', '#336699');
  const back = await display.xterm('Back window', '40x10+50+60', '#804020', 'hello');
  const front = await display.xterm('Front window', '40x10+90+90', '#206040');

  test('monitors with name and place', async () => {
    const places = (await grabber.monitors()).map(({ name, x, y, width, height }) => [
      name,
      x,
      y,
      width,
      height,
    ]);
    assert.deepEqual(places, [
      ['LEFT', 0, 0, 500, 600],
      ['RIGHT', 500, 100, 300, 400],
    ]);
  });

  test('fullscreen is all monitors in one picture, black where none looks', async () => {
    const { picture, origin } = await grabber.grab({ mode: 'fullscreen' });
    assert.deepEqual([picture.width, picture.height, origin], [800, 600, { x: 0, y: 0 }]);
    assert.equal(colourAt(picture, 5, 595), '#336699');
    assert.equal(colourAt(picture, 795, 300), '#336699');
    assert.equal(colourAt(picture, 795, 50), '#000000');
    assert.equal(colourAt(picture, front.x + 100, front.y + 100), '#206040');
  });

  test('a monitor alone, and a part of it', async () => {
    const whole = await grabber.grab({ mode: 'monitor', monitorIndex: 1 });
    assert.deepEqual([whole.picture.width, whole.picture.height], [300, 400]);
    assert.deepEqual(whole.origin, { x: 500, y: 100 });
    const region = { x: 10, y: 20, w: 30, h: 40 };
    const part = await grabber.grab({ mode: 'monitor', monitorIndex: 1, region });
    assert.deepEqual([part.picture.width, part.picture.height], [30, 40]);
    assert.deepEqual(part.origin, { x: 510, y: 120 });
    await assert.rejects(grabber.grab({ mode: 'monitor', monitorIndex: 2 }), { code: 'NO_SUCH_MONITOR' });
  });

  test('windows by title, front first, without a window manager', async () => {
    const titles = (await grabber.windows()).map(({ title, app }) => [title, app]);
    assert.deepEqual(titles, [
      ['Front window', 'XTerm'],
      ['Back window', 'XTerm'],
    ]);
  });

  test('a partly hidden window is whole', async () => {
    const { picture, window } = await grabber.grab({ mode: 'window', windowTitle: 'BACK' });
    assert.equal(window?.id, back.id);
    assert.deepEqual([picture.width, picture.height], [back.width, back.height]);
    const [x, y] = [front.x + 20 - back.x, front.y + 20 - back.y];
    assert.equal(colourAt(picture, x, y), '#804020');
    const colours = new Set<string>();
    for (let at = 0; at < back.height; at++) colours.add(colourAt(picture, back.width - 5, at));
    assert.deepEqual([...colours], ['#804020']);
  });

  test('a window by its id, a part of it, and where it lies', async () => {
    const region = { x: 4, y: 5, w: 20, h: 10 };
    const { picture, origin } = await grabber.grab({ mode: 'window', windowId: front.id, region });
    assert.deepEqual([picture.width, picture.height], [20, 10]);
    assert.deepEqual(origin, { x: front.x + 4, y: front.y + 5 });
  });

  test('a window that hangs over the edge of the screen is whole', async () => {
    const edge = await display.xterm('Edge window', '30x8+700+560', '#a02080');
    const { picture } = await grabber.grab({ mode: 'window', windowTitle: 'edge' });
    assert.deepEqual([picture.width, picture.height], [edge.width, edge.height]);
    assert.equal(colourAt(picture, edge.width - 3, edge.height - 3), '#a02080');
  });

  test('no such window: the titles that exist are named', async () => {
    await assert.rejects(grabber.grab({ mode: 'window', windowTitle: 'Firefox' }), {
      code: 'NO_SUCH_WINDOW',
      hint: /"Front window", "Back window"/,
    });
  });

  test('the pointer is there when asked for', async () => {
    const region = { x: 380, y: 280, w: 40, h: 40 };
    const without = await grabber.grab({ mode: 'fullscreen', region });
    const colours = new Set(
      Array.from({ length: 1600 }, (_, i) => colourAt(without.picture, i % 40, Math.floor(i / 40))),
    );
    assert.deepEqual([...colours], ['#336699']);
    const { picture } = await grabber.grab({ mode: 'fullscreen', region, cursor: true });
    assert.notDeepEqual(picture.pixels, without.picture.pixels);
  });

  test('an aborted look ends with the reason', async () => {
    const reason = new Error('enough');
    await assert.rejects(grabber.grab({ mode: 'fullscreen', signal: AbortSignal.abort(reason) }), reason);
  });
});

test('16 bits a pixel', { skip }, async (t) => {
  const display = await startDisplay(t, { width: 101, height: 60, depth: 16 });
  await display.run('xsetroot', '-solid', '#ff8000');
  const { picture } = await display.grabber.grab({ mode: 'fullscreen' });
  assert.deepEqual([picture.width, picture.height], [101, 60]);
  // 5 and 6 bits a colour: close, not equal.
  assert.match(colourAt(picture, 100, 59), /^#ff8[0-6]00$/);
});

test('a display that does not run is named', async () => {
  await assert.rejects(new X11Grabber({ DISPLAY: ':65000' }).grab({ mode: 'fullscreen' }), {
    code: 'DISPLAY_UNREACHABLE',
    message: /:65000.*(ENOENT|ECONNREFUSED)/,
  });
  await assert.rejects(new X11Grabber({ DISPLAY: 'nonsense' }).monitors(), { code: 'DISPLAY_UNREACHABLE' });
});

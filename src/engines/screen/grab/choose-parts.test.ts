import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenMonitor, chosenWindow, partOf, type WindowInfo } from './grabber.ts';

const monitor = (name: string, x: number) => ({ name, x, y: 0, width: 800, height: 600, isPrimary: x === 0 });
const window = (id: number, title: string, more: Partial<WindowInfo> = {}): WindowInfo => ({
  id,
  title,
  app: '',
  x: 0,
  y: 0,
  width: 10,
  height: 10,
  isVisible: true,
  ...more,
});

test('a monitor by its number, the first one without', () => {
  const monitors = [monitor('left', 0), monitor('right', 800)];
  assert.equal(chosenMonitor(monitors, 1).name, 'right');
  assert.equal(chosenMonitor(monitors).name, 'left');
  assert.throws(() => chosenMonitor(monitors, 2), {
    code: 'NO_SUCH_MONITOR',
    hint: 'Monitors: 0 (left, 800x600 at 0,0), 1 (right, 800x600 at 800,0).',
  });
});

test('the frontmost window whose title has the words, in any case', () => {
  const windows = [window(1, 'Notes'), window(2, 'News - Mozilla Firefox'), window(3, 'FIREFOX help')];
  assert.equal(chosenWindow(windows, { mode: 'window', windowTitle: 'firefox' }).id, 2);
  assert.equal(chosenWindow(windows, { mode: 'window', windowId: 3 }).id, 3);
  assert.equal(chosenWindow(windows, { mode: 'window' }).id, 1);
});

test('the program counts where no title fits', () => {
  const windows = [window(1, 'root@host: ~', { app: 'XTerm' }), window(2, 'xterm manual')];
  assert.equal(chosenWindow(windows, { mode: 'window', windowTitle: 'xterm' }).id, 2);
  assert.equal(chosenWindow(windows.slice(0, 1), { mode: 'window', windowTitle: 'xterm' }).id, 1);
});

test('no window: the fault has the titles that exist; a minimized one is told apart', () => {
  const windows = [window(1, 'Notes'), window(2, 'Mail', { isVisible: false }), window(3, 'Notes')];
  assert.throws(() => chosenWindow(windows, { mode: 'window', windowTitle: 'Firefox' }), {
    code: 'NO_SUCH_WINDOW',
    message: 'No matching window was found for the title "Firefox".',
    hint: 'Windows: "Notes", "Mail".',
  });
  assert.throws(() => chosenWindow(windows, { mode: 'window', windowTitle: 'mail' }), {
    code: 'WINDOW_HIDDEN',
  });
  assert.throws(() => chosenWindow([], { mode: 'window', windowId: 7 }), { hint: 'No window is open.' });
});

test('a region is cut at the edges and refused outside', () => {
  assert.deepEqual(partOf(undefined, 100, 50), { x: 0, y: 0, w: 100, h: 50 });
  assert.deepEqual(partOf({ x: -10, y: 40, w: 30, h: 30 }, 100, 50), { x: 0, y: 40, w: 20, h: 10 });
  assert.throws(() => partOf({ x: 100, y: 0, w: 5, h: 5 }, 100, 50), {
    code: 'REGION_OUTSIDE',
    message: 'The region 100,0,5,5 lies outside of the picture.',
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fault } from '../../../kernel/fault.ts';
import { blackPicture } from '../compose.ts';
import { type Grabber, takeScreenshot } from './grabber.ts';

function screen() {
  const grabbed: number[] = [];
  const grabber: Grabber = {
    backend: 'x11',
    monitors: async () => [],
    windows: async () => [],
    async grab() {
      grabbed.push(performance.now());
      return { picture: blackPicture(1, 1) };
    },
  };
  return { grabber, grabbed };
}

const never = new AbortController().signal;

test('the delay is waited first, and told', async () => {
  const { grabber, grabbed } = screen();
  const told: number[] = [];
  const started = performance.now();
  await takeScreenshot(() => grabber, {
    mode: 'fullscreen',
    delayMs: 120,
    signal: never,
    progress: (done, total) => told.push(total - done),
  });
  assert.ok(grabbed[0]! - started >= 119, `${grabbed[0]! - started} ms`);
  assert.ok(told.length >= 1 && told[0]! <= 120);
});

test('a cancelled wait grabs nothing', async () => {
  const { grabber, grabbed } = screen();
  const controller = new AbortController();
  const taken = takeScreenshot(() => grabber, {
    mode: 'fullscreen',
    delayMs: 60_000,
    signal: controller.signal,
  });
  controller.abort();
  await assert.rejects(taken, { name: 'AbortError' });
  assert.equal(grabbed.length, 0);
});

test('without a screen nobody waits', async () => {
  const choose = () => {
    throw fault('NO_DISPLAY', { why: 'none' });
  };
  const started = performance.now();
  await assert.rejects(takeScreenshot(choose, { mode: 'fullscreen', delayMs: 60_000, signal: never }), {
    code: 'NO_DISPLAY',
  });
  assert.ok(performance.now() - started < 1000);
});

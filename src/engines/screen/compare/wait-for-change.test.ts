import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blackPicture } from '../compose.ts';
import { type WaitRequest, waitForChange } from './wait-for-change.ts';

/** Gives the shades one after the other, the last one for ever. */
function screen(...shades: readonly number[]) {
  const left = [...shades];
  const seen = { grabs: 0 };
  const grab = async () => {
    seen.grabs++;
    const shade = left.length > 1 ? left.shift()! : left[0]!;
    const picture = blackPicture(20, 20);
    picture.pixels.fill(shade, 0, 400);
    return { picture };
  };
  return { grab, seen };
}

const request = (more: Partial<WaitRequest>): WaitRequest => ({
  until: 'change',
  timeoutMs: 5000,
  stillMs: 30,
  intervalMs: 5,
  threshold: 0.001,
  signal: new AbortController().signal,
  ...more,
});

test('until it changes', async () => {
  const { grab, seen } = screen(0, 0, 0, 200);
  const { comparison, grabbed } = await waitForChange(grab, request({}));
  assert.equal(seen.grabs, 4);
  assert.ok(comparison.ratio > 0.2);
  assert.equal(comparison.boxes.length, 1);
  assert.equal(grabbed.picture.pixels[0], 200);
});

test('until it is still', async () => {
  const { grab, seen } = screen(0, 50, 100, 150, 200);
  const { grabbed, waitedMs } = await waitForChange(grab, request({ until: 'still' }));
  assert.ok(seen.grabs > 5);
  assert.ok(waitedMs >= 30);
  assert.equal(grabbed.picture.pixels[0], 200);
});

test('what is smaller than the threshold is no change, and time ends', async () => {
  const { grab } = screen(0, 200);
  await assert.rejects(waitForChange(grab, request({ threshold: 0.5, timeoutMs: 40 })), {
    code: 'SCREEN_WAIT_TIMEOUT',
    message: 'The screen did not change within 0.04 s.',
  });
});

test('who waits can stop', async () => {
  const controller = new AbortController();
  const { grab } = screen(0);
  const waiting = waitForChange(grab, request({ signal: controller.signal, intervalMs: 1000 }));
  setImmediate(() => controller.abort());
  await assert.rejects(waiting, { name: 'AbortError' });
});

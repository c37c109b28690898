import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startCapture } from '../../../../test/kit/capture.ts';
import { startSite } from '../../../../test/kit/site.ts';

const LINES = 10_000;
const FRAMES = 1_000;
const FAILURES = 1_000;

/** Ten thousand lines, five hundred frames a second each way and a thousand failing requests, all at once. */
const PAGE = `<!doctype html><title>Flood</title><link rel=icon href=data:,><script>
const lines = async () => { for (let i = 0; i < ${LINES}; i++) { if (i % 10) console.log('line', i); else console.log('line', i, { at: { i } }); if (i % 500 === 0) await 0; } };
const failures = async () => {
  for (let i = 0; i < ${FAILURES}; i += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, n) => fetch((n % 2 ? '/broken?' : '/missing?') + (i + n)).catch(() => {})));
  }
};
const frames = () => new Promise((resolve) => {
  const socket = new WebSocket('ws://' + location.host + '/flood');
  let sent = 0, got = 0;
  socket.onopen = () => { const timer = setInterval(() => { for (let i = 0; i < 25 && sent < ${FRAMES}; i++) socket.send('frame ' + sent++); if (sent >= ${FRAMES}) clearInterval(timer); }, 50); };
  socket.onmessage = () => { if (++got === ${FRAMES}) { socket.close(); resolve(); } };
});
const flood = () => Promise.all([lines(), failures(), frames()]).then(() => { console.log('over'); });
</script>`;

it('loses nothing in a flood', { timeout: 120_000 }, async (t) => {
  const site = await startSite({
    '/': PAGE,
    '/broken': (request) => void request.socket.destroy(),
  });
  t.after(() => site.close());
  const rig = await startCapture();
  t.after(() => rig.close());
  const tab = await rig.engine.tab();
  await tab.page.goto(site.url('/'));
  await tab.page.evaluate('flood()');
  await rig.arrivals.first(({ data }) => data.message === 'over', 'the end of the flood', 60_000);
  await rig.first('websocket', ({ event }) => event === 'close', 'the end of the socket');
  const failures = () => rig.all('request', ({ url }) => /\/(broken|missing)\?/.test(url));
  // On a busy machine the last are told later than settled() is willing to wait.
  for (let tries = 0; tries < 20 && failures().length < FAILURES; tries++) await rig.capture.settled();
  const numbers = rig.all('console', ({ args }) => args?.[0] === 'line').map(({ data }) => data.args?.[1]);
  assert.deepEqual(
    numbers,
    Array.from({ length: LINES }, (_, i) => i),
  );
  for (const direction of ['incoming', 'outgoing']) {
    const words = rig
      .all('websocket', (data) => data.direction === direction)
      .map(({ data }) => data.preview);
    assert.deepEqual(
      words,
      Array.from({ length: FRAMES }, (_, i) => `frame ${i}`),
    );
  }
  const failed = failures();
  assert.equal(new Set(failed.map(({ data }) => data.url)).size, FAILURES);
  assert.equal(failed.length, FAILURES);
  assert.ok(failed.every(({ data }) => data.failure !== undefined || data.status === 404));
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startCapture } from '../../../../test/kit/capture.ts';
import { startSite } from '../../../../test/kit/site.ts';

const LINES = 10_000;
const FRAMES = 1_000;
const FAILURES = 1_000;

/** Ten thousand lines, a thousand frames each way and a thousand failing requests, as fast as the page can. */
const PAGE = `<!doctype html><title>Flood</title><link rel=icon href=data:,><script>
const lines = async () => { for (let i = 0; i < ${LINES}; i++) { if (i % 10) console.log('line', i); else console.log('line', i, { at: { i } }); if (i % 500 === 0) await 0; } };
const failures = async () => {
  for (let i = 0; i < ${FAILURES}; i += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, n) => fetch((n % 2 ? '/broken?' : '/missing?') + (i + n)).catch(() => {})));
  }
};
const frames = () => new Promise((resolve) => {
  const socket = new WebSocket('ws://' + location.host + '/flood');
  let got = 0;
  socket.onopen = () => { for (let i = 0; i < ${FRAMES}; i++) socket.send('frame ' + i); };
  socket.onmessage = () => { if (++got === ${FRAMES}) { socket.close(); resolve(); } };
});
const flood = () => Promise.all([lines(), failures(), frames()]).then(() => {});
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
  // What the page did has been done; the last of each kind is waited for, however long the machine takes.
  const isFailure = ({ url }: { url: string }) => /\/(broken|missing)\?/.test(url);
  let failures = 0;
  await rig.arrivals.first(
    ({ stream, data }) =>
      stream === 'request' && isFailure(data as { url: string }) && ++failures === FAILURES,
    'the last of the failed requests',
    60_000,
  );
  await rig.arrivals.first(
    ({ stream, data }) => stream === 'console' && data.args?.[1] === LINES - 1,
    'the last line',
    60_000,
  );
  await rig.arrivals.first(
    ({ stream, data }) => stream === 'websocket' && data.event === 'close',
    'the end of the socket',
    60_000,
  );
  const numbers = rig.all('console', ({ args }) => args?.[0] === 'line').map(({ data }) => data.args?.[1]);
  assert.deepEqual(
    numbers,
    Array.from({ length: LINES }, (_, i) => i),
    'all lines, in order',
  );
  for (const direction of ['incoming', 'outgoing']) {
    const words = rig
      .all('websocket', (data) => data.direction === direction)
      .map(({ data }) => data.preview);
    assert.deepEqual(
      words,
      Array.from({ length: FRAMES }, (_, i) => `frame ${i}`),
      direction,
    );
  }
  const failed = rig.all('request', isFailure);
  assert.equal(new Set(failed.map(({ data }) => data.url)).size, FAILURES);
  assert.equal(failed.length, FAILURES);
  assert.ok(failed.every(({ data }) => data.failure !== undefined || data.status === 404));
});

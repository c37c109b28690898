/** A page that says much, fails much and talks much, for bench/record-calls.ts. Runs in a thread of its own. */
import { parentPort } from 'node:worker_threads';
import { startSite } from '../test/kit/site.ts';

const LINES = 10_000;
const FAILURES = 1_000;
const FRAMES_A_SECOND = 500;
const SECONDS = 10;
const TICK_MS = 50;

const PAGE = `<!doctype html><title>Flood</title><link rel=icon href=data:,><h1>Flood</h1><input aria-label=Name><script>
const socketOpen = new Promise((resolve) => { const socket = new WebSocket('ws://' + location.host + '/flood'); socket.onopen = () => resolve(socket); });
const ticks = ${(SECONDS * 1000) / TICK_MS};
const counts = { lines: 0, failures: 0, sent: 0, received: 0 };
const tick = (socket) => {
  for (let i = 0; i < ${LINES} / ticks; i++) { const n = counts.lines++; if (n % 10) console.log('line', n); else console.error('line', n, { at: { n } }); }
  for (let i = 0; i < ${FAILURES} / ticks; i++) { const n = counts.failures++; fetch((n % 2 ? '/broken?' : '/missing?') + n).catch(() => {}); }
  for (let i = 0; i < ${(FRAMES_A_SECOND * TICK_MS) / 1000}; i++) socket.send('frame ' + counts.sent++);
};
const flood = async () => {
  const socket = await socketOpen;
  socket.onmessage = () => { counts.received++; };
  await new Promise((resolve) => { let done = 0; const timer = setInterval(() => { tick(socket); if (++done === ticks) { clearInterval(timer); resolve(); } }, ${TICK_MS}); });
  document.title = 'Over';
};
</script>`;

const site = await startSite({ '/': PAGE, '/broken': (request) => void request.socket.destroy() });
parentPort?.postMessage(site.url('/'));

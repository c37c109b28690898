/** The pages that bench/page-cost.ts opens; runs in a thread of its own. */
import { parentPort } from 'node:worker_threads';
import { startSite } from '../test/kit/site.ts';

const PAGE = `<!doctype html><title>Bench</title><link rel=icon href=data:,>
${Array.from({ length: 12 }, (_, i) => `<script src="/lib.js?${i}"></script><link rel=stylesheet href="/style.css?${i}">`).join('\n')}
<div id=deep>${'<div class=row><span>cell</span><a href="#">link</a></div>'.repeat(500)}</div>
<button id=target>Target</button><input id=field aria-label=Field>
<script>
for (let i = 0; i < 20; i++) console.log('loading', i, { i });
for (let i = 0; i < 5; i++) fetch('/small?load' + i);
document.getElementById('target').addEventListener('click', () => {});
const repeat = async (count, work) => { for (let i = 0; i < count; i++) { const done = work(i); if (i % 20 === 19) await done; } };
const socketOpen = new Promise((resolve) => { const socket = new WebSocket('ws://' + location.host + '/s'); socket.onopen = () => resolve(socket); });
</script>`;

const site = await startSite({
  '/': PAGE,
  '/lib.js': `${'/* a library */'.repeat(500)}; globalThis.lib = (globalThis.lib ?? 0) + 1;`,
  '/style.css': (_request, response) => {
    response.setHeader('content-type', 'text/css');
    response.end('.row { color: red }'.repeat(100));
  },
  '/small': (_request, response) => void response.end('{"small":true}'),
});
parentPort?.postMessage(`${site.origin}/`);

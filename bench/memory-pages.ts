/** An application as others write them: a large script, a table, a form, requests, a socket, words on the console. */
import type { Routes } from '../test/kit/site.ts';

const rows = Array.from(
  { length: 100 },
  (_, i) =>
    `<tr><td>row ${i}</td><td><a href="/other?${i}">open ${i}</a></td><td><button>delete ${i}</button></td></tr>`,
).join('');

const page = (title: string) => `<!doctype html><html lang="en"><title>${title}</title>
<script src="/library.js"></script><h1>${title}</h1>
<form id="form"><label>Name <input id="name"></label><button>Send</button></form>
<p id="said"></p><ul id="list"></ul><table>${rows}</table><script>
  form.onsubmit = async (event) => {
    event.preventDefault();
    said.textContent = document.getElementById('name').value;
    const { rows } = await (await fetch('/data?' + said.textContent)).json();
    list.innerHTML = rows.slice(0, 20).map((row) => '<li>' + row.name + '</li>').join('');
  };
  fetch('/data').then((answer) => answer.json());
  fetch('/missing');
  const socket = new WebSocket('ws://127.0.0.1:{{port}}/socket?send=3');
  socket.onopen = () => socket.send('hello');
  for (let i = 0; i < 50; i++) console.log('line', i, { i });
  setTimeout(() => { throw new Error('thrown on purpose'); }, 5);
</script></html>`;

const data = JSON.stringify({
  rows: Array.from({ length: 500 }, (_, id) => ({ id, name: `name ${id}`, text: 'some words '.repeat(7) })),
});

export const memoryPages: Routes = {
  '/': page('Start'),
  '/other': page('Other'),
  '/blank': '<!doctype html><title>Blank</title><h1>Blank</h1>',
  '/library.js': Array.from({ length: 4000 }, (_, i) => `function f${i}(a, b) { return a + b + ${i}; }`).join(
    '\n',
  ),
  '/data': (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(data);
  },
};

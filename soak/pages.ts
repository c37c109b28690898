/** The site that agents work on. */
import type { Routes } from '../test/kit/site.ts';

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`;

export const pages: Routes = {
  '/': page(
    'Start',
    `<a href="/form">To the form</a><script>
      console.info('started');
      fetch('/data').then((answer) => answer.json());
      const socket = new WebSocket('ws://127.0.0.1:{{port}}/socket?send=3');
      socket.onopen = () => socket.send('hello');
    </script>`,
  ),
  '/form': page(
    'Form',
    `<form action="/sent"><label>Name <input name="name"></label><button>Send</button></form>`,
  ),
  '/sent': page('Sent', '<p>Thank you.</p>'),
  '/busy': page(
    'Busy',
    `<ul id="list"></ul><script>
      for (let i = 0; i < 300; i++) {
        list.append(Object.assign(document.createElement('li'), { textContent: 'row ' + i }));
        console.debug('row', i);
      }
      setTimeout(() => { throw new Error('thrown on purpose'); }, 10);
      fetch('/missing');
    </script>`,
  ),
  '/hungry': page(
    'Hungry',
    `<script>
      const eaten = [];
      setInterval(() => eaten.push(new Uint8Array(32 * 2 ** 20).fill(1)), 5);
    </script>`,
  ),
  '/data': (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ rows: Array.from({ length: 100 }, (_, i) => ({ id: i })) }));
  },
};

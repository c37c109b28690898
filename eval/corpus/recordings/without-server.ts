/** Walks whose tests have the answers in an archive beside them, and run with no server there. */
import { all, echo, type Flow, fill, follow, html, json, press, see } from './flow.ts';

export const withoutServer: readonly Flow[] = [
  {
    name: 'a list without its server',
    routes: {
      '/': html(
        '<button id=b>Load</button><ul id=list></ul>',
        `b.onclick = async () => { const all = await (await fetch('/api/fruits')).json(); list.innerHTML = all.map((one) => '<li>' + one + '</li>').join(''); };`,
      ),
      '/api/fruits': json(['apple', 'banana']),
    },
    broken: {},
    walk: all(press('Load'), see('banana')),
    isMocked: true,
  },
  {
    name: 'a sign-in without its server',
    routes: {
      '/': html(
        '<h1>Sign in</h1><form method=post action=/enter><label>User <input name=user></label><button>Sign in</button></form>',
      ),
      '/enter': echo((fields) => `<h1>Hello ${fields.get('user')}</h1>`),
    },
    broken: {},
    walk: all(fill('User', 'ann'), press('Sign in'), see('Hello ann')),
    isMocked: true,
  },
  {
    name: 'pages without their server',
    routes: {
      '/': html('<h1>First</h1><a href=/two>On</a>'),
      '/two': html('<h1>Second</h1><link rel=stylesheet href=/style.css><script src=/late.js></script>'),
      '/style.css': (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/css' }).end('h1 { color: green }'),
      '/late.js': `document.body.append(Object.assign(document.createElement('p'), { textContent: 'By a script' }));`,
    },
    broken: {},
    walk: all(follow('On'), see('By a script')),
    isMocked: true,
  },
  {
    name: 'an order that is sent without its server',
    routes: {
      '/': html(
        '<label>Qty <input id=q type=number></label><button id=b>Order</button><p id=out></p>',
        `b.onclick = async () => { const r = await fetch('/api/orders', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ qty: q.value }) }); out.textContent = 'Order ' + (await r.json()).id + ' is ' + r.status; };`,
      ),
      '/api/orders': json({ id: 'A' }, 201),
    },
    broken: {},
    walk: all(fill('Qty', '3'), press('Order'), see('Order A is 201')),
    isMocked: true,
  },
];

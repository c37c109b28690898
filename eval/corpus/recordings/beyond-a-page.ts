/** Walks that lead elsewhere: to other pages, frames, windows, servers. */
import { all, echo, type Flow, fill, follow, html, json, press, see } from './flow.ts';

const ROUTER = (shown: string) =>
  html(
    `<nav><a href="/app">Home</a> <a href="/app/users">Users</a> <a href="/app/about">About</a></nav><main id=view></main>`,
    `const pages = { '/app': 'Welcome home', '/app/users': '${shown}', '/app/about': 'About us' };
     const show = () => { view.innerHTML = '<h1>' + pages[location.pathname] + '</h1>'; };
     document.querySelectorAll('nav a').forEach((a) => a.onclick = (e) => { e.preventDefault(); history.pushState({}, '', a.getAttribute('href')); show(); });
     onpopstate = show; show();`,
  );

const SIGN_IN = html(`<h1>Sign in</h1><form method=post action=/enter><label>User <input name=user></label>
  <label>Password <input type=password name=password></label><button>Sign in</button></form>`);

const CHAT = (answer: string) =>
  html(
    `<h1>Chat</h1><label>Message <input id=m></label><button id=send disabled>Send</button><ol id=log></ol>`,
    `const socket = new WebSocket('ws://' + location.host + '/chat'); socket.onopen = () => { send.disabled = false; };
     socket.onmessage = ({ data }) => { const li = document.createElement('li'); li.textContent = ${answer}; log.append(li); };
     send.onclick = () => socket.send(m.value);`,
  );

export const beyondAPage: readonly Flow[] = [
  {
    name: 'routes of one page',
    routes: { '/': ROUTER('Our users'), '/app': ROUTER('Our users'), '/app/users': ROUTER('Our users') },
    broken: { '/': ROUTER('Nobody') },
    walk: all(follow('About'), see('About us'), follow('Users'), see('Our users')),
  },
  {
    name: 'back in the history',
    routes: {
      '/': html('<h1>First</h1><a href=/two>On</a>'),
      '/two': html('<h1>Second</h1><a href=/three>Further</a>'),
      '/three': html('<h1>Third</h1>'),
    },
    broken: { '/two': html('<h1>Closed</h1><a href=/three>Further</a>') },
    walk: all(
      follow('On'),
      see('Second'),
      follow('Further'),
      see('Third'),
      (page) => page.goBack(),
      see('Second'),
    ),
  },
  {
    name: 'a sign-in',
    routes: {
      '/': SIGN_IN,
      '/enter': echo((f) =>
        f.get('password') === 'open sesame' ? `<h1>Hello ${f.get('user')}</h1>` : '<h1>Wrong password</h1>',
      ),
    },
    broken: { '/enter': echo(() => '<h1>Wrong password</h1>') },
    walk: all(fill('User', 'ann'), fill('Password', 'open sesame'), press('Sign in'), see('Hello ann')),
    env: { PASSWORD: 'open sesame' },
  },
  {
    name: 'a frame of the same origin',
    routes: {
      '/': html('<h1>Shop</h1><iframe name=pay src=/pay></iframe>'),
      '/pay': html(
        '<button id=p>Pay now</button><p id=out></p>',
        `p.onclick = () => { out.textContent = 'Paid in full'; };`,
      ),
    },
    broken: {
      '/pay': html(
        '<button id=p>Pay now</button><p id=out></p>',
        `p.onclick = () => { out.textContent = 'Declined'; };`,
      ),
    },
    walk: all(
      (page) => page.frameLocator('iframe').getByRole('button', { name: 'Pay now' }).click(),
      (page) => page.frameLocator('iframe').getByText('Paid in full').waitFor(),
    ),
  },
  {
    name: 'a frame of another origin',
    routes: {
      '/': html('<h1>Shop</h1><iframe src="{{other}}/pay"></iframe>'),
      '/pay': html(
        '<label>Code <input id=c></label><button id=p>Check</button><p id=out></p>',
        `p.onclick = () => { out.textContent = 'Code ' + c.value + ' is good'; };`,
      ),
    },
    broken: { '/pay': html('<label>Code <input id=c></label><button id=p>Check</button><p id=out></p>') },
    walk: all(
      (page) => page.frameLocator('iframe').getByLabel('Code').fill('abc'),
      (page) => page.frameLocator('iframe').getByRole('button', { name: 'Check' }).click(),
      (page) => page.frameLocator('iframe').getByText('Code abc is good').waitFor(),
    ),
  },
  {
    name: 'a popup',
    routes: {
      '/': html('<a href=/help target=_blank>Help</a>'),
      '/help': html(
        '<h1>Help</h1><button id=more>More</button><p id=out></p>',
        `more.onclick = () => { out.textContent = 'All of it'; };`,
      ),
    },
    broken: { '/help': html('<h1>Help</h1><button id=more>More</button><p id=out></p>') },
    walk: async (page) => {
      const opened = page.waitForEvent('popup');
      await follow('Help')(page);
      const help = await opened;
      await press('More')(help);
      await see('All of it')(help);
    },
  },
  {
    name: 'a dialog that asks',
    routes: {
      '/': html(
        '<button id=b>Delete all</button><p id=out></p>',
        `b.onclick = () => { if (confirm('Really all?')) out.textContent = 'All deleted'; };`,
      ),
    },
    broken: {
      '/': html(
        '<button id=b>Delete all</button><p id=out></p>',
        `b.onclick = () => { out.textContent = 'All deleted'; };`,
      ),
    },
    walk: async (page) => {
      page.once('dialog', (dialog) => void dialog.accept());
      await press('Delete all')(page);
      await see('All deleted')(page);
    },
  },
  {
    name: 'an alert',
    routes: { '/': html('<button id=b>Save</button>', `b.onclick = () => alert('Saved for you');`) },
    broken: { '/': html('<button id=b>Save</button>', `b.onclick = () => alert('Not saved');`) },
    walk: async (page) => {
      page.once('dialog', (dialog) => void dialog.accept());
      await press('Save')(page);
    },
  },
  {
    name: 'a download',
    routes: {
      '/': html('<a href=/report.csv download>Report</a>'),
      '/report.csv': (_request, response) =>
        void response
          .writeHead(200, {
            'content-type': 'text/csv',
            'content-disposition': 'attachment; filename=report.csv',
          })
          .end('a,b'),
    },
    broken: { '/': html('<a href=/report.csv>Report</a>'), '/report.csv': html('<p>No report</p>') },
    walk: async (page) => {
      const begun = page.waitForEvent('download');
      await follow('Report')(page);
      await (await begun).path();
    },
  },
  {
    name: 'a socket',
    routes: { '/': CHAT(`'Echo: ' + data`) },
    broken: { '/': CHAT(`'Lost'`) },
    walk: all(fill('Message', 'hello there'), press('Send'), see('Echo: hello there')),
  },
  {
    name: 'a call of a script, its status asserted',
    routes: {
      '/': html(
        '<button id=b>Buy</button><p id=out></p>',
        `b.onclick = async () => { const r = await fetch('/api/buy', { method: 'POST' }); out.textContent = 'Done'; };`,
      ),
      '/api/buy': json({ id: 7 }),
    },
    broken: { '/api/buy': json({ error: 'no' }, 500) },
    walk: all(press('Buy'), see('Done')),
    args: { assert_network: true },
  },
  {
    name: 'a call of a script, its shape asserted',
    routes: {
      '/': html(
        '<button id=b>Buy</button><p id=out></p>',
        `b.onclick = async () => { const r = await fetch('/api/buy'); await r.json(); out.textContent = 'Done'; };`,
      ),
      '/api/buy': json({ order: { id: 7, name: 'x' } }),
    },
    broken: { '/api/buy': json({ order: { id: '7', name: 'x' } }) },
    walk: all(press('Buy'), see('Done')),
    args: { assert_response_shape: true },
  },
  {
    name: 'two pages of a wizard',
    routes: {
      '/': html(
        '<h1>Step 1</h1><label>City <input id=c></label><a id=a href=/two>Next</a>',
        `c.oninput = () => { a.href = '/two?city=' + encodeURIComponent(c.value); };`,
      ),
      '/two': html(
        '<h1 id=h></h1>',
        `h.textContent = 'City: ' + new URLSearchParams(location.search).get('city');`,
      ),
    },
    broken: { '/two': html('<h1 id=h></h1>', `h.textContent = 'City: unknown';`) },
    walk: all(fill('City', 'Bern'), follow('Next'), see('City: Bern')),
  },
  {
    name: 'a server that is not there',
    routes: {
      '/': html(
        '<button id=b>Load</button><p id=out></p>',
        `b.onclick = async () => { out.textContent = (await (await fetch('/api/name')).json()).name + ' loaded'; };`,
      ),
      '/api/name': json({ name: 'Ada' }),
    },
    broken: { '/': html('<p>Nothing</p>') },
    walk: all(press('Load'), see('Ada loaded')),
  },
  {
    name: 'a question with a text',
    routes: {
      '/': html(
        '<button id=b>Rename</button><p id=out></p>',
        `b.onclick = () => { out.textContent = 'Called ' + prompt('New name?', 'draft'); };`,
      ),
    },
    broken: {
      '/': html(
        '<button id=b>Rename</button><p id=out></p>',
        `b.onclick = () => { prompt('New name?', 'draft'); };`,
      ),
    },
    walk: async (page) => {
      page.once('dialog', (dialog) => void dialog.accept('draft'));
      await press('Rename')(page);
      await see('Called draft')(page);
    },
  },
  {
    name: 'a search while one types',
    routes: {
      '/': html(
        '<input type=search aria-label=Search id=q><ul id=list></ul>',
        `q.oninput = async () => { const found = await (await fetch('/api/find?q=' + q.value)).json(); list.innerHTML = found.map((one) => '<li>' + one + '</li>').join(''); };`,
      ),
      '/api/find': (_request, response, url) =>
        void response.end(
          JSON.stringify(
            ['apple', 'apricot', 'banana'].filter((one) => one.startsWith(url.searchParams.get('q') ?? '')),
          ),
        ),
    },
    broken: { '/api/find': json([]) },
    walk: all((page) => page.getByLabel('Search').pressSequentially('apr'), see('apricot')),
  },
  {
    name: 'a picture that is a link',
    routes: {
      '/': html(
        '<a href=/cart><img alt="Shopping cart" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=20 height=20></a>',
      ),
      '/cart': html('<h1>Your cart</h1>'),
    },
    broken: { '/cart': html('<h1>Not found</h1>') },
    walk: all((page) => page.getByAltText('Shopping cart').click(), see('Your cart')),
  },
  {
    name: 'a form that leads on with a redirect',
    routes: {
      '/': html(
        '<form method=post action=/save><label>Title <input name=t></label><button>Save</button></form>',
      ),
      '/save': (_request, response) => void response.writeHead(303, { location: '/list' }).end(),
      '/list': html('<h1>All saved things</h1>'),
    },
    broken: { '/save': (_request, response) => void response.writeHead(303, { location: '/' }).end() },
    walk: all(fill('Title', 'x'), press('Save'), see('All saved things')),
  },
  {
    name: 'what a socket brings by itself',
    routes: {
      '/': html(
        '<button id=b>Subscribe</button><ul id=log></ul>',
        `b.onclick = () => { new WebSocket('ws://' + location.host + '/feed?send=2').onmessage = ({ data }) => { log.innerHTML += '<li>' + data + '</li>'; }; };`,
      ),
    },
    broken: { '/': html('<button id=b>Subscribe</button><ul id=log></ul>') },
    walk: all(press('Subscribe'), see('message 1')),
  },
];

/* The shop's page, in React without a build. What goes wrong in the page itself goes wrong here. */
const { createElement: e, useState } = React;
const { fault, title, third, down } = window.SHOP;
const is = (name) => fault === name;
const json = async (address, options) => {
  const response = await fetch(address, options);
  return response.json();
};
const post = (address, body) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });

const DEEDS = {
  orders: () => json('/api/orders'),
  order: () => post('/api/orders', { code: 'x' }),
  twice: () =>
    is('double-submit') ? Promise.all([post('/api/orders'), post('/api/orders')]) : post('/api/orders'),
  report: () => json('/api/report'),
  stock: () =>
    is('lost-update')
      ? Promise.all([post('/api/stock/1', { by: 'ann' }), post('/api/stock/1', { by: 'bob' })])
      : post('/api/stock/1'),
  profile: () => json('/api/profile/7'),
  rename: async () => {
    await json('/api/profile/7');
    await post('/api/profile/7', { name: 'New name' });
    await json('/api/profile/7');
  },
  profiles: async () => {
    for (let at = 0; at < 4; at++) await json('/api/profile/7');
  },
  pay: () => post('/api/pay'),
  search: () =>
    Promise.all([
      json('/api/search?q=Na'),
      new Promise((go) => setTimeout(go, 40)).then(() => json('/api/search?q=Name')),
    ]),
  session: async () => {
    if (is('swallowed'))
      return fetch('/api/session')
        .then((answer) => answer.ok)
        .catch(() => {});
    if (!is('retry-storm')) return json('/api/session');
    for (let at = 0; at < 8; at++) if ((await fetch('/api/session')).ok) return undefined;
  },
  impatient: () => fetch('/api/session', { signal: AbortSignal.timeout(1000) }),
  me: () => json('/api/me'),
  cart: async () => {
    const cart = await json('/api/cart');
    document.title = String(cart.lines.length);
  },
  parts: async () => {
    if (!is('needless-row')) return Promise.all([1, 2, 3, 4, 5, 6].map((n) => json(`/api/part/${n}`)));
    for (const n of [1, 2, 3, 4, 5, 6]) await json(`/api/part/${n}`);
  },
  export: () => json('/api/export'),
  bookings: () => json('/api/bookings?day=2026-03-01'),
  live: () =>
    new Promise((done) => {
      const socket = new WebSocket(`ws://${location.host}/live`);
      socket.onclose = done;
      setTimeout(() => {
        if (socket.readyState < 2) socket.close();
      }, 1500);
    }),
  elsewhere: () => json(`${third}/charge`),
  down: () => json(`${down}/api`),
  chunk: () =>
    new Promise((done, fail) => {
      const script = document.createElement('script');
      script.src = '/chunk.js?v=2';
      script.onload = done;
      script.onerror = () => fail(new Error('ChunkLoadError: loading chunk 2 failed'));
      document.head.append(script);
    }),
  heavy: () => {
    const end = performance.now() + (is('long-task') ? 900 : 5);
    while (performance.now() < end) Math.sqrt(end);
  },
  draft: () => {
    const sending = post('/api/draft', { words: 'a long text' });
    // As a button of a form does whose handler forgets to prevent it.
    if (is('form-reload')) location.assign('/?draft');
    return sending;
  },
  feed: async () => {
    // An effect that sets what it depends on.
    for (let at = 0; at < (is('render-loop') ? 25 : 1); at++) await json('/api/feed');
  },
  settings: async () => {
    await json('/api/settings');
    await post('/api/settings/theme', { theme: 'dark' });
    document.body.dataset.theme = (await json('/api/settings')).theme;
  },
  price: async () => {
    document.title = `${(await json('/api/price')).amount} EUR`;
  },
  quote: () => Promise.all([json('/api/quote'), json('/api/feed'), json('/api/settings')]),
  notes: async () => {
    await post('/api/notes', { words: 'remember' });
    await json('/api/notes');
  },
  rates: () => json('/api/rates'),
  document: () =>
    fetch('/api/document/1', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: 2 }),
    }),
  mine: async () => {
    await post('/api/sign-in', { name: 'ann' });
    await fetch('/api/mine');
  },
  tiles: () => Promise.all(Array.from({ length: 24 }, (_, n) => json(`/api/tile/${n}`))),
  count: () => json('/api/count'),
  ledger: () => json('/api/ledger'),
  visits: () => post('/api/visits'),
  popular: () => json('/api/popular'),
  offline: () => {
    localStorage.setItem('offline', 'x'.repeat(is('storage-full') ? 6_000_000 : 10));
    localStorage.removeItem('offline');
  },
  // An id that is not there yet.
  lookup: () => json(`/api/orders/${is('bad-input') ? undefined : 1}`),
  upload: () => post('/api/upload', { text: 'x'.repeat(is('too-large') ? 200_000 : 10) }),
  greet: () => greet(is('endless-render')),
  approval: () => json('/api/approval'),
  watch: () => {
    // Each look starts one timer more, and none is ever stopped.
    let timers = 0;
    const more = () => {
      if (timers++ > 5) return;
      setInterval(() => fetch('/api/news'), 450);
      if (is('leaked-interval')) setTimeout(more, 700);
    };
    more();
  },
};

/** Shows a part of its own; one that sets its state while it renders never ends. */
function greet(isEndless) {
  const Greeting = () => {
    const [times, setTimes] = useState(0);
    if (isEndless) setTimes(times + 1);
    return e('p', null, `Hello ${times}`);
  };
  const place = document.body.appendChild(document.createElement('div'));
  ReactDOM.createRoot(place).render(e(Greeting));
}

function App() {
  const [said, setSaid] = useState('ready');
  const press = async (name) => {
    setSaid('busy');
    await DEEDS[name]();
    setSaid(`${name} done`);
  };
  return e(
    'div',
    null,
    Object.keys(DEEDS).map((name) => e('button', { key: name, id: name, onClick: () => press(name) }, name)),
    e('p', { id: 'said' }, said),
  );
}

ReactDOM.hydrateRoot(document.getElementById('head'), e('h1', null, title));
ReactDOM.createRoot(document.getElementById('app')).render(e(App));

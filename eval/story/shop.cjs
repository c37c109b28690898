/**
 * A shop of Express, PostgreSQL, Redis and React that works, and breaks in one way at a time: `POST /fault?name=` on the
 * port of its switch says which. It asks its database, its cache and a payment service by the addresses that it is given.
 */
const { createServer } = require('node:http');
const { createRequire } = require('node:module');
const { readFileSync } = require('node:fs');
const path = require('node:path');

const env = process.env;
const load = createRequire(path.join(env.SHOP_MODULES, 'x.js'));
const express = load('express');
const { Pool, Client } = load('pg');
const { createClient } = load('redis');
const { WebSocketServer } = load('ws');
const React = load('react');
const { renderToString } = load('react-dom/server');
const { routes: lateRoutes } = require('./shop-late.cjs');
const { routes: blindRoutes } = require('./shop-blind.cjs');

const EVENTS = 400_000;
let fault = '';
let failures = 0;
const is = (name) => fault === name;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const pool = new Pool({ connectionString: env.DB_URL, max: 4, connectionTimeoutMillis: 1200 });
pool.on('error', () => {});
let leaked = [];
const cache = createClient({ url: env.REDIS_URL });
cache.on('error', () => {});

/** As Express wants it: what goes wrong goes to the error handler. */
const route = (work) => (request, response, next) => work(request, response).catch(next);
/** Traces go on into the statement, as sqlcommenter does. */
const noted = (request, sql) => {
  const parent = request.headers.traceparent;
  const label = request.headers['x-label'];
  if (parent) return `${sql} /*traceparent='${parent}'*/`;
  return label ? `${sql} /* ${label} */` : sql;
};
const query = (request, sql, values) => pool.query(noted(request, sql), values);

const app = express();
app.use(express.json());
app.use((_, response, next) => {
  if (is('clock-skew')) response.setHeader('Date', new Date(Date.now() - 600_000).toUTCString());
  if (is('csp')) response.setHeader('Content-Security-Policy', "default-src 'self' 'unsafe-inline'");
  next();
});

const page = (fromServer) => (is('hydration') ? (fromServer ? 'Good morning' : 'Good evening') : 'Shop');
app.get('/', (_, response) => {
  const title = renderToString(React.createElement('h1', null, page(true)));
  response.send(`<!doctype html><title>Shop</title><div id="head">${title}</div><div id="app"></div>
    <script>window.SHOP = ${JSON.stringify({ fault, title: page(false), third: env.THIRD_DIRECT, down: env.DOWN })}</script>
    <script src="/react.js"></script><script src="/react-dom.js"></script><script src="/front.js"></script>`);
});
const umd = (name, file) => path.join(path.dirname(load.resolve(`${name}/package.json`)), 'umd', file);
app.get('/react.js', (_, response) =>
  response.type('js').send(readFileSync(umd('react', 'react.development.js'))),
);
app.get('/react-dom.js', (_, response) =>
  response.type('js').send(readFileSync(umd('react-dom', 'react-dom.development.js'))),
);
app.get('/front.js', (_, response) =>
  response.type('js').send(readFileSync(path.join(__dirname, 'front.js'))),
);
app.get('/chunk.js', (_, response) =>
  is('old-chunk') ? response.status(404).send('gone') : response.type('js').send('window.chunk = 1'),
);

app.get(
  '/api/orders',
  route(async (request, response) => {
    const { rows } = await query(request, 'select * from orders order by id limit 25');
    if (is('n+1')) {
      for (const row of rows)
        row.customer = (
          await query(request, 'select name from customers where id = $1', [row.customer_id])
        ).rows[0];
    } else if (is('same-query')) {
      for (let at = 0; at < 12; at++)
        await query(request, "select value from settings where name = 'currency'");
    } else
      await query(request, 'select id, name from customers where id = any($1)', [
        rows.map((row) => row.customer_id),
      ]);
    response.json(rows);
  }),
);
app.get(
  '/api/orders/:id',
  route(async (request, response) => {
    const { rows } = await query(request, 'select * from orders where id = $1', [request.params.id]);
    await query(request, 'select name from customers where id = $1', [rows[0]?.customer_id ?? 0]);
    response.json(rows[0] ?? {});
  }),
);
app.post(
  '/api/orders',
  route(async (request, response) => {
    const code = is('constraint') ? 'A-1' : `N-${Date.now()}-${Math.random()}`;
    const customer = is('foreign-key') ? 999_999 : 1;
    const total = is('not-null') ? null : 12.5;
    if (is('handler-exception')) response.json({ price: request.body.basket.price });
    if (is('statement-timeout')) {
      const client = await pool.connect();
      try {
        await client.query('set statement_timeout = 300');
        await client.query('select count(*) from events a, events b where a.id < b.id');
      } finally {
        await client.query('set statement_timeout = 0');
        client.release();
      }
    }
    await query(request, 'insert into orders (code, customer_id, total) values ($1, $2, $3)', [
      code,
      customer,
      total,
    ]);
    if (is('no-table')) await query(request, 'insert into order_audit (code) values ($1)', [code]);
    await cache.del('orders:first');
    if (is('double-submit')) await sleep(150);
    response.status(201).json({ code });
  }),
);
app.get(
  '/api/report',
  route(async (request, response) => {
    const sql = is('missing-index')
      ? 'select count(*) n from events where md5(body) = $1'
      : 'select count(*) n from events where id = $1';
    response.json((await query(request, sql, [is('missing-index') ? 'x' : 7])).rows[0]);
  }),
);
app.post(
  '/api/stock/:id',
  route(async (request, response) => {
    const { id } = request.params;
    if (is('deadlock')) return deadlock(request, response);
    if (is('lost-update')) {
      const { rows } = await query(request, 'select n from stock where id = $1', [id]);
      await sleep(120);
      await query(request, 'update stock set n = $1 where id = $2', [rows[0].n - 1, id]);
    } else await query(request, 'update stock set n = n - 1 where id = $1', [id]);
    return response.json({ id });
  }),
);
async function deadlock(_, response) {
  const [one, two] = await Promise.all([pool.connect(), pool.connect()]);
  try {
    await one.query('begin');
    await two.query('begin');
    await one.query('update stock set n = n where id = 1');
    await two.query('update stock set n = n where id = 2');
    await Promise.all([
      one.query('update stock set n = n where id = 2'),
      two.query('update stock set n = n where id = 1'),
    ]);
    response.json({});
  } finally {
    for (const client of [one, two]) {
      await client.query('rollback').catch(() => {});
      client.release();
    }
  }
}
app.get(
  '/api/profile/:id',
  route(async (request, response) => {
    const key = `customer:${request.params.id}`;
    const kept = await cache.get(key);
    if (kept) return response.json(JSON.parse(kept));
    const { rows } = await query(request, 'select * from customers where id = $1', [request.params.id]);
    if (!is('cache-never-hits')) await cache.set(key, JSON.stringify(rows[0]), { EX: 60 });
    return response.json(rows[0]);
  }),
);
app.post(
  '/api/profile/:id',
  route(async (request, response) => {
    const { id } = request.params;
    await query(request, 'update customers set name = $1 where id = $2', [request.body.name, id]);
    if (!is('stale-cache')) await cache.del(`customer:${id}`);
    response.json({ id });
  }),
);
app.post(
  '/api/pay',
  route(async (request, response) => {
    const answer = await fetch(`${env.THIRD_URL}/charge`, { headers: traced(request) }).catch((cause) => {
      throw Object.assign(new Error('the payment service did not answer'), { status: 502, cause });
    });
    if (!answer.ok)
      throw Object.assign(new Error(`the payment service answered ${answer.status}`), { status: 502 });
    response.json(await answer.json());
  }),
);
const traced = (request) => (request.headers.traceparent ? { traceparent: request.headers.traceparent } : {});
app.get(
  '/api/search',
  route(async (request, response) => {
    const words = String(request.query.q ?? '');
    if (is('race')) await sleep(words.length < 3 ? 500 : 30);
    const { rows } = await query(request, 'select name from customers where name like $1 limit 5', [
      `${words}%`,
    ]);
    response.json(rows);
  }),
);
app.get('/api/session', (_, response) => {
  if (is('expired-session')) response.status(401).json({ message: 'token expired' });
  else if (is('rate-limit')) response.status(429).json({ message: 'slow down' });
  else if (is('wrong-type')) response.type('html').send('<html><body>Please sign in</body></html>');
  else if (is('no-such-address')) response.status(404).json({ message: 'Cannot GET /api/session' });
  else if (is('swallowed')) response.status(500).json({ message: 'session store is full' });
  else if (is('retry-storm')) response.status(503).json({ message: `failure ${++failures}` });
  else if (is('cut-off')) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
    response.write('{"user":');
    setTimeout(() => response.socket.destroy(), 30);
  } else if (is('slow-handler')) setTimeout(() => response.json({ user: 'ann' }), 1500);
  else response.json({ user: 'ann', cart: { total: 3 } });
});
app.get('/api/me', (_, response) =>
  is('redirect-loop') ? response.redirect('/api/login') : response.json({ me: 'ann' }),
);
app.get('/api/login', (_, response) => response.redirect('/api/me'));
app.get('/api/cart', (_, response) =>
  response.json(is('bad-payload') ? { lines: null } : { lines: [{ price: 3 }] }),
);
app.get(
  '/api/part/:n',
  route(async (request, response) => {
    await query(request, 'select $1::int part', [request.params.n]);
    await sleep(60);
    response.json({ part: request.params.n });
  }),
);
app.get('/api/export', (_, response) =>
  response.json({ text: 'x'.repeat(is('large-answer') ? 3_000_000 : 100) }),
);
app.get(
  '/api/bookings',
  route(async (request, response) => {
    const day = String(request.query.day);
    const from = is('time-zone')
      ? new Date(new Date(`${day}T00:00:00+09:00`)).toISOString()
      : `${day}T00:00:00.000Z`;
    response.json((await query(request, 'select * from bookings where at >= $1 limit 5', [from])).rows);
  }),
);
app.get('/api/news', (_, response) => response.json({ news: [] }));
lateRoutes(app, { is, query, route, sleep, thirdUrl: env.THIRD_URL });
blindRoutes(app, { is, query, route, pool, cache });
app.use((error, _, response, __) => {
  response.status(error.status ?? 500).json({
    message:
      error.status === 502 ? error.message : is('handler-exception') ? error.message : 'Internal error',
  });
});

const server = createServer(app);
const sockets = new WebSocketServer({ server, path: '/live' });
sockets.on('connection', (socket) => {
  if (is('socket-dropped')) setTimeout(() => socket._socket.destroy(), 100);
  else if (is('chatty-socket')) {
    const timer = setInterval(() => socket.send(JSON.stringify({ tick: Date.now() })), 5);
    socket.on('close', () => clearInterval(timer));
  } else socket.send('welcome');
});

/** The payment service. */
const third = createServer(async (request, response) => {
  if (is('slow-third-party')) await sleep(900);
  if (is('third-fails')) response.writeHead(500).end('{"error":"no"}');
  else if (is('third-cut')) request.socket.destroy();
  else response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
});

async function turn(name) {
  for (const client of leaked) {
    // Or the next fault waits for its locks.
    await client.query('rollback');
    client.release();
  }
  leaked = [];
  fault = name;
  failures = 0;
  await cache.flushAll();
  await pool.query('truncate orders; update stock set n = 100');
  await pool.query(
    `insert into orders (code, customer_id, total) select 'A-' || n, 1 + n % 50, n from generate_series(1, 40) n`,
  );
  if (name === 'pool-exhausted') {
    while (leaked.length < 4) leaked.push(await pool.connect());
    for (const client of leaked) await client.query('begin');
  }
  if (name === 'lock') {
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('update stock set n = n where id = 1');
    setTimeout(
      async () => {
        await holder.query('commit');
        holder.release();
      },
      Number(env.LOCK_MS ?? 6000),
    );
  }
}

async function begin() {
  await cache.connect();
  const admin = new Client({ connectionString: env.DB_ADMIN });
  await admin.connect();
  await admin.query(`create table if not exists customers (id int primary key, name text);
    create table if not exists orders (id serial primary key, code text unique, customer_id int references customers, total numeric not null);
    create table if not exists stock (id int primary key, n int);
    create table if not exists settings (name text primary key, value text);
    create table if not exists bookings (id int primary key, at timestamptz);
    create table if not exists events (id int primary key, body text);
    create table if not exists notes (id serial primary key, words text);
    insert into customers select n, 'Name ' || n from generate_series(1, 200) n on conflict do nothing;
    insert into stock select n, 100 from generate_series(1, 50) n on conflict do nothing;
    insert into settings values ('currency', 'EUR') on conflict do nothing;
    insert into events select n, md5(n::text) || md5((n + 1)::text) from generate_series(1, ${EVENTS}) n on conflict do nothing;`);
  await admin.end();
  server.listen(Number(env.PORT), '127.0.0.1');
  third.listen(Number(env.THIRD_PORT), '127.0.0.1');
  createServer(async (request, response) => {
    const name = new URL(request.url, 'http://localhost').searchParams.get('name') ?? '';
    try {
      if (request.method === 'POST') await turn(name);
      response.end(fault);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }).listen(Number(env.SWITCH_PORT), '127.0.0.1');
}

begin().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});

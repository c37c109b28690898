/**
 * Another application, to see whether links hold where no rule was tried: a library with a statement that all routes
 * share, transactions, a cache, statements in a row of a length that changes, and work that nobody asked for.
 */
const { createServer } = require('node:http');
const { createRequire } = require('node:module');
const path = require('node:path');

const env = process.env;
const load = createRequire(path.join(env.SHOP_MODULES, 'x.js'));
const express = load('express');
const { Pool, Client } = load('pg');
const { createClient } = load('redis');

const pool = new Pool({ connectionString: env.DB_URL, max: 5 });
const cache = createClient({ url: env.REDIS_URL });
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const route = (work) => (request, response, next) =>
  work(request, response).then(() => response.headersSent || next(), next);
const noted = (request, sql) => `${sql} /* ${request.headers['x-label']} */`;
const query = async (request, sql, values, on = pool) => (await on.query(noted(request, sql), values)).rows;

const app = express();
app.use(express.json());
const signIn = route(async (request) => {
  const [who] = await query(request, 'select member from sessions where token = $1', [
    request.headers['x-token'],
  ]);
  request.who = who.member;
});
app.use((request, response, next) => {
  if (request.path.startsWith('/public')) next();
  else signIn(request, response, next);
});
app.get(
  '/members/:name',
  route(async (request, response) => {
    const [member] = await query(request, 'select id, name from members where name = $1', [
      request.params.name,
    ]);
    const loans = await query(request, 'select book, due from loans where member = $1', [member.id]);
    response.json({ member, loans });
  }),
);
app.get(
  '/books/:id/full',
  route(async (request, response) => {
    const [book] = await query(request, 'select * from books where id = $1', [request.params.id]);
    const [author] = await query(request, 'select * from authors where id = $1', [book.author]);
    const reviews = await query(request, 'select * from reviews where book = $1 order by id', [book.id]);
    for (const review of reviews)
      [review.by] = await query(request, 'select name from members where id = $1', [review.member]);
    response.json({ title: book.title, author, reviews });
  }),
);
app.post(
  '/loans',
  route(async (request, response) => {
    const client = await pool.connect();
    try {
      await client.query(noted(request, 'begin'));
      const [book] = await query(
        request,
        'select stock from books where id = $1 for update',
        [request.body.book],
        client,
      );
      await query(
        request,
        'update books set stock = $1 where id = $2',
        [book.stock - 1, request.body.book],
        client,
      );
      await query(
        request,
        'insert into loans (book, member, due) values ($1, $2, now())',
        [request.body.book, request.who],
        client,
      );
      await client.query(noted(request, 'commit'));
    } finally {
      client.release();
    }
    await cache.del(`shelf:${request.body.genre}`);
    response.status(201).json({ book: request.body.book });
  }),
);
app.get(
  '/public/shelf',
  route(async (request, response) => {
    const { genre } = request.query;
    const kept = await cache.get(`shelf:${genre}`);
    if (kept) return response.json(JSON.parse(kept));
    const rows = await query(
      request,
      `select id, title from books where genre = '${genre}' order by id limit 20`,
    );
    await sleep(15);
    await cache.set(`shelf:${genre}`, JSON.stringify(rows), { EX: 1 });
    return response.json(rows);
  }),
);
app.get(
  '/public/status',
  route(async (request, response) => {
    const [books] = await query(request, 'select count(*) from books');
    const [loans] = await query(request, 'select count(*) from loans');
    response.json({ books: books.count, loans: loans.count });
  }),
);
app.get('/public/slow', (_, response) => setTimeout(() => response.send('ok'), 120));
app.use((error, _, response, __) => response.status(500).json({ message: error.message }));

async function begin() {
  await cache.connect();
  const admin = new Client({ connectionString: env.DB_ADMIN });
  await admin.connect();
  await admin.query(`
    create table members (id int primary key, name text);
    create table sessions (token text primary key, member int);
    create table authors (id int primary key, name text);
    create table books (id int primary key, title text, genre text, author int, stock int);
    create table loans (id serial primary key, book int, member int, due timestamptz);
    create table reviews (id serial primary key, book int, member int, words text);
    create table jobs (id int primary key, due timestamptz);
    insert into members select n, 'reader' || n from generate_series(1, 60) n;
    insert into sessions select 'token' || n, n from generate_series(1, 60) n;
    insert into authors select n, 'Author ' || n from generate_series(1, 30) n;
    insert into books select n, 'Book ' || n, (array['crime', 'poems', 'travel', 'plays'])[1 + n % 4], 1 + n * 7 % 30, 900 + n
      from generate_series(1, 80) n;
    insert into reviews (book, member, words) select 1 + n % 80, 1 + n * 11 % 60, 'good' from generate_series(1, 200) n;
    insert into loans (book, member, due) select 1 + n % 80, 1 + n % 60, now() from generate_series(1, 150) n;`);
  await admin.end();
  setInterval(() => pool.query('select id from jobs where due < now() /* jobNobody */').catch(() => {}), 40);
  createServer(app).listen(Number(env.PORT), '127.0.0.1');
  createServer((_, response) => response.end('')).listen(Number(env.SWITCH_PORT), '127.0.0.1');
}

begin().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});

/** Faults that were thought of after the finders: nobody who wrote these looked at what explain can tell. */
const WORDS = 'abcdefghijklmnop';

exports.routes = (app, { is, query, route, sleep, thirdUrl }) => {
  app.post('/api/draft', async (_, response) => {
    await sleep(400);
    response.json({ saved: true });
  });

  app.get('/api/feed', (_, response) => response.json({ items: [] }));

  let theme = 'light';
  app.get('/api/settings', (_, response) => {
    if (is('browser-cache')) response.setHeader('Cache-Control', 'max-age=600');
    response.json({ theme });
  });
  app.post('/api/settings/theme', (request, response) => {
    theme = String(request.body.theme);
    response.json({ theme });
  });

  app.get('/api/price', (_, response) =>
    response.json(is('shape-changed') ? { amount: { value: 12, currency: 'EUR' } } : { amount: 12 }),
  );

  app.get('/api/quote', (_, response) => {
    const end = Date.now() + (is('busy-service') ? 900 : 2);
    let sum = 0;
    while (Date.now() < end) sum += WORDS.length;
    response.json({ quote: sum > 0 });
  });

  app.post(
    '/api/notes',
    route(async (request, response) => {
      const write = async () => {
        await sleep(150);
        await query(request, 'insert into notes (words) values ($1)', [request.body.words]);
      };
      if (is('answered-too-soon')) void write().catch(() => {});
      else await write();
      response.status(201).json({ saved: true });
    }),
  );
  app.get(
    '/api/notes',
    route(async (request, response) => response.json((await query(request, 'select words from notes')).rows)),
  );

  app.get(
    '/api/rates',
    route(async (_, response) => {
      const rates = [];
      if (is('http-n+1'))
        for (let n = 1; n <= 12; n++) rates.push(await (await fetch(`${thirdUrl}/rate/${n}`)).json());
      else rates.push(await (await fetch(`${thirdUrl}/rates`)).json());
      response.json(rates);
    }),
  );

  app.put('/api/document/1', (request, response) => {
    if (is('conflict') && request.body.version < 3)
      response.status(409).json({ message: 'version 3 is stored, version 2 was sent' });
    else response.json({ version: 4 });
  });

  app.post('/api/sign-in', (_, response) => {
    const domain = is('cookie-refused') ? '; Domain=shop.example' : '';
    response.setHeader('Set-Cookie', `visit=abc; Path=/; HttpOnly${domain}`);
    response.json({ name: 'ann' });
  });
  app.get('/api/mine', (request, response) => {
    if (/visit=abc/.test(request.headers.cookie ?? '')) response.json({ name: 'ann' });
    else response.status(401).json({ message: 'who are you?' });
  });

  app.get('/api/tile/:n', async (request, response) => {
    await sleep(is('queued') ? 250 : 5);
    response.json({ tile: request.params.n });
  });

  app.get(
    '/api/count',
    route(async (request, response) => {
      const sql = is('unbounded-select') ? 'select * from events where id <= 60000' : 'select 60000 as n';
      const { rows } = await query(request, sql);
      response.json({ n: is('unbounded-select') ? rows.length : rows[0].n });
    }),
  );
};

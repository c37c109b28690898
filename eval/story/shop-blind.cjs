/** Faults that were written without a look at what explain can tell, to see how many it does. */
const MANY = 60_000_000;

exports.routes = (app, { is, query, route, pool, cache }) => {
  app.get(
    '/api/ledger',
    route(async (request, response) => {
      const client = await pool.connect();
      client.on('error', () => {});
      try {
        if (is('db-terminated')) await query(request, 'select pg_terminate_backend($1)', [client.processID]);
        const { rows } = await client.query('select count(*) n from orders');
        response.json(rows[0]);
      } finally {
        client.release(true);
      }
    }),
  );

  app.post(
    '/api/visits',
    route(async (_, response) => {
      // What an older version of the service has left there.
      if (is('wrong-key-type')) await cache.set('visits', '7');
      await cache.lPush('visits', String(Date.now()));
      response.status(201).json({});
    }),
  );

  app.get(
    '/api/popular',
    route(async (_, response) => {
      const script = `local n = 0 for i = 1, ${is('slow-cache') ? MANY : 10} do n = n + i end return n`;
      response.json({ n: await cache.eval(script) });
    }),
  );

  app.post('/api/upload', (request, response) => response.json({ size: request.body.text.length }));

  app.get('/api/approval', (_, response) => {
    // The branch that answers is missing.
    if (!is('never-answered')) response.json({ approved: true });
  });
};

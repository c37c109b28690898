/** A script that says its map is where a server never stops to answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client, KEY, served } from '../kit/keyed-clients.ts';
import { lacking } from '../kit/needs.ts';
import { startSite } from '../kit/site.ts';

const LETS_GO_MS = 20_000;

test('the browser lets go of a map that has no end', { skip: lacking('chromium') }, async (t) => {
  const closed = Promise.withResolvers<'closed'>();
  const site = await startSite({
    '/': '<!doctype html><title>Endless</title><script src="/a.js"></script>',
    '/a.js': "setTimeout(() => { throw new Error('thrown'); })\n//# sourceMappingURL=/endless.map",
    '/endless.map': (_request, response) => {
      const timer = setInterval(() => response.write(' '.repeat(10_000)), 20);
      response.once('close', () => {
        clearInterval(timer);
        closed.resolve('closed');
      });
    },
  });
  t.after(() => site.close());
  const { base } = await served(t, ['--isolated']);
  const agent = await client(base, KEY);
  await agent.ok('browser_navigate', { url: site.url('/') });
  const late = Promise.withResolvers<'still open'>();
  const timer = setTimeout(() => late.resolve('still open'), LETS_GO_MS);
  t.after(() => clearTimeout(timer));
  assert.equal(await Promise.race([closed.promise, late.promise]), 'closed');
  assert.match(await agent.ok('browser_navigate', { url: site.url('/') }), /Endless/);
});

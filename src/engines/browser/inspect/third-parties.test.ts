import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entityFinder } from './entities.ts';
import { findLibraries } from './find-libraries.ts';
import { registrableOf } from './registrable.ts';

test('hosts are of whoever registered their name', async () => {
  const domainOf = await registrableOf();
  assert.equal(domainOf('https://a.b.example.co.uk/x'), 'example.co.uk');
  assert.equal(domainOf('https://me.github.io/'), 'me.github.io');
  assert.equal(domainOf('http://127.0.0.1:80/'), '127.0.0.1');
  assert.equal(domainOf('http://localhost:80/'), 'localhost');
  const entityOf = await entityFinder();
  assert.deepEqual(entityOf('https://www.google-analytics.com/a.js'), {
    name: 'Google Analytics',
    category: 'analytics',
  });
  assert.equal(entityOf('https://nobody-knows.example/'), undefined);
});

test('libraries are found one script after the other', async () => {
  async function* scripts() {
    yield { url: 'https://x.example/a.js', text: '/*! jQuery v1.8.1 jquery.com | jquery.org/license */' };
    yield { url: 'https://x.example/b.js', text: 'nothing' };
  }
  const { libraries, date, tooHard } = await findLibraries(scripts(), new AbortController().signal);
  assert.deepEqual(
    [libraries.map(({ name, url }) => `${name} ${url}`), tooHard],
    [['jquery https://x.example/a.js'], []],
  );
  assert.match(date ?? '', /^\d{4}/);
  await assert.rejects(findLibraries(scripts(), AbortSignal.abort(new Error('no more'))), /no more/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../../test/kit/record.ts';
import { readFilter } from './filter-words.ts';
import type { Item } from './item-row.ts';

const item = (changes: Parameters<typeof seen>[0]) => ({ ...seen(changes), seq: 1, cursor: '' }) as Item;

test('what SQL can say is said in SQL', async () => {
  const { filters, keep } = await readFilter(
    'status:>=400 -lane:wire,screen tab:t3 test:login method:post stock',
  );
  assert.equal(keep, undefined);
  const { streams, ...others } = filters;
  assert.deepEqual(others, { statusMin: 400, page: 't3', testId: 'login', method: 'post', text: 'stock' });
  assert.ok(streams?.includes('request') && !streams.includes('flow') && !streams.includes('shot'));
  assert.deepEqual((await readFilter('lane:console is:error')).filters, {
    streams: ['console', 'exception'],
    isTrouble: true,
  });
  assert.deepEqual((await readFilter('status:200..299')).filters, { statusMin: 200, statusMax: 299 });
  assert.deepEqual((await readFilter('status:<300')).filters, { statusMax: 299 });
  assert.deepEqual((await readFilter('http://shop.test/a "out of \\"stock\\""')).filters, {
    text: 'http://shop.test/a',
  });
});

test('the rest is looked for in each item', async () => {
  const hello = item({ data: { message: 'Hello World' } });
  const slow = item({ stream: 'request', data: { ms: 900, status: 404 } });
  const holds = async (filter: string, one: Item) => (await readFilter(filter)).keep?.(one);
  assert.equal(await holds('hello world', hello), true);
  assert.equal(await holds('hello moon', hello), false);
  assert.equal(await holds('-hello', hello), false);
  assert.equal(await holds('/w[o]rld/i', hello), true);
  assert.equal(await holds('/w[o]rld/', hello), false);
  assert.equal(await holds('-/w[o]rld/i', hello), false);
  assert.equal(await holds('ms:>500', slow), true);
  assert.equal(await holds('ms:<500', slow), false);
  assert.equal(await holds('ms:>500', hello), false);
  assert.equal(await holds('-is:error', slow), false);
  assert.equal(await holds('-is:error', hello), true);
  assert.equal(await holds('-status:404', slow), false);
  assert.deepEqual((await readFilter('agent:Claude -agent:cursor')).agents, ['claude']);
});

test('what cannot be meant is told with the remedy', async () => {
  for (const [filter, words] of [
    ['stauts:404', /"stauts:404" is no filter: there is no field "stauts", did you mean "status"\?/],
    ['lane:wrie', /there is no lane "wrie", did you mean "wire"\?/],
    ['status:many', /a number such as 404/],
    ['is:odd', /only is:error is known/],
    ['level:loud', /a level is debug, log/],
    ['/(/', /missing closing/],
    ['x'.repeat(2000), /longer than 1000/],
  ] as const)
    await assert.rejects(readFilter(filter), { code: 'INVALID_FILTER', message: words });
  // A hostile pattern takes no longer than any other.
  const evil = await readFilter('/(a+)+$/');
  const start = performance.now();
  assert.equal(evil.keep?.(item({ data: { message: `${'a'.repeat(5000)}!` } })), false);
  assert.ok(performance.now() - start < 1000);
});

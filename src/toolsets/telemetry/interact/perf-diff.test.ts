import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LoadBook, perfDiff } from './perf-diff.ts';
import type { PerfSnapshot } from './perf-snapshot.page.ts';

const load = (changes: Partial<PerfSnapshot> = {}): PerfSnapshot => ({
  url: 'http://a/x?y=1',
  ttfb: 100,
  fcp: 500,
  lcp: 1000,
  dom_content_loaded: 700,
  load: 1200,
  cls: 0,
  transfer_kb: 100,
  requests: 5,
  resources: [{ path: 'http://a/app.js', ms: 100, size: 1000 }],
  ...changes,
});
const figure = (diff: ReturnType<typeof perfDiff>, name: string) =>
  diff.metrics[name] as Record<string, unknown>;

test('the verdict follows from what really changed', () => {
  assert.equal(perfDiff(load(), load()).verdict, 'unchanged');
  assert.equal(perfDiff(load(), load({ load: 1250 })).verdict, 'unchanged', 'within what two loads differ');
  assert.equal(perfDiff(load(), load({ load: 2400 })).verdict, 'regressed');
  assert.equal(perfDiff(load({ load: 2400 }), load()).verdict, 'improved');
  assert.equal(perfDiff(load(), load({ load: 2400, lcp: 500 })).verdict, 'mixed');
});

test('each figure has both values, the change, its unit and a rating', () => {
  const diff = perfDiff(load(), load({ lcp: 4500, cls: 0.3 }));
  assert.deepEqual(figure(diff, 'lcp'), {
    before: 1000,
    after: 4500,
    delta: 3500,
    pct: 350,
    unit: 'ms',
    improved: false,
    rating: 'poor',
  });
  assert.equal(figure(diff, 'cls').pct, null, 'nothing is a share of zero');
  assert.match(diff.summary, /^regressed: lcp 1000 → 4500, cls 0 → 0\.3/);
});

test('resources that came, went, grew or slowed down are named', () => {
  const resources = [
    { path: 'http://a/app.js', ms: 400, size: 2000 },
    { path: 'http://a/new.js', ms: 1, size: 1 },
  ];
  const { resources: changed } = perfDiff(
    load({ resources: [...load().resources, { path: 'http://a/old.js', ms: 1, size: 1 }] }),
    load({ resources }),
  );
  assert.deepEqual(changed?.added, ['http://a/new.js']);
  assert.deepEqual(changed?.removed, ['http://a/old.js']);
  assert.deepEqual(changed?.resized, [{ path: 'http://a/app.js', before: 1000, after: 2000 }]);
  assert.deepEqual(changed?.retimed, [{ path: 'http://a/app.js', before: 100, after: 400 }]);
});

test('a first load has nothing to be compared with; later ones are found by path', () => {
  const book = new LoadBook();
  assert.equal(perfDiff(book.get('http://a/x'), load()).verdict, 'no_baseline');
  book.keep(load());
  assert.equal(book.get('http://a/x?other=2')?.load, 1200);
  assert.equal(book.get('http://b/x'), undefined, 'another origin is another page');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzeRig } from '../../../../../test/kit/analyze-rig.ts';
import { verifies } from '../../../../../test/requirements/verifies.ts';
import { clusterErrors } from './cluster.ts';

const rig = new AnalyzeRig({
  '/': `<!doctype html><title>Shop</title><link rel=icon href="data:,"><button id=buy>Buy</button><script>
function total(item) { return item.price.amount; }
function show(user) { return user.name.first; }
buy.onclick = async () => {
  await fetch('/api/orders/' + Math.ceil(Math.random() * 1e6));
  setTimeout(() => total({}));
  setTimeout(() => show({}));
  console.error('Order ' + Math.ceil(Math.random() * 1e6) + ' of ' + Math.random().toString(36) + '@example.com is lost');
  const odd = [{ fingerprint: ['pay', 'late'], at: Math.random() }, { fingerprint: ['pay', 'late'], other: 1 }];
  for (const one of odd) console.error('Words ' + Math.random(), one);
  document.title = 'Bought';
};
</script>`,
  '/twice': `<!doctype html><title>Twice</title><link rel=icon href="data:,"><script>
function first() { throw new Error('It is over'); }
function second() { throw new Error('It is over'); }
for (const one of [first, second]) setTimeout(one);
</script>`,
});

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
type Any = any;

verifies(
  ['gasoline: analyze error_clusters', 'gasoline: fault 14 clusters', 'gasoline: fault 15 clusters'],
  async () => {
    await rig.tools.call('configure', { action: 'test_boundary_start', test_id: 'buying' });
    const before = new Date().toISOString();
    for (let i = 0; i < 3; i++) {
      await rig.open('/');
      await rig.act('click', { selector: '#buy' });
      await rig.act('wait_for', { selector: 'text=Buy' });
      const { page } = await rig.tools.engine.tab();
      await page.waitForFunction("document.title === 'Bought'");
    }
    const { clusters, total_count: total } = await rig.look('error_clusters', { since: before });
    const of = (word: RegExp) => clusters.filter(({ message }: Any) => word.test(message));
    const [price, ...noOther] = of(/reading 'amount'/);
    assert.deepEqual([price.count, noOther.length, price.type], [3, 0, 'TypeError']);
    assert.match(price.stack_trace, /at total \(/);
    assert.ok(price.first_seen < price.last_seen);
    assert.deepEqual([price.urls, price.test_ids], [[rig.site.url('/')], ['buying']]);
    assert.equal(price.is_new, true);
    assert.equal(of(/reading 'first'/)[0].count, 3);
    assert.equal(of(/is lost/)[0].count, 3);
    assert.equal(of(/^Words/).length, 1, 'what the page itself calls the same is the same');
    assert.equal(of(/^Words/)[0].count, 6);
    const [failed] = of(/GET .* answered 404/);
    assert.equal(failed.count, 3, 'the address without its numbers is the same');
    assert.ok(
      failed.preceded_by.every(({ what }: Any) => !/404/.test(what)),
      'it does not lead to itself',
    );
    const preceding = price.preceded_by.map(({ what, share }: Any) => `${what} ${share}`);
    assert.ok(
      preceding.some((one: string) => /^GET .*\/api\/orders\/\{id\} 404 1$/.test(one)),
      `${preceding}`,
    );
    assert.ok(
      preceding.some((one: string) => /^click button "Buy" 1$/.test(one)),
      `${preceding}`,
    );
    assert.ok(total >= 18);
    const later = await rig.look('error_clusters', { since: new Date(Date.now() + 1000).toISOString() });
    assert.deepEqual(later.clusters, []);
  },
);

test('errors that say the same at two places have ids of their own', async () => {
  await rig.open('/twice');
  const { clusters } = await rig.look('error_clusters');
  const ids = clusters
    .filter(({ message }: Any) => /It is over/.test(message))
    .map(({ cluster_id: id }: Any) => id);
  assert.deepEqual([ids.length, new Set(ids).size], [2, 2]);
});

const sample = (message: string, frames: readonly string[] = [], name?: string) => ({
  message,
  name,
  frames: frames.map((frame) => {
    const [, called, url = '', line, column] = /^(.*)@(.*):(\d+):(\d+)$/.exec(frame)!;
    return { url, line: Number(line), column: Number(column), function: called };
  }),
});
const sizesOf = (...samples: ReturnType<typeof sample>[]) =>
  clusterErrors(samples, (one) => one).map(({ members }) => members.length);

test('one message at two places is two errors, one place in two builds is one', () => {
  const read = "Cannot read properties of undefined (reading 'id')";
  assert.deepEqual(sizesOf(sample(read, ['a1@src/a.ts:1:1']), sample(read, ['b1b@src/b.ts:9:9'])), [1, 1]);
  const built = (hash: string, column: number) =>
    sample(read, [`t@https://x.example.com/main.${hash}.js:1:${column}`], 'TypeError');
  assert.deepEqual(sizesOf(built('3f9a2b1c', 100), built('77e0d4aa', 140)), [2]);
});

test('browsers have other words for the same', () => {
  const at = ['total@src/a.ts:10:3'];
  const words = ["Cannot read properties of null (reading 'x')", "null is not an object (evaluating 'a.x')"];
  assert.deepEqual(sizesOf(...words.map((one) => sample(one, at, 'TypeError'))), [2]);
});

test('what frameworks name in the source tells errors apart; each known form of one counts', () => {
  const missing = (name: string) => sample(`[Vue warn]: Failed to resolve component: ${name}`, []);
  assert.deepEqual(sizesOf(missing('date-range'), missing('user-avatar'), missing('date-range')), [2, 1]);
  const keys = (name: string) =>
    sample(`Each child should have a unique "key" prop. Check the render method of \`${name}\`.`, []);
  assert.deepEqual(sizesOf(keys('OrderList'), keys('Sidebar'), keys('Sidebar')), [1, 2]);
  const pages = ['hello-world-2', 'why-we-left'];
  assert.deepEqual(sizesOf(...pages.map((page) => sample(`Not found: /blog/${page}`, []))), [2]);
  const at = (line: number, what: string) =>
    sample(`Cannot read properties of null (reading '${what}')`, [`open@src/search.ts:${line}:9`]);
  assert.deepEqual(sizesOf(at(61, 'focus'), at(64, 'focus'), at(64, 'select')), [3]);
  const fetching = ['Failed to fetch', 'Load failed'].map((words) => sample(words, ['load@src/a.ts:9:20']));
  assert.deepEqual(sizesOf(...fetching), [2]);
});

test('libraries are passed over, and so is what only raises errors for others', () => {
  const library = 'render@https://x.example.com/node_modules/react-dom/index.js:5:5';
  const assertion = 'assert@src/assert.ts:3:3';
  const by = (caller: string) => sample('Not so', [assertion, library, caller]);
  assert.deepEqual(
    sizesOf(by('pay@src/pay.ts:8:1'), by('pay@src/pay.ts:8:1'), by('ship@src/ship.ts:2:1')),
    [2, 1],
  );
});

test('what a minifier renamed is known by its place in the source', () => {
  const read = "Cannot read properties of undefined (reading 'name')";
  const named = sample(read, ['ProfileCard@https://x.example/src/card.jsx:6:58'], 'TypeError');
  const minified = sample(read, ['jE@https://x.example/src/card.jsx:6:58'], 'TypeError');
  const other = sample(read, ['Avatar@https://x.example/src/card.jsx:9:12'], 'TypeError');
  assert.deepEqual(sizesOf(named, minified, other), [2, 1]);
  const calls = ['onSave', 'O'].map((called) =>
    sample(`${called} is not a function`, [`${called}@https://x.example/src/card.jsx:9:57`], 'TypeError'),
  );
  assert.deepEqual(sizesOf(...calls), [2]);
  const refused = 'Upload was refused';
  assert.deepEqual(sizesOf(sample(refused, [], 'ApiError'), sample(`ApiError: ${refused}`, [], 'yr')), [2]);
});

test('positions in a bundle tell within one build what the words do not', () => {
  const at = (hash: string, column: number, what: string) =>
    sample(
      `Cannot read properties of undefined (reading '${what}')`,
      [`aB@https://x.example/app-${hash}.js:9:${column}`],
      'TypeError',
    );
  const [one, other] = [at('3f9a2b1c', 100, 'id'), at('3f9a2b1c', 700, 'id')];
  assert.deepEqual(sizesOf(one, other, at('77e0d4aa', 180, 'id')), [2, 1]);
  assert.deepEqual(sizesOf(one, at('3f9a2b1c', 100, 'key')), [1, 1], 'of a framework that raises all');
  const template = (column: number, what: string) =>
    sample(
      `TypeError: Cannot read properties of undefined (reading '${what}')\n    at Proxy.render (eval at LE (https://x.example/app-3f9a2b1c.js:15:16), <anonymous>:9:${column})`,
    );
  assert.deepEqual(sizesOf(template(85, 'sum'), template(117, 'rate'), template(85, 'sum')), [2, 1]);
});

test('frameworks in a bundle without a map are passed over', () => {
  const read = "Cannot read properties of undefined (reading 'city')";
  const by = (caller: string) =>
    sample(read, ['renderComponentRoot@https://x.example/app.js:7361:17', caller], 'TypeError');
  const [box, row] = ['Box@https://x.example/app.js:90:4', 'Row@https://x.example/app.js:95:9'];
  assert.deepEqual(sizesOf(by(box), by(row), by(box)), [2, 1]);
});

test('what later lines and objects name is looked at', () => {
  const keys = (name: string) =>
    sample(
      `Each child should have a unique "key" prop.\n\nCheck the render method of \`${name}\`. See more.`,
    );
  assert.deepEqual(sizesOf(keys('OrderList'), keys('SideMenu'), keys('OrderList')), [2, 1]);
  const answered = (status: number, path: string) =>
    sample(`ERROR {"headers":{},"status":${status},"url":"https://x.example/${path}","ok":false}`);
  assert.deepEqual(sizesOf(answered(404, 'a/1'), answered(500, 'a/2'), answered(404, 'a/3')), [2, 1]);
  assert.deepEqual(sizesOf(answered(404, 'a/1'), answered(404, 'b/1')), [1, 1]);
  const json = ["Expected property name or '}' in JSON at position 1", 'Unexpected end of JSON input'];
  assert.deepEqual(sizesOf(...json.map((words) => sample(words, ['load@src/a.ts:9:2'], 'SyntaxError'))), [2]);
});

test('many different errors are told in time', () => {
  const many = Array.from({ length: 10_000 }, (_, i) =>
    sample(`Thing ${'abcdefghij'[i % 10]!.repeat((i % 77) + 1)} number ${i} went wrong`),
  );
  const started = performance.now();
  assert.ok(clusterErrors(many, (one) => one).length < 1000);
  assert.ok(performance.now() - started < 5000);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failingTests } from '../../../../eval/corpus/failures/failing-tests.ts';
import { classifyFailures } from '../../../../test/kit/failing-tests.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';

/** One of each cause; the rest is `npm run eval -- classify`. */
const HERE = [
  'selector_broken: an id that is gone',
  'timing_flaky: a button that is enabled later',
  'network_flaky: a service that is away',
  'assertion_failed: another number',
  'environment: a fixture file that is missing',
  'real_bug: a handler that throws',
];

verifies(
  'gasoline: generate test_classify',
  'failures of real runs are told by their causes, with what speaks for them',
  async (t) => {
    const chosen = failingTests.filter(({ name }) => HERE.includes(name));
    assert.equal(chosen.length, HERE.length);
    const told = await classifyFailures(t, chosen);
    assert.deepEqual(
      told.map(({ test: { cause }, category }) => [cause, category]),
      chosen.map(({ cause }) => [cause, cause]),
      JSON.stringify(told, null, 1),
    );
    const evidenceOf = (cause: string) =>
      told.find(({ category }) => category === cause)!.evidence.join('\n');
    assert.match(evidenceOf('network_flaky'), /trace: GET .*api\/orders answered 503/);
    assert.match(evidenceOf('real_bug'), /trace: the page threw TypeError: /);
    assert.match(evidenceOf('selector_broken'), /locator\('#save-btn'\) finds nothing/);
    assert.match(evidenceOf('environment'), /ENOENT/);
    const { suggested_fix } = told.find(({ category }) => category === 'selector_broken')!;
    assert.equal(suggested_fix?.old, "locator('#save-btn')");
  },
  { timeout: 300_000 },
);

const NOT_FOUND = `TimeoutError: locator.click: Timeout 30000ms exceeded.
Call log:
  - waiting for getByRole('button', { name: 'Pay' })
`;

test('what the record saw between boundaries of the test counts', async (t) => {
  const site = await startSite({
    '/': '<title>Shop</title><link rel=icon href="data:,"><script>throw new TypeError("cart is null")</script>',
  });
  t.after(() => site.close());
  const rig = await telemetryRig(t);
  const classify = async (args: object) =>
    (await rig.call('generate', { format: 'test_classify', ...args })).data;
  const failure = { error: NOT_FOUND, test_name: 'pays' };
  const alone = await classify({ action: 'failure', failure });
  assert.equal(alone.classification.category, 'selector_broken');
  await rig.call('configure', { action: 'test_boundary_start', test_id: 'pays' });
  await rig.call('interact', { action: 'navigate', url: site.url('/') });
  await rig.call('configure', { action: 'test_boundary_end', test_id: 'pays' });
  const { classification } = await classify({ action: 'failure', failure });
  assert.equal(classification.category, 'real_bug');
  assert.equal(classification.is_real_bug, true);
  assert.match(classification.evidence[0], /record: the page threw TypeError: cart is null/);
  assert.ok(classification.also.selector_broken > 0.5);
});

test('what says nothing is not claimed, and files of others are not read', async (t) => {
  const rig = await telemetryRig(t);
  const call = (args: object) => rig.call('generate', { format: 'test_classify', ...args });
  const { data, summary } = await call({ failures: [{ error: 'It broke.' }, { error: NOT_FOUND }] });
  const { classifications, uncertain, summary: counts } = data.batch_result;
  assert.deepEqual([classifications[0].category, uncertain], ['unknown', 1]);
  assert.equal(classifications[0].recommended_action, 'manual_review');
  assert.deepEqual(counts, { unknown: 1, selector_broken: 1 });
  assert.equal(summary, '2 failures: 1 unknown, 1 selector_broken');
  const outside = await call({ failure: { error: NOT_FOUND, trace: '/etc/passwd' } });
  assert.equal(outside.data.error, 'path_not_allowed');
  const missing = await call({ failure: { error: NOT_FOUND, trace: 'none.zip' } });
  assert.match(missing.data.classification.notes[0], /none\.zip could not be read as a trace/);
  assert.equal((await call({})).data.error, 'no_data');
  const many = await call({ failures: Array.from({ length: 21 }, () => ({ error: 'x' })) });
  assert.equal(many.data.error, 'invalid_param');
});

test('the picture of the failure and how long it took speak as well', async (t) => {
  const rig = await telemetryRig(t);
  const site = await startSite({ '/blank': '<title>Blank</title>', '/': '<title>Shop</title><h1>Shop</h1>' });
  t.after(() => site.close());
  const shot = async (path: string) => {
    await rig.call('interact', { action: 'navigate', url: site.url(path) });
    return (await rig.call('observe', { what: 'screenshot' })).data.path as string;
  };
  const classify = async (failure: object) =>
    (await rig.call('generate', { format: 'test_classify', failure })).data.classification;
  const blank = await classify({ error: NOT_FOUND, screenshot: await shot('/blank') });
  assert.equal(blank.category, 'real_bug');
  assert.deepEqual(blank.evidence, ['screenshot: the page was blank when the test failed']);
  assert.equal(blank.also.selector_broken, 0.8);
  const drawn = await classify({ error: NOT_FOUND, screenshot: await shot('/') });
  assert.equal(drawn.category, 'selector_broken');
  const none = await classify({ error: NOT_FOUND, screenshot: 'none.png' });
  assert.match(none.notes[0], /none\.png could not be read as a picture/);
  const slow = { error: 'Test timeout of 30000ms exceeded.' };
  assert.equal((await classify(slow)).confidence, 0.6);
  const timed = await classify({ ...slow, duration_ms: 30_012 });
  assert.equal(timed.confidence, 0.65);
  assert.match(timed.evidence[0], /duration: 30012 ms/);
  const quick = { error: 'Error: expect(received).toBe(expected)\n\nExpected: 3\nReceived: 2' };
  assert.equal((await classify(quick)).also, undefined);
  assert.equal((await classify({ ...quick, duration_ms: 180 })).also.timing_flaky, 0.55);
});

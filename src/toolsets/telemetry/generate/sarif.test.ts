import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { startSite } from '../../../../test/kit/site.ts';
import { type TelemetryRig, telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { until } from '../../../../test/kit/wire-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { sarifLog } from '../../../report/sarif.ts';

/** The schema of OASIS, errata 01. It is of an older draft, whose name for `$id` Ajv no longer takes. */
async function assertValid(log: unknown): Promise<void> {
  const file = join(import.meta.dirname, '../../../../test/fixtures/sarif-schema-2.1.0.json');
  const { id: _, $schema: __, ...schema } = JSON.parse(await readFile(file, 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, formats: fullFormats });
  const isValid = ajv.compile(schema);
  assert.ok(isValid(log), JSON.stringify(isValid.errors, null, 2));
}

/** What GitHub refuses a file for, or does not show of it. */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
function assertUploadable({ runs }: any): void {
  assert.ok(runs.length <= 20);
  // biome-ignore lint/suspicious/noExplicitAny: the same
  assert.equal(new Set(runs.map((run: any) => run.automationDetails.id)).size, runs.length);
  for (const { results, tool } of runs) {
    assert.ok(results.length <= 5000);
    for (const { properties } of tool.driver.rules) assert.ok(properties.tags.length <= 10);
    for (const { ruleId, ruleIndex, locations, message, partialFingerprints } of results) {
      assert.equal(tool.driver.rules[ruleIndex].id, ruleId);
      assert.ok(message.text.length > 0 && locations.length === 1);
      const { artifactLocation, region } = locations[0].physicalLocation;
      assert.match(artifactLocation.uri, /^[^:/?#][^:?#]*$/, 'a path, with no scheme and no host');
      assert.ok(region.startLine >= 1);
      assert.match(partialFingerprints.primaryLocationLineHash, /^[0-9a-f]{12,16}:1$/);
    }
  }
}

const PAGE = `<!doctype html><html lang=en><title>Shop</title><link rel=icon href="data:,">
<main><h1>Shop</h1>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
<p style="color:#ccc;background:#fff">pale words</p>
<div role=checkbox aria-checked=true tabindex=0></div>
<button id=buy>Buy</button></main><script src=/app.js></script></html>`;
// One mapping: line 1, column 52 of the script is line 7, column 3 of its source.
const MAP = { version: 3, sources: ['webpack://shop/./src/cart.ts'], names: [], mappings: 'AAMA' };
const APP = `buy.onclick = () => { throw new TypeError('cart is ' + location.search) };
//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(MAP)).toString('base64')}`;

const make = async (rig: TelemetryRig, args: object = {}) => {
  const { data, isError, summary } = await rig.call('generate', {
    format: 'sarif',
    budget: 1_000_000,
    ...args,
  });
  assert.equal(isError, false, `${summary} ${JSON.stringify(data)}`);
  return { ...data, summary };
};

verifies(['gasoline: generate sarif', 'gasoline: fault 19 sarif'], async (t) => {
  const site = await startSite({ '/shop/': PAGE, '/app.js': APP });
  t.after(() => site.close());
  const rig = await telemetryRig(t);
  const nothing = await rig.call('generate', { format: 'sarif' });
  assert.equal(nothing.data.error, 'no_data');

  await rig.call('interact', {
    action: 'navigate',
    url: site.url('/shop/?key=sk_live_4eC39HqLyjWDarjtT1zdp7dc'),
  });
  for (const _ of [1, 2]) await rig.call('interact', { action: 'click', selector: '#buy' });
  await until(
    'both errors',
    async () => (await rig.call('observe', { what: 'errors' })).data.errors.length === 2,
  );
  const { sarif, findings, summary } = await make(rig);
  await assertValid(sarif);
  assertUploadable(sarif);
  assert.doesNotMatch(JSON.stringify(sarif), /4eC39HqLyjWDarjtT1zdp7dc/);
  const [axe, errors] = sarif.runs;
  assert.equal(axe.tool.driver.name, 'axe-core');
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
  const image = axe.results.find(({ ruleId }: any) => ruleId === 'image-alt');
  assert.deepEqual([image.kind, image.level], ['fail', 'error']);
  assert.match(image.message.text, /alternative text.*Fix any of the following/s);
  const [{ physicalLocation, logicalLocations }] = image.locations;
  assert.equal(physicalLocation.artifactLocation.uri, 'shop/index.html');
  assert.equal(axe.originalUriBaseIds[physicalLocation.artifactLocation.uriBaseId].uri, `${site.origin}/`);
  assert.equal(physicalLocation.region.startLine, 3, 'where it stands in the document');
  assert.deepEqual(logicalLocations, [{ fullyQualifiedName: 'img', kind: 'element' }]);
  const rule = axe.tool.driver.rules[image.ruleIndex];
  assert.ok(
    rule.properties.tags.includes('wcag111') && rule.helpUri.includes('image-alt'),
    JSON.stringify(rule),
  );
  // Told once, by its source, with how often it came.
  assert.equal(errors.results.length, 1);
  const [thrown] = errors.results;
  assert.equal(thrown.occurrenceCount, 2);
  assert.match(thrown.message.text, /TypeError: cart is/);
  const where = thrown.locations[0].physicalLocation;
  assert.deepEqual([where.artifactLocation.uri, where.region.startLine], ['src/cart.ts', 7]);
  assert.ok(thrown.stacks[0].frames.length > 0);
  assert.equal(summary, `${axe.results.length + 1} findings`);
  assert.deepEqual(findings.errors, { error: 1 });

  // The same again has the same fingerprints, and the options have their effect.
  const print = ({ partialFingerprints }: { partialFingerprints: object }) => partialFingerprints;
  const again = await make(rig, { include_passes: true });
  await assertValid(again.sarif);
  const [all] = again.sarif.runs;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
  const failed = (run: any) => run.results.filter(({ kind }: any) => kind === 'fail').map(print);
  assert.deepEqual(failed(all), failed(axe));
  // biome-ignore lint/suspicious/noExplicitAny: the same
  const passed = all.results.filter(({ kind }: any) => kind === 'pass');
  assert.ok(passed.length > 3 && passed.every(({ level }: { level: string }) => level === 'none'));
  const part = await make(rig, { scope: 'p' });
  const rules = part.sarif.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId);
  assert.deepEqual([...new Set(rules)], ['color-contrast']);
  const missing = await rig.call('generate', { format: 'sarif', scope: '#nowhere' });
  assert.equal(missing.data.error, 'element_not_found');
  const { saved_to } = await make(rig, { save_to: 'findings.sarif' });
  await assertValid(JSON.parse(await readFile(saved_to, 'utf8')));
});

test('more findings than GitHub shows are left out, the least first, and said', async () => {
  const finding = (level: 'error' | 'note', n: number) => ({
    rule: { id: `rule-${level}`, short: 'A rule', tags: Array.from({ length: 30 }, (_, i) => `tag${i}`) },
    outcome: 'fail' as const,
    level,
    message: `${'long '.repeat(1000)}${n}`,
    page: 'http://a.test/100%/x y?q#h',
    fingerprint: '0123456789abcdef',
  });
  const findings = Array.from({ length: 6000 }, (_, n) => finding(n < 5500 ? 'note' : 'error', n));
  const tool = { name: 'some', version: '1' };
  const { log, left } = sarifLog([{ category: 'many', tool, findings }]);
  assert.equal(left, 1000);
  assertUploadable(log);
  await assertValid(log);
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
  const { results } = (log as any).runs[0];
  assert.equal(results.filter(({ level }: { level: string }) => level === 'error').length, 500);
  assert.equal(results[0].locations[0].physicalLocation.artifactLocation.uri, '100%25/x%20y');
});

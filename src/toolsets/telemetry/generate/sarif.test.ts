import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { assertUploadable, assertValid } from '../../../../test/kit/sarif-schema.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { type TelemetryRig, telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { until } from '../../../../test/kit/wire-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';

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
  const [axe, errors, security] = sarif.runs;
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
  // What analyze security_audit says, here of a page without a policy.
  assert.equal(security.automationDetails.id, 'sensorium/security/');
  const policy = security.results.find(({ message }: { message: { text: string } }) =>
    /Content-Security-Policy/i.test(message.text),
  );
  assert.match(policy.ruleId, /^security\/(headers|csp)$/);
  assert.equal(policy.locations[0].physicalLocation.artifactLocation.uri, 'index.html', 'of the origin');
  assert.equal(summary, `${axe.results.length + security.results.length + 1} findings`);
  assert.deepEqual(findings.errors, { error: 1 });

  // The same again has the same fingerprints, and the options have their effect.
  const print = ({ partialFingerprints }: { partialFingerprints: object }) => partialFingerprints;
  const again = await make(rig, { include_passes: true });
  await assertValid(again.sarif);
  const [all] = again.sarif.runs;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
  const failed = (run: any) => run.results.filter(({ kind }: any) => kind === 'fail').map(print);
  assert.deepEqual(failed(all), failed(axe));
  assert.ok(again.findings.accessibility.passed > 3, JSON.stringify(again.findings));
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

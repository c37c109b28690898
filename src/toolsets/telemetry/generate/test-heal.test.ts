import assert from 'node:assert/strict';
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { brokenTests } from '../../../../eval/corpus/broken-tests/broken-tests.ts';
import { judgeBroken } from '../../../../test/kit/broken-tests.ts';
import { runSpecs } from '../../../../test/kit/generated-tests.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';

verifies(
  ['gasoline: generate test_heal', 'gasoline: fault 23 test_heal'],
  'a test is mended by the page and the record, and runs again; what is gone is not guessed',
  async (t) => {
    // The first of each way; the rest is `npm run eval -- heal`.
    const each = [...Map.groupBy(brokenTests, ({ way }) => way).values()].map(([first]) => first!);
    const { folder, judged } = await judgeBroken(t, each);
    assert.deepEqual(
      judged.filter(({ way, outcome }) => outcome !== (way === 'gone' ? 'unsure' : 'right')),
      [],
    );
    const ran = await runSpecs(folder, {}, { actionTimeout: 4000 });
    for (const { way, file } of judged)
      assert.equal(ran.get(file)?.isGreen, way !== 'gone', `${way}: ${ran.get(file)?.words}`);
  },
  { timeout: 300_000 },
);

const PAGE = (name: string) =>
  `<!doctype html><title>Shop</title><link rel=icon href="data:,"><label>City <input></label><button>${name}</button>`;
const SPEC = (at: string) => `import { test } from '@playwright/test';
test('sends', async ({ page }) => {
  await page.goto('${at}');
  await page.getByLabel('City').fill('Bern');
  await page.click("button:has-text('Send order')", { timeout: 500 });
});
`;

test('nothing is written unless asked, and nothing outside the folder', async (t) => {
  const routes = { '/': PAGE('Send order') };
  const site = await startSite(routes);
  t.after(() => site.close());
  const rig = await telemetryRig(t);
  const heal = (args: object) => rig.call('generate', { format: 'test_heal', budget: 50_000, ...args });
  await mkdir(join(rig.folder, 'tests'));
  const file = join(rig.folder, 'tests', 'a.spec.ts');
  await writeFile(file, SPEC(site.url('/')), { mode: 0o644 });
  // No page is open: the test's own is opened, and closed again.
  const whole = await heal({ test_file: 'tests/a.spec.ts' });
  assert.deepEqual([whole.data.result.working, whole.data.patch], [2, ''], JSON.stringify(whole.data));
  routes['/'] = PAGE('Submit order');
  const { data } = await heal({ test_file: 'tests/a.spec.ts' });
  const [healed] = data.result.healed;
  assert.deepEqual(
    [healed.new_selector, healed.line_number, data.result.applied],
    ["getByRole('button', { name: 'Submit order' })", 5, false],
    JSON.stringify(data),
  );
  assert.match(
    data.patch,
    /^- {2}await page\.click\("button:has-text\('Send order'\)", \{ timeout: 500 \}\);$/m,
  );
  assert.match(
    data.patch,
    /^\+ {2}await page\.getByRole\('button', \{ name: 'Submit order' \}\)\.click\(\{ timeout: 500 \}\);$/m,
  );
  assert.equal(await readFile(file, 'utf8'), SPEC(site.url('/')));

  const batch = await heal({ test_dir: '.', auto_apply: true });
  assert.equal(batch.data.result.total_healed, 1);
  assert.match(await readFile(file, 'utf8'), /'Submit order' \}\)\.click\(\{ timeout: 500 \}\)/);
  assert.equal((await stat(file)).mode & 0o777, 0o644);

  const unknown = await heal({ test_file: 'tests/a.spec.ts', broken_selectors: ['#nowhere'] });
  assert.match(unknown.data.result.unhealed[0].reason, /no such locator/);
  await symlink('/etc/hostname', join(rig.folder, 'tests', 'link.spec.ts'));
  for (const path of ['/etc/hostname', '../a.spec.ts', 'tests/link.spec.ts'])
    assert.equal((await heal({ test_file: path })).data.error, 'path_not_allowed', path);
  assert.equal((await heal({ test_file: 'tests/none.spec.ts' })).isError, true);
  const { saved_to } = (await heal({ test_file: 'tests/a.spec.ts', save_to: 'heal.patch' })).data;
  assert.equal(await readFile(saved_to, 'utf8'), '', 'nothing is broken any more');
  assert.equal((await heal({})).data.error, 'no_data');

  await rig.call('interact', { action: 'navigate', url: site.url('/') });
  const named = [
    "button:has-text('Send order')",
    "page.getByRole('button', { name: 'Send order' })",
    '#nowhere',
    'input',
  ];
  const { result } = (await heal({ broken_selectors: named })).data;
  assert.deepEqual(
    [result.working, result.healed.map((one: { new_selector: string }) => one.new_selector)],
    [1, Array(2).fill("getByRole('button', { name: 'Submit order' })")],
    JSON.stringify(result),
  );
  assert.deepEqual([result.unhealed.length, result.unhealed[0].selector], [1, "locator('#nowhere')"]);
});

import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runSpecs } from '../../../../test/kit/generated-tests.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { until } from '../../../../test/kit/wire-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';

let visits = 0;
const page =
  (colour: string) =>
  (
    _request: unknown,
    response: { setHeader(name: string, value: string): void; end(words: string): void },
  ) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><html lang=en><title>Shop</title><link rel=icon href="data:,"><h1 style="color:${colour}">Shop</h1>
<p>Visit number <b id=count>${++visits}</b></p><p>Always the same</p><time>12:00</time></html>`);
  };

verifies(
  'gasoline: generate visual_test',
  'a page is compared with its picture: green as it was, whatever changes by itself, and red once it looks different',
  async (t) => {
    const routes = {
      '/shop': page('green') as never,
      '/about': '<!doctype html><title>About</title><link rel=icon href="data:,"><h1>About us</h1>',
    };
    const site = await startSite(routes);
    t.after(() => site.close());
    const rig = await telemetryRig(t);
    const none = await rig.call('generate', { format: 'visual_test' });
    assert.equal(none.isError, true);
    for (const path of ['/about', '/shop'])
      await rig.call('interact', { action: 'navigate', url: site.url(path) });
    const make = async (args: object) => {
      const { data, isError, summary } = await rig.call('generate', {
        format: 'visual_test',
        budget: 50_000,
        ...args,
      });
      assert.equal(isError, false, `${summary} ${JSON.stringify(data)}`);
      return data;
    };
    const { script, pages } = await make({ test_name: 'the shop looks as it did' });
    assert.equal(pages.length, 1);
    assert.match(
      script,
      /mask: \[page\.locator\('html > body > p:nth-of-type\(1\)'\), page\.locator\('html > body > time'\)\] \}\);/,
    );
    const both = await make({ url: site.origin });
    assert.equal(both.assertions, 2);
    assert.match(
      both.script,
      /goto\('.*\/about'\)[\s\S]*'about\.png'[\s\S]*goto\('.*\/shop'\)[\s\S]*'shop\.png'/,
    );
    const part = await make({ scope: 'h1' });
    assert.match(part.script, /expect\(page\.getByRole\('heading', \{ name: 'Shop' \}\)\)\.toBeVisible/);
    assert.match(part.script, /toHaveScreenshot\('shop\.png', \{ mask: /);
    const unknown = await rig.call('generate', { format: 'visual_test', scope: '#nowhere' });
    assert.equal(unknown.data.error, 'element_not_found');
    assert.equal(
      (await rig.engine.tab()).url,
      site.url('/shop'),
      'the page that was open is the current one again',
    );

    await mkdir(join(rig.folder, 'specs'));
    await symlink(join(import.meta.dirname, '../../../../node_modules'), join(rig.folder, 'node_modules'));
    await writeFile(join(rig.folder, 'specs', 'look.spec.ts'), script);
    const run = async () => (await runSpecs(rig.folder, {})).get('look.spec.ts')!;
    const first = await run();
    assert.match(first.words, /snapshot doesn't exist/, 'the first run takes the pictures');
    assert.deepEqual(await run(), { isGreen: true, words: '' });
    routes['/shop'] = page('red') as never;
    const changed = await run();
    assert.deepEqual(
      [changed.isGreen, /pixels.*are different/.test(changed.words)],
      [false, true],
      changed.words,
    );
  },
  { timeout: 300_000 },
);

test('what a person marked is compared by itself', async (t) => {
  const site = await startSite({
    '/shop': `<!doctype html><title>Shop</title><link rel=icon href="data:,"><body style="margin:40px"><h1>Shop</h1>
<p id=price style="width:200px;height:40px">19.00</p><p>Visit <b>{{port}}</b></p>`,
  });
  t.after(() => site.close());
  const rig = await telemetryRig(t);
  await rig.call('interact', { action: 'navigate', url: site.url('/shop') });
  await rig.call('interact', { action: 'draw_mode_start', session: 'review' });
  const { page } = await rig.engine.tab();
  await page.locator('[popover=manual]').waitFor({ state: 'attached' });
  const statusOf = async () => (await rig.call('analyze', { what: 'draw_history' })).data.sessions[0];
  await until('the paper', async () => (await statusOf())?.status === 'drawing');
  const { x, y, width, height } = (await page.locator('#price').boundingBox())!;
  await page.mouse.move(x - 4, y - 4);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.move(x + width + 4, y + height + 4);
  await page.mouse.up();
  await page.keyboard.type('The price is too small');
  await page.keyboard.press('Enter');
  await until('the mark', async () => (await statusOf())?.count === 1);
  await page.keyboard.press('Escape');
  await until('the end', async () => (await statusOf())?.status === 'submitted');
  const make = (args: object) => rig.call('generate', { format: 'visual_test', budget: 50_000, ...args });
  const { data, isError } = await make({ session: 'review' });
  assert.equal(isError, false, JSON.stringify(data));
  assert.match(
    data.script,
    /\/\/ The price is too small\n {2}await expect\(page\.(.+)\)\.toBeVisible\(\);\n {2}await expect\(page\.\1\)\.toHaveScreenshot\('shop\.png'\);/,
  );
  assert.equal((await make({ session: 'nobody' })).data.error, 'no_data');
});

import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runSpecs } from '../../../../test/kit/generated-tests.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
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

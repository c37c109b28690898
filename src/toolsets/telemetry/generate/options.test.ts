/** Every option of the tests and reproductions changes what is made, in the way that its name says. */
import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSite } from '../../../../test/kit/site.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';

const SHOP = `<!doctype html><title>Shop</title><link rel=icon href="data:,"><h1>Shop</h1>
<label>Name <input id=name></label><button id=buy>Buy</button><p id=out></p>
<script>buy.onclick = async () => {
  const { order } = await (await fetch('/api/buy', { method: 'POST' })).json();
  out.textContent = 'Order ' + order + ' is placed';
  console.error('first fault');
  setTimeout(() => { throw new TypeError('stock is null') });
};</script>`;

verifies('gasoline: fault 22 options of generate', async (t) => {
  const site = await startSite({
    '/shop': SHOP,
    '/api/buy': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"order":42}'),
  });
  t.after(() => site.close());
  const rig = await telemetryRig(t);
  const ask = async (tool: string, args: Record<string, unknown>) => {
    const answer = await rig.call(tool, { budget: 100_000, ...args });
    assert.equal(answer.isError, false, `${answer.summary} ${JSON.stringify(answer.data)}`);
    return answer.data;
  };
  await ask('interact', { action: 'navigate', url: site.url('/shop?from=mail') });
  await ask('interact', { action: 'type', selector: 'label=Name', text: 'Ada' });
  await ask('interact', { action: 'click', selector: 'text=Buy' });
  const { page } = await rig.engine.tab();
  await page.getByText('Order 42 is placed').waitFor();

  const script = async (format: string, args: Record<string, unknown> = {}): Promise<string> =>
    (await ask('generate', { format, ...args })).script;
  // Of a reproduction.
  const plain = await script('reproduction', { output_format: 'playwright' });
  const steps = (text: string) => text.match(/^await page\.(?:get|locator)/gm)?.length;
  assert.equal(steps(plain), 2);
  assert.equal(steps(await script('reproduction', { output_format: 'playwright', last_n: 1 })), 1);
  assert.doesNotMatch(plain, /screenshot\(/);
  assert.match(
    await script('reproduction', { output_format: 'playwright', include_screenshots: true }),
    /page\.screenshot\(\{ path: 'step-01\.png' \}\)/,
  );
  assert.match(
    await script('reproduction', { output_format: 'playwright', base_url: 'https://shop.test' }),
    /goto\('https:\/\/shop\.test\/shop\?from=mail'\)/,
    'the query is kept',
  );
  assert.match(await script('reproduction', { error_message: 'first fault' }), /# Error: first fault/);
  assert.match(await script('reproduction', { output_format: 'gasoline' }), /^# Reproduction: /);

  // Of a test.
  const bare = await script('test');
  assert.doesNotMatch(bare, /waitForResponse|toHaveScreenshot|routeFromHAR|errors\)\.toEqual/);
  assert.match(await script('test', { test_name: 'buys it' }), /^test\('buys it'/m);
  assert.match(
    await script('test', { assert_network: true }),
    /waitForResponse\([\s\S]*'\/api\/buy'[\s\S]*status\(\)\)\.toBe\(200\)/,
  );
  const asked = "fetch('/api/buy?of=script', { method: 'PUT' }).then(({ status }) => status)";
  await ask('interact', { action: 'execute_js', script: asked });
  assert.doesNotMatch(
    await script('test', { assert_network: true }),
    /PUT/,
    'no step of the test asks for what a script of the agent asked for',
  );
  assert.match(
    await script('test', { assert_response_shape: true }),
    /toEqual\(expect\.objectContaining\(\{ "order": expect\.any\(Number\) \}\)\)/,
  );
  assert.match(await script('test', { assert_no_errors: true }), /expect\(errors\)\.toEqual\(\[\]\)/);
  assert.match(await script('test', { visual_assertions: true }), /expect\(page\)\.toHaveScreenshot\(\)/);
  const mocked = await ask('generate', {
    format: 'test',
    generate_fixtures: true,
    save_to: 'specs/buy.spec.ts',
  });
  assert.equal(mocked.fixtures, 'buy.har');
  await access(join(rig.folder, 'specs', 'buy.har'));
  assert.match(
    await readFile(join(rig.folder, 'specs', 'buy.spec.ts'), 'utf8'),
    /routeFromHAR\(join\(dirname\(test\.info\(\)\.file\), 'buy\.har'\), \{ notFound: 'fallback' \}\)/,
  );

  // Of a test from a context.
  const { errors } = await ask('observe', { what: 'errors' });
  const first = errors.find(({ message }: { message: string }) => message.includes('first fault'));
  const newest = await ask('generate', { format: 'test_from_context', context: 'error' });
  assert.match(newest.source_error.message, /stock is null/);
  const named = await ask('generate', { format: 'test_from_context', context: 'error', error_id: first.id });
  assert.equal(named.source_error.id, first.id);
  assert.match(named.script, /first fault/);
  const file = await ask('generate', {
    format: 'test_from_context',
    context: 'interaction',
    output_format: 'file',
    test_name: 'In a file',
  });
  assert.match(await readFile(file.saved_to, 'utf8'), /^test\('In a file'/m);
  assert.match(file.saved_to, /in-a-file\.spec\.ts$/);
  const whole = await ask('generate', {
    format: 'test_from_context',
    context: 'regression',
    include_mocks: true,
  });
  assert.deepEqual([whole.coverage.network_mocked, whole.coverage.state_captured], [true, true]);
  assert.match(
    await readFile(whole.saved_to, 'utf8'),
    /waitForResponse[\s\S]*expect\(errors\)\.toEqual\(\[\]\)/,
  );

  // What was done after the error did not lead to it.
  await ask('interact', { action: 'type', selector: 'label=Name', text: 'Grace' });
  assert.match(await script('test'), /Grace/);
  const until = await script('reproduction');
  assert.match(until, /Ada[\s\S]*# Error: stock is null/);
  assert.doesNotMatch(until, /Grace/);
});

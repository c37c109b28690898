/** Tests and reproductions that are made of what was done, run as their users would run them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { flows } from '../../../../eval/corpus/recordings/recordings.ts';
import { runFlows, runSpecs } from '../../../../test/kit/generated-tests.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { findBrowser } from '../../../engines/browser/launch/find-browser.ts';

/** The rest is `npm run eval -- generated-tests`. */
const HERE = [
  'a form that is sent',
  'a list with buttons that are alike',
  'a sign-in',
  'a frame of another origin',
  'a popup',
  'a dialog that asks',
  'a download',
  'a call of a script, its shape asserted',
  'a list without its server',
];

verifies(
  ['gasoline: generate test', 'gasoline: fault 20 assertions'],
  'tests are green on the site of the walk and red once it is broken',
  async (t) => {
    const chosen = flows.filter(({ name }) => HERE.includes(name));
    assert.equal(chosen.length, HERE.length);
    const results = await runFlows(t, chosen);
    const wrong = results.filter(({ isRight }) => !isRight);
    assert.deepEqual(wrong, []);
    // Never an id that a program made.
    for (const { script } of results) assert.doesNotMatch(script, /#\w*\d/, script);
    const { script: alike } = results.find(({ name }) => name === HERE[1])!;
    assert.match(alike, /getByRole\('listitem'\)\.filter\(\{ hasText: 'Bread' \}\)\.getByRole\('button'/);
    const { script: login } = results.find(({ name }) => name === HERE[2])!;
    assert.match(login, /process\.env\['PASSWORD'\]/);
    assert.doesNotMatch(login, /open sesame/);
  },
  { timeout: 300_000 },
);

const SHOP = `<!doctype html><title>Shop</title><link rel=icon href="data:,"><h1>Shop</h1>
<label>Name <input id=name></label><button id=buy>Buy</button><p id=out></p>
<script>buy.onclick = async () => {
  const { order } = await (await fetch('/api/buy', { method: 'POST', body: name.value })).json();
  out.textContent = 'Order ' + order + ' is placed';
  setTimeout(() => { throw new TypeError('stock is null') });
};</script>`;

const run = (file: string, folder: string, executable: string) =>
  new Promise<{ code: number | null; out: string }>((resolve) => {
    const child = spawn(process.execPath, [file], {
      cwd: folder,
      env: { ...process.env, CHROMIUM_PATH: executable, NODE_OPTIONS: '' },
    });
    let out = '';
    child.stdout.on('data', (piece) => (out += piece));
    child.stderr.on('data', (piece) => (out += piece));
    child.on('close', (code) => resolve({ code, out }));
  });

verifies(
  ['gasoline: generate reproduction', 'gasoline: generate test_from_context', 'gasoline: fault 21 steps'],
  'a reproduction meets the error again: played by configure, and by Node',
  async (t) => {
    const routes: Record<string, string | ((...args: never[]) => void)> = {
      '/': SHOP,
      '/api/buy': ((_request: unknown, response: { end(words: string): void }) =>
        void response.end('{"order":42}')) as never,
    };
    const site = await startSite(routes as never);
    t.after(() => site.close());
    const rig = await telemetryRig(t);
    const ask = async (tool: string, args: Record<string, unknown>) => {
      const answer = await rig.call(tool, { budget: 100_000, ...args });
      assert.equal(answer.isError, false, `${answer.summary} ${JSON.stringify(answer.data)}`);
      return answer.data;
    };
    await ask('interact', { action: 'navigate', url: site.url('/') });
    await ask('interact', { action: 'type', selector: 'label=Name', text: 'Ada' });
    await ask('interact', { action: 'click', selector: 'text=Buy' });
    const { page } = await rig.engine.tab();
    await page.getByText('Order 42 is placed').waitFor();

    const words = await ask('generate', { format: 'reproduction' });
    assert.match(
      words.script.replaceAll(/ +\[\d+s pause\]\n/g, ''),
      /1\. \(AI\) Navigate to: .*\n2\. \(AI\) Type "Ada" into: "Name" textbox\n3\. \(AI\) Click: "Buy" button/,
    );
    assert.match(words.script, /# Error: .*stock is null/);
    const moved = await ask('generate', { format: 'reproduction', base_url: 'https://shop.test' });
    assert.match(moved.script, /Navigate to: https:\/\/shop\.test\//);

    const played = await ask('configure', { action: 'playback', recording_id: words.recording_id });
    assert.equal(played.actions_failed, 0, JSON.stringify(played));
    const { errors } = await ask('observe', { what: 'errors', source: 'exception' });
    assert.equal(errors.length, 2, 'once by hand, once played');

    const browser = (await findBrowser({ env: process.env }))!.path;
    await symlink(join(import.meta.dirname, '../../../../node_modules'), join(rig.folder, 'node_modules'));
    const wrapper = join(rig.folder, 'browser.sh');
    await writeFile(wrapper, `#!/bin/sh\nexec ${browser} --no-sandbox "$@"\n`, { mode: 0o755 });
    const { script } = await ask('generate', {
      format: 'reproduction',
      output_format: 'playwright',
      recording_id: words.recording_id,
    });
    await writeFile(join(rig.folder, 'again.mjs'), script);
    const met = await run('again.mjs', rig.folder, wrapper);
    assert.deepEqual([met.code, /It came up again:[\s\S]*stock is null/.test(met.out)], [0, true], met.out);

    // A test of the error: as long as it comes up it fails, as it says it would.
    await mkdir(join(rig.folder, 'specs'));
    const about = { context: 'error', error_id: errors[0].id, recording_id: words.recording_id };
    const spec = join('specs', 'error.spec.ts');
    const made = await ask('generate', { format: 'test_from_context', ...about, save_to: spec });
    assert.equal(made.coverage.error_reproduced, true);
    assert.match(
      await readFile(join(rig.folder, spec), 'utf8'),
      /getByRole\('button', \{ name: 'Buy' \}\)\.click\(\)/,
    );
    // And one that runs without the server.
    const mocked = { context: 'interaction', include_mocks: true, recording_id: words.recording_id };
    await ask('generate', {
      format: 'test_from_context',
      ...mocked,
      save_to: join('specs', 'mocked.spec.ts'),
    });
    const before = await runSpecs(rig.folder, {});
    assert.deepEqual([...before].map(([file, { isGreen, words: why }]) => [file, isGreen, why]).toSorted(), [
      ['error.spec.ts', true, before.get('error.spec.ts')?.words],
      ['mocked.spec.ts', true, ''],
    ]);
    const mended = SHOP.replace("setTimeout(() => { throw new TypeError('stock is null') });", '');
    routes['/'] = mended;
    const gone = await run('again.mjs', rig.folder, wrapper);
    assert.deepEqual([gone.code, /It did not come up/.test(gone.out)], [1, true], gone.out);
    const after = await runSpecs(rig.folder, {});
    assert.equal(
      after.get('error.spec.ts')?.isGreen,
      false,
      'it no longer fails: the mark is to be taken away',
    );
    await site.close();
    const alone = await runSpecs(rig.folder, {});
    assert.deepEqual(alone.get('mocked.spec.ts'), { isGreen: true, words: '' });

    const { summary, stats } = await ask('generate', { format: 'pr_summary' });
    assert.ok(stats.actions >= 3 && stats.commands_completed >= 3, JSON.stringify(stats));
    assert.match(summary, /### Errors\n\n- `TypeError: stock is null` \(2 times\)/);
  },
  { timeout: 300_000 },
);

verifies('gasoline: generate pr_summary', 'a summary tells what was done and what went wrong', async (t) => {
  const rig = await telemetryRig(t);
  const { data } = await rig.call('generate', { format: 'pr_summary' });
  assert.deepEqual(data.stats.actions, 0);
  rig.see('exception', {
    url: 'http://a/',
    level: 'error',
    kind: 'exception',
    message: 'no | `stock`',
    text: '',
  });
  const after = await rig.call('generate', { format: 'pr_summary' });
  assert.match(after.data.summary, /- `.*no stock`/);
  assert.equal(after.data.stats.console_errors, 1);
});

test('without actions or errors it says so', async (t) => {
  const rig = await telemetryRig(t);
  for (const args of [
    { format: 'test' },
    { format: 'reproduction' },
    { format: 'test_from_context', context: 'error' },
  ]) {
    const { data } = await rig.call('generate', args);
    assert.equal(data.error, 'no_data', JSON.stringify(data));
  }
});

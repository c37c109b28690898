import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { browserKit } from '../../../../test/kit/browser-kit.ts';
import { runCode, runPageCode } from './run-code.ts';

const kit = await browserKit({ after }, ['--caps', 'code']);

test('run_code runs with the page, from the call or from a file, and tells what failed', async () => {
  await kit.ok('browser_navigate', { url: kit.pages.url('/index.html') });
  const code =
    "async (page) => { await page.getByRole('button', { name: 'Count' }).click(); return page.title(); }";
  assert.match((await kit.ok(runCode, { code })).text, /"Start"[\s\S]*status: 1/);
  writeFileSync(join(kit.folder, 'code.js'), 'async (page) => ({ url: page.url() })');
  assert.match((await kit.ok(runCode, { filename: 'code.js' })).text, /index\.html/);
  assert.match(
    (await kit.fails('EVALUATION_FAILED', runCode, { code: '() => { throw new Error("no") }' })).text,
    /no/,
  );
  await kit.fails('EVALUATION_FAILED', runCode, { code: '1 + 1' });
  await kit.fails('EVALUATION_FAILED', runCode, { code: '}{' });
  await kit.fails('INVALID_ARGUMENTS', runCode, {});
  await kit.fails('FILE_NOT_READABLE', runCode, { filename: '/etc/hostname' });
});

test('without --caps code it is unknown', async (t) => {
  const plain = await browserKit(t);
  await assert.rejects(
    plain.call(runCode, { code: '() => 1' }),
    (error: { code?: number }) => error.code === -32601,
  );
});

test('code gets the usual globals and gives back plain data', async () => {
  assert.deepEqual(
    await runPageCode({ n: 2 }, '(page) => ({ n: page.n * 2, at: new URL("http://a/b").pathname })'),
    { n: 4, at: '/b' },
  );
  assert.equal(await runPageCode({}, 'async () => {};'), undefined);
});

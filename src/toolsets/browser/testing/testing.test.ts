import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { browserKit } from '../../../../test/kit/browser-kit.ts';
import { fault } from '../../../kernel/fault.ts';
import {
  generateLocator,
  untilTrue,
  verifyElementVisible,
  verifyListVisible,
  verifyTextVisible,
  verifyValue,
} from './verify.ts';

const config = join(tmpdir(), `verify-${process.pid}.json`);
writeFileSync(config, JSON.stringify({ timeouts: { expect: 400 } }));
const kit = await browserKit({ after }, ['--caps', 'testing', '--config', config]);
const open = (path: string) => kit.ok('browser_navigate', { url: kit.pages.url(path) });

test('generate_locator gives what a test would write', async () => {
  await open('/form.html');
  const { data } = await kit.ok(generateLocator, { target: 'form button' });
  assert.equal(data.locator, "getByRole('button', { name: 'Send' })");
});

test('elements, texts, lists and values are verified, or it is said what is there instead', async () => {
  await open('/form.html');
  assert.equal((await kit.ok(verifyElementVisible, { role: 'button', accessibleName: 'Send' })).text, 'Done');
  assert.match(
    (await kit.fails('VERIFY_FAILED', verifyElementVisible, { role: 'button', accessibleName: 'Buy' })).text,
    /No button "Buy"/,
  );
  await kit.ok('browser_evaluate', {
    function: `document.body.append(Object.assign(document.createElement('div'), { role: 'alert', ariaLabel: 'All went well' }))`,
  });
  await kit.ok(verifyElementVisible, { role: 'alert', accessibleName: 'All went well' });
  await kit.ok(verifyTextVisible, { text: 'Sign up' });
  await kit.fails('VERIFY_FAILED', verifyTextVisible, { text: 'Sign down' });
  await kit.ok('browser_type', { target: '[name=name]', text: 'abc', slowly: true });
  await kit.ok(verifyListVisible, { target: '#keys', items: ['a', 'c'] });
  await kit.fails('VERIFY_FAILED', verifyListVisible, { target: '#keys', items: ['c', 'a'] });
  await kit.ok(verifyValue, { target: '[name=name]', type: 'textbox', value: 'abc' });
  assert.match(
    (await kit.fails('VERIFY_FAILED', verifyValue, { target: '[name=name]', type: 'textbox', value: 'x' }))
      .text,
    /The value is "abc"/,
  );
  await kit.ok(verifyValue, { target: '[name=news]', type: 'checkbox', value: 'false' });
  await kit.ok(verifyValue, { target: '#knob', type: 'slider', value: '2' });
});

test('what is not there yet is waited for, as long as the setting says', async () => {
  await open('/index.html');
  await kit.ok('browser_evaluate', {
    function: "() => { setTimeout(() => document.body.append('came late'), 200) }",
  });
  await kit.ok(verifyTextVisible, { text: 'came late' });
  const missing = await kit.fails('VERIFY_FAILED', verifyTextVisible, { text: 'never' });
  assert.ok(missing.ms >= 390 && missing.ms < 3000, `${missing.ms} ms`);
});

test('only what may still come is tried again', async () => {
  let tries = 0;
  const check = async () => {
    if (++tries < 3) throw fault('VERIFY_FAILED', { what: 'not yet' });
    return 'there';
  };
  assert.equal(await untilTrue(5000, new AbortController().signal, check), 'there');
  tries = 0;
  const other = async () => {
    tries++;
    throw fault('TAB_CLOSED', { tab: 't1' });
  };
  await assert.rejects(untilTrue(5000, new AbortController().signal, other), /t1/);
  assert.equal(tries, 1);
});

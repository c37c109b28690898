/** Secrets that go into their field key by key: neither the keys nor what they make together are told anywhere. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readZip } from '../../src/engines/browser/media/rewrite-zip.ts';
import { moonsurf } from '../../src/profiles/moonsurf.ts';
import { sensorium } from '../../src/profiles/sensorium.ts';
import { type BrowserKit, browserKit } from '../kit/browser-kit.ts';
import { startSite } from '../kit/site.ts';
import { until } from '../kit/wire-rig.ts';

const SECRET = 'Vq7jXw-lKz';
const PAGE = `<!doctype html><meta charset="utf-8"><title>Login</title><input id="p" type="password" aria-label="Password">
<iframe srcdoc="<input id=f autocomplete=one-time-code aria-label=Code>"></iframe><input id="n" aria-label="Name">
<script>addEventListener('keydown', ({ key, target }) => key === 'Enter' &&
  fetch('/api', { method: 'POST', body: 'it is ' + target.value }).then(() => console.log('sent', target.value)));</script>`;

/** Every answer, the journal and every file. */
async function everything(kit: BrowserKit, answers: readonly string[]) {
  const journal = JSON.stringify(kit.assembly.journal.query({ limit: 1000 }));
  await kit.assembly.close();
  const files = readdirSync(kit.folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(kit.folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'));
  return { journal, all: [...answers, ...kit.logged, ...files, journal] };
}

function holdsNone({ journal, all }: { journal: string; all: readonly string[] }, keys = '"key') {
  const stages = Array.from(SECRET, (_, end) => `"${SECRET.slice(0, end + 1)}"`);
  for (const part of [SECRET, ...stages])
    for (const text of all)
      assert.ok(
        !text.includes(part),
        `${part} in ${text.slice(Math.max(0, text.indexOf(part) - 500), text.indexOf(part) + 500)}`,
      );
  for (const letter of SECRET) {
    for (const escaped of [`${keys}":"${letter}"`, `${keys}\\":\\"${letter}\\"`])
      for (const text of all) assert.ok(!text.includes(escaped), `${escaped} in ${text.slice(0, 2000)}`);
    for (const text of all) assert.ok(!text.includes(`Pressed ${letter}.`));
  }
  assert.match(journal, /•••/);
}

test('browser_press_key, interact and slow typing, in the page and in a frame', async (t) => {
  const site = await startSite({ '/': PAGE, '/api': 'ok' });
  t.after(() => site.close());
  const ways = ['browser_press_key', 'interact', 'interact on it', 'interact later', 'in a frame', 'slowly'];
  for (const way of ways) {
    const kit = await browserKit(t, ['--save-session', '--caps', 'devtools'], { profile: sensorium });
    const answers: string[] = [];
    const ok = async (tool: string, args: Record<string, unknown>) => {
      const { text, data } = await kit.ok(tool, args);
      answers.push(text, JSON.stringify(data));
    };
    await ok('browser_navigate', { url: site.url('/') });
    const { page } = await (await kit.engine()).tab();
    const field = way === 'in a frame' ? page.frameLocator('iframe').locator('#f') : page.locator('#p');
    await field.focus();
    await ok('browser_start_tracing', {});
    if (way === 'slowly') {
      await ok('browser_type', { target: '#p', text: SECRET.slice(0, 3), slowly: true });
      await ok('browser_type', { target: '#p', text: SECRET.slice(3), slowly: true });
    } else
      for (const letter of SECRET) {
        if (way === 'interact') await ok('interact', { action: 'key_press', text: letter });
        else if (way === 'interact on it')
          await ok('interact', { action: 'key_press', text: letter, selector: '#p' });
        else if (way === 'interact later')
          await ok('interact', { action: 'key_press', text: letter, background: true });
        else await ok('browser_press_key', { key: letter });
      }
    if (way === 'interact later')
      await until('all keys are pressed', async () => (await field.inputValue()) === SECRET);
    assert.equal(await field.inputValue(), SECRET, way);
    await ok('browser_press_key', { key: 'Enter' });
    await ok('browser_evaluate', { function: '() => document.querySelector("#p").value' });
    for (const what of ['actions', 'network_bodies', 'logs', 'timeline']) await ok('observe', { what });
    await ok('browser_console_messages', {});
    await ok('configure', { action: 'audit_log' });
    await ok('browser_stop_tracing', { filename: 'trace.zip' });
    for await (const [name, content] of readZip(join(kit.folder, 'trace.zip')))
      if (!name.endsWith('jpeg')) answers.push(content.toString());
    const told = await everything(kit, answers);
    holdsNone(told, way.startsWith('interact') ? '"text' : '"key');
    if (way === 'slowly') assert.doesNotMatch(told.journal, /Vq7/);
    else assert.match(told.journal, /Enter/, 'keys that write nothing are told');
  }
});

test('keys that go elsewhere are told', async (t) => {
  const site = await startSite({ '/': PAGE });
  t.after(() => site.close());
  const kit = await browserKit(t, [], { profile: sensorium });
  await kit.ok('browser_navigate', { url: site.url('/') });
  await (await (await kit.engine()).tab()).page.focus('#n');
  assert.match((await kit.ok('browser_press_key', { key: 'v' })).text, /Pressed v\./);
  assert.match(JSON.stringify(kit.assembly.journal.query()), /"key\\":\\"v\\"/);
});

test('in Moonsurf too, pressed and typed', async (t) => {
  const site = await startSite({ '/': PAGE, '/api': 'ok' });
  t.after(() => site.close());
  const kit = await browserKit(t, ['--headless'], { profile: moonsurf, bare: true });
  const answers: string[] = [];
  const ask = async (name: string, args: Record<string, unknown>) => {
    const { content, isError } = await kit.call(name, args);
    assert.ok(!isError, JSON.stringify(content));
    answers.push(JSON.stringify(content));
  };
  await ask('browser_instance', { action: 'new', url: site.url('/') });
  await ask('browser_interact', { action: 'type', selector: '#p', text: SECRET.slice(0, 3), delay: 0 });
  for (const letter of SECRET.slice(3)) await ask('browser_interact', { action: 'press', key: letter });
  await ask('browser_execute', { expression: 'document.querySelector("#p").value' });
  const told = await everything(kit, answers);
  holdsNone(told);
  assert.ok(!told.all.some((text) => text.includes('Vq7')));
});

/** The extension in a real browser, paired with a real `sensorium app`. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { WebSocketServer } from 'ws';
import { EXTENSION_ID } from '../../src/contract/extension.ts';
import { readZip } from '../../src/engines/browser/media/rewrite-zip.ts';
import { freePort } from '../kit/free-port.ts';
import { eventually, OwnBrowser } from '../kit/own-browser.ts';
import { codeOf, press, says, typed } from '../kit/paired-app.ts';
import { scratch } from '../kit/scratch.ts';
import { root } from '../kit/start-server.ts';
import { startWebApp } from '../kit/web-app.ts';
import { verifies } from '../requirements/verifies.ts';

async function startApp(t: TestContext, home: string, port: number, ...args: readonly string[]) {
  return startWebApp(t, ['--port', String(port), ...args], { home });
}

/** As a popup does that is opened. */
const look = `chrome.runtime.sendMessage('look')`;

for (const edition of ['extension', 'extension-watch', 'extension-firefox'])
  test(`${edition}: its id is the same for everybody; the zip holds the folder`, async () => {
    const folder = join(root, 'dist', edition);
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    if (edition === 'extension-firefox')
      assert.match(manifest.browser_specific_settings.gecko.id, /^[\w.]+@[\w.]+$/);
    else {
      const hash = createHash('sha256').update(Buffer.from(manifest.key, 'base64')).digest('hex');
      const id = [...hash.slice(0, 32)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
      assert.equal(id.join(''), EXTENSION_ID);
    }
    for await (const [name, content] of readZip(`${folder}.zip`))
      assert.deepEqual(content, await readFile(join(folder, name)), name);
    const drives = ['debugger', 'tabGroups'].every((name) => manifest.permissions.includes(name));
    assert.equal(drives, edition === 'extension');
  });

test('the store is told of each permission, and why', async () => {
  const { permissions } = JSON.parse(await readFile(join(root, 'extension', 'manifest.json'), 'utf8'));
  const listing = await readFile(join(root, 'packaging', 'chrome-store', 'listing.md'), 'utf8');
  const told = [...listing.matchAll(/^\| `(\w+)` \| \S.{20,} \|$/gm)].map(([, name]) => name);
  assert.deepEqual(told, permissions);
  const [, summary = ''] = /^\*\*Summary\*\*.*?: (.+)$/m.exec(listing) ?? [];
  assert.ok(summary.length > 50 && summary.length <= 132);
});

const again = 'paired by a code, it comes again by itself: after its worker died, and after the server did';

verifies('gasoline: fault 38 key', again, async (t) => {
  const [home, port] = [await scratch(t), await freePort()];
  const key = ['--api-key', 'set-by-hand'];
  const browser = await OwnBrowser.start(t);
  const popup = await browser.popup(port);
  assert.ok(await popup.evaluate(says('not paired')));
  await popup.evaluate(press('pair'));
  await popup.until(says('No Sensorium answers'));
  const app = await startApp(t, home, port, ...key);
  await popup.until(says('sensorium pair'));
  const code = await codeOf(popup);
  const wrong = await typed(home, code === '111111' ? '222222' : '111111', ...key);
  assert.equal(wrong.code, 2);
  assert.match(wrong.words, /not the code .* 4 tries are left/);
  // The popup closes when a person turns to the terminal, and the worker may be gone by then.
  await browser.killWorker();
  await popup.evaluate(look);
  await popup.until(says('sensorium pair'));
  assert.equal(await codeOf(popup), code);
  await eventually(async () => {
    const good = await typed(home, code, ...key);
    return /is paired, as/.test(good.words);
  }, 'the code is taken');
  await popup.until(says('Connected to Sensorium'));
  const connected = async () => /, connected/.test((await typed(home, 'list', ...key)).words);
  assert.ok(await connected());

  assert.ok(await browser.killWorker());
  await popup.evaluate(look);
  await eventually(connected, 'the worker came again');

  await app.process.stop();
  await popup.until(says('Paired, but no Sensorium answers'));
  await startApp(t, home, port, ...key);
  await popup.until(says('Connected to Sensorium'));

  const id = (await typed(home, 'list', ...key)).words.split(' ')[0] ?? '';
  assert.match((await typed(home, 'revoke', id, ...key)).words, /no longer paired/);
  await popup.until(says('no longer knows this browser'));
  assert.match((await typed(home, 'list', ...key)).words, /No browser is paired/);
});

test('a code that was wrong five times is good no longer, and forgetting is told to the server', async (t) => {
  const [home, port] = [await scratch(t), await freePort()];
  await startApp(t, home, port);
  const browser = await OwnBrowser.start(t);
  const popup = await browser.popup(port);
  await popup.evaluate(press('pair'));
  await popup.until(says('sensorium pair'));
  const code = await codeOf(popup);
  const other = code === '111111' ? '222222' : '111111';
  for (const left of [4, 3, 2, 1]) {
    assert.match(
      (await typed(home, other)).words,
      left === 1 ? /one try is left/ : new RegExp(`${left} tries`),
    );
    await popup.until(`document.getElementById('tries').textContent.includes('${left} tr')`);
  }
  assert.match((await typed(home, other)).words, /wrong five times/);
  await popup.until(says('wrong five times'));
  assert.match((await typed(home, code)).words, /No browser asks to be paired/);
  await popup.evaluate(press('pair'));
  await popup.until(says('sensorium pair'));
  const fresh = await codeOf(popup);
  assert.match((await typed(home, fresh)).words, /is paired/);
  await popup.until(says('Connected'));
  await popup.evaluate(press('part'));
  await popup.until(says('not paired'));
  await eventually(
    async () => /No browser is paired/.test((await typed(home, 'list')).words),
    'it is forgotten',
  );
});

test('a program that only says it is Sensorium gets neither a pairing nor anything else', async (t) => {
  const browser = await OwnBrowser.start(t);
  const fake = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(fake, 'listening');
  t.after(() => fake.close());
  const heard: string[] = [];
  fake.on('connection', (socket) =>
    socket.on('message', (data) => {
      heard.push(JSON.parse(String(data)).type);
      if (heard.length > 1) return;
      const secret = '00'.repeat(32);
      for (const message of [
        { type: 'waiting' },
        { type: 'paired', secret },
        { type: 'welcome', version: '9' },
      ])
        socket.send(JSON.stringify(message));
      socket.send(JSON.stringify({ type: 'challenge', nonce: '00'.repeat(32), proof: '00'.repeat(32) }));
    }),
  );
  const { port } = fake.address() as { port: number };
  const popup = await browser.popup(port);
  await popup.evaluate(press('pair'));
  await popup.until(`document.getElementById('tries').textContent.includes('4 tries')`);
  assert.ok(await popup.evaluate(says('sensorium pair')));
  assert.deepEqual(await popup.evaluate(`chrome.storage.local.get('secret')`), {});
  assert.deepEqual(heard, ['hello', 'wrong']);
});

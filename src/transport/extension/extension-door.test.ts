import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { WebSocket } from 'ws';
import { startFront } from '../../../test/kit/echo-front.ts';
import { scratch } from '../../../test/kit/scratch.ts';
import { Arrivals } from '../../../test/kit/waiting.ts';
import { EXTENSION_ORIGIN, EXTENSION_PROTOCOL, type ToExtension } from '../../contract/extension.ts';
import { silentLog } from '../../kernel/log.ts';
import { BrowserBook } from './browser-book.ts';
import { ExtensionDoor } from './extension-door.ts';
import { extensionServing } from './extension-routes.ts';
import { PairingDesk } from './pairing-desk.ts';
import { prove } from './proof.ts';

const KEY = 'a-key-of-this-test';
const OTHER = 'another-key-of-this-test';
const nonce = () => randomBytes(32).toString('hex');

async function start(t: TestContext, times: { readonly proof?: number; readonly pairing?: number } = {}) {
  const state = await scratch(t);
  const door = new ExtensionDoor({ book: new BrowserBook(state), log: silentLog, times });
  const { base } = await startFront(t, { ...extensionServing(door), key: KEY, moreKeys: [OTHER] });
  const desk = new PairingDesk(base, KEY);

  /** An extension as a test wants it to be. */
  function browser({ name = 'browser-one', origin = EXTENSION_ORIGIN, protocol = EXTENSION_PROTOCOL } = {}) {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/extension`, { origin });
    const heard = new Arrivals<ToExtension>();
    const closed = new Promise<string>((resolve) =>
      socket.once('close', (_, reason) => resolve(`${reason}`)),
    );
    const own = nonce();
    socket.on('message', (data) => heard.push(JSON.parse(String(data))));
    socket.on('error', () => {});
    t.after(() => socket.terminate());
    const opened = new Promise<number>((resolve) => {
      socket.once('open', () => resolve(101));
      socket.once('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode));
    });
    const tell = (message: object) => socket.send(JSON.stringify(message));
    const next = async <T extends ToExtension['type']>(type: T) =>
      (await heard.first((one) => one.type === type, type)) as Extract<ToExtension, { type: T }>;
    return {
      socket,
      heard,
      closed,
      opened,
      tell,
      next,
      async hello(isPairing: boolean) {
        assert.equal(await opened, 101);
        tell({ type: 'hello', protocol, browser: name, name: 'Chrome 150 on Linux', nonce: own, isPairing });
      },
      /** Answers a challenge by what it knows, as the extension does. */
      async show(key: string) {
        const { nonce: server, proof } = await next('challenge');
        heard.all.splice(0);
        const nonces = { browser: own, server };
        const isTrue = proof === prove(key, 'server', nonces);
        tell(isTrue ? { type: 'proof', proof: prove(key, 'browser', nonces) } : { type: 'wrong', left: 4 });
      },
    };
  }

  async function paired(code = '123456', name = 'browser-one') {
    const one = browser({ name });
    await one.hello(true);
    await one.next('waiting');
    const [known] = await Promise.all([desk.pair(code), one.show(code)]);
    const { secret } = await one.next('paired');
    return { ...one, known, secret };
  }
  return { state, desk, base, browser, paired };
}

test('a browser is paired by its code, comes again by its secret, and is parted', async (t) => {
  const { state, desk, browser, paired } = await start(t);
  const first = await paired();
  assert.equal(first.known.name, 'Chrome 150 on Linux');
  assert.match(first.secret, /^[0-9a-f]{64}$/);
  await first.next('welcome');
  assert.equal(statSync(join(state, 'browsers.json')).mode & 0o777, 0o600);

  const again = browser();
  await again.hello(false);
  await again.show(first.secret);
  await again.next('welcome');
  assert.equal(await first.closed, 'it came again');
  assert.deepEqual(
    (await desk.list()).map(({ id, isConnected }) => [id, isConnected]),
    [['browser-one', true]],
  );
  again.tell({ type: 'alive' });
  await again.next('alive');

  await desk.revoke('browser-one');
  await again.next('unknown');
  await again.closed;
  assert.deepEqual(await desk.list(), []);
  const late = browser();
  await late.hello(false);
  await late.next('unknown');
  await assert.rejects(desk.revoke('browser-one'), { code: 'NO_SUCH_BROWSER' });
});

test('the browser itself can part, too', async (t) => {
  const { desk, paired } = await start(t);
  const one = await paired();
  await one.next('welcome');
  one.tell({ type: 'forget' });
  await one.closed;
  assert.deepEqual(await desk.list(), []);
});

test('a proof is good for one connection only, and only for one side', async (t) => {
  const { browser, paired } = await start(t);
  const { secret } = await paired();
  const one = browser();
  await one.hello(false);
  const { nonce: server, proof: ofServer } = await one.next('challenge');
  const stolen = prove(secret, 'browser', { browser: 'another', server });
  one.tell({ type: 'proof', proof: stolen });
  assert.equal(await one.closed, 'not proven');
  const two = browser();
  await two.hello(false);
  await two.next('challenge');
  two.tell({ type: 'proof', proof: ofServer });
  assert.equal(await two.closed, 'not proven');

  // A whole conversation that was overheard, said again.
  const three = browser();
  await three.opened;
  const own = nonce();
  const hello = {
    type: 'hello',
    protocol: EXTENSION_PROTOCOL,
    browser: 'browser-one',
    name: 'x',
    nonce: own,
    isPairing: false,
  };
  three.tell(hello);
  const proof = prove(secret, 'browser', { browser: own, server: (await three.next('challenge')).nonce });
  three.tell({ type: 'proof', proof });
  await three.next('welcome');
  const four = browser();
  await four.opened;
  four.tell(hello);
  await four.next('challenge');
  four.tell({ type: 'proof', proof });
  assert.equal(await four.closed, 'not proven');
});

test('only the extension on this machine is let in, and only with a key is one paired', async (t) => {
  const { base, browser } = await start(t);
  const other = `chrome-extension://${'a'.repeat(32)}`;
  const firefox = 'moz-extension://11111111-2222-4333-8444-555555555555';
  const wrong = [other, 'https://evil.example', `${EXTENSION_ORIGIN}.evil.example`, 'null', base];
  for (const origin of [...wrong, `${firefox}.evil.example`, 'moz-extension://evil', `https://${firefox}`])
    assert.equal(await browser({ origin }).opened, 403, origin);
  assert.equal(await browser({ origin: firefox }).opened, 101);
  const without = new WebSocket(`${base.replace('http', 'ws')}/extension`);
  const status = await new Promise((resolve) =>
    without.once('unexpected-response', (_, response) => resolve(response.statusCode)),
  );
  assert.equal(status, 403);
  // What it may open is the socket, and nothing else.
  assert.equal(
    (await fetch(`${base}/extension/browsers`, { headers: { origin: EXTENSION_ORIGIN } })).status,
    403,
  );
  assert.equal((await fetch(`${base}/extension/browsers`)).status, 401);
  await assert.rejects(new PairingDesk(base, 'wrong-key').pair('123456'), { code: 'PAIRING_REFUSED' });
});

test('a wrong code is told with what is left; none, and several that ask, too', async (t) => {
  const { desk, browser } = await start(t);
  await assert.rejects(desk.pair('123456'), { code: 'NO_BROWSER_TO_PAIR' });
  await assert.rejects(desk.pair('12345'), { code: 'INVALID_PAIRING_CODE' });
  const one = browser();
  await one.hello(true);
  await one.next('waiting');
  const [wrong] = await Promise.allSettled([desk.pair('999999'), one.show('123456')]);
  assert.ok(wrong.status === 'rejected');
  assert.equal(wrong.reason.code, 'WRONG_PAIRING_CODE');
  assert.match(wrong.reason.hint, /4 tries are left/);
  const two = browser({ name: 'browser-two' });
  await two.hello(true);
  await two.next('waiting');
  await assert.rejects(desk.pair('123456'), { code: 'SEVERAL_BROWSERS_TO_PAIR' });
  two.socket.terminate();
  one.socket.terminate();
});

test('who says nothing, nonsense or another protocol is sent away', async (t) => {
  const { browser } = await start(t, { proof: 200, pairing: 300 });
  const silent = browser();
  assert.equal(await silent.closed, 'took too long');
  const late = browser();
  await late.hello(true);
  assert.equal(await late.closed, 'took too long');
  for (const words of ['{', '[]', '{"type":"hello"}', '{"type":"proof","proof":"x"}']) {
    const odd = browser();
    await odd.opened;
    odd.socket.send(words);
    assert.equal(await odd.closed, 'no such message', words);
  }
  const newer = browser({ protocol: 99 });
  await newer.hello(false);
  assert.match((await newer.next('refused')).why, /another version/);
});

test('a book that cannot be read is an empty one', async (t) => {
  const state = await scratch(t);
  const book = new BrowserBook(state);
  await writeFile(join(state, 'browsers.json'), '[{"id":1}, "x", {');
  assert.deepEqual(await book.list(), []);
  const known = { id: 'b', name: 'n', secret: 's', since: 1 };
  await Promise.all([book.add(known), book.add({ ...known, id: 'c' }), book.add({ ...known, name: 'm' })]);
  assert.deepEqual(
    (await book.list()).map(({ id, name }) => id + name),
    ['cn', 'bm'],
  );
});

test('another key neither sees nor parts with the browsers of the first', async (t) => {
  const { base, desk, paired } = await start(t);
  await (await paired()).next('welcome');
  const other = new PairingDesk(base, OTHER);
  assert.deepEqual(await other.list(), []);
  await assert.rejects(other.revoke('browser-one'), {
    code: 'NO_SUCH_BROWSER',
    data: { id: 'browser-one', ids: [] },
  });
  assert.equal((await desk.list()).length, 1);
});

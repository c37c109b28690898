import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { AppLogins, cookieFor, isOwnPage } from './app-logins.ts';

const from = (headers: Record<string, string>, localPort = 7700, socket = {}) =>
  ({ headers, socket: { localPort, ...socket } }) as unknown as IncomingMessage;
const withCookie = (token: string, port = 7700) => from({ cookie: `a=b; sensorium_${port}=${token}` }, port);

test('a code is good once, and for five minutes', async () => {
  let now = 0;
  const logins = new AppLogins({ now: () => now });
  const code = logins.code(['own user']);
  const token = await logins.swap(code, from({}));
  assert.ok(token);
  assert.equal(await logins.swap(code, from({})), undefined);
  assert.equal(await logins.swap('nonsense', from({})), undefined);
  assert.deepEqual(await logins.who(withCookie(token)), ['own user']);
  const late = logins.code(['own user']);
  now += 5 * 60_000;
  assert.equal(await logins.swap(late, from({})), undefined);
  now += 12 * 3_600_000;
  assert.equal(await logins.who(withCookie(token)), undefined);
});

test('a login is the port’s, ends when it is ended, and only so many are kept', async () => {
  const logins = new AppLogins();
  const token = await logins.login(['key 1'], from({}));
  assert.equal(await logins.who(from({ cookie: `sensorium_7701=${token}` })), undefined);
  assert.equal(await logins.who(from({})), undefined);
  logins.end(withCookie(token));
  assert.equal(await logins.who(withCookie(token)), undefined);
  const [first, ofOthers] = (await Promise.all(
    ['key 1', 'key 2'].map((key) => logins.login([key], from({}))),
  )) as [string, string];
  for (let more = 0; more < 200; more++) await logins.login(['key 1'], from({}));
  assert.equal(await logins.who(withCookie(first)), undefined);
  assert.deepEqual(await logins.who(withCookie(ofOthers)), ['key 2'], 'nobody ends the logins of others');
});

test('codes and cookies of our own user are good for nobody else of this machine', async () => {
  const isOfOwnUser = async (socket: object) => 'isOwn' in socket;
  const logins = new AppLogins({ isOfOwnUser });
  const by = (cookie: string, socket: object) => from({ cookie }, 7700, socket);
  const [here, own] = [{ remoteAddress: '127.0.0.1' }, { remoteAddress: '::1', isOwn: true }];
  const code = logins.code(['own user']);
  assert.equal(await logins.swap(code, by('', here)), undefined, 'who reads it in the list of processes');
  const cookie = `sensorium_7700=${await logins.swap(code, by('', own))}`;
  assert.deepEqual(await logins.who(by(cookie, own)), ['own user'], 'the code was not used up meanwhile');
  assert.equal(await logins.who(by(cookie, here)), undefined, 'who was sent it on another port');
  assert.equal(await logins.who(by(cookie, { remoteAddress: '10.0.0.9' })), undefined, 'nor elsewhere');
  const withKey = `sensorium_7700=${await logins.login(['key 2'], by('', here))}`;
  assert.deepEqual(await logins.who(by(withKey, here)), ['key 2'], 'another user with a key of their own');
  const far = { remoteAddress: '10.0.0.9' };
  const ofFar = `sensorium_7700=${await logins.swap(logins.code(['key 1']), by('', far))}`;
  assert.deepEqual(await logins.who(by(ofFar, far)), ['key 1'], 'another machine');
});

test('the cookie is kept from scripts, other sites and other paths', () => {
  assert.equal(
    cookieFor(from({}, 7711), 'abc'),
    'sensorium_7711=abc; Path=/app; HttpOnly; SameSite=Strict; Max-Age=43200',
  );
  assert.match(cookieFor(from({}, 1, { encrypted: true }), 'abc'), /; Secure$/);
  assert.match(cookieFor(from({}), undefined), /^sensorium_7700=; .*Max-Age=0$/);
});

test('only its own page may ask', () => {
  const host = 'localhost:7700';
  assert.ok(isOwnPage(from({ host })));
  assert.ok(isOwnPage(from({ host, origin: `http://${host}` })));
  assert.ok(isOwnPage(from({ host, 'sec-fetch-site': 'same-origin' })));
  assert.ok(isOwnPage(from({ host, 'sec-fetch-site': 'none' })));
  assert.ok(!isOwnPage(from({ host, origin: 'http://localhost:3000' })));
  assert.ok(!isOwnPage(from({ host, origin: 'http://127.0.0.1:7700' })));
  assert.ok(!isOwnPage(from({ host, origin: 'null' })));
  assert.ok(!isOwnPage(from({ host, 'sec-fetch-site': 'same-site' })));
  assert.ok(!isOwnPage(from({ host, 'sec-fetch-site': 'cross-site' })));
});

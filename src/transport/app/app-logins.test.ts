import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { AppLogins, cookieFor, isOwnPage } from './app-logins.ts';

const from = (headers: Record<string, string>, localPort = 7700, socket = {}) =>
  ({ headers, socket: { localPort, ...socket } }) as unknown as IncomingMessage;
const withCookie = (token: string, port = 7700) => from({ cookie: `a=b; sensorium_${port}=${token}` }, port);

test('a code is good once, and for five minutes', () => {
  let now = 0;
  const logins = new AppLogins(() => now);
  const code = logins.code(['own user']);
  const token = logins.swap(code);
  assert.ok(token);
  assert.equal(logins.swap(code), undefined);
  assert.equal(logins.swap('nonsense'), undefined);
  assert.deepEqual(logins.who(withCookie(token)), ['own user']);
  const late = logins.code(['own user']);
  now += 5 * 60_000;
  assert.equal(logins.swap(late), undefined);
  now += 12 * 3_600_000;
  assert.equal(logins.who(withCookie(token)), undefined);
});

test('a login is the port’s, ends when it is ended, and only so many are kept', () => {
  const logins = new AppLogins();
  const token = logins.login(['key 1']);
  assert.equal(logins.who(from({ cookie: `sensorium_7701=${token}` })), undefined);
  assert.equal(logins.who(from({})), undefined);
  logins.end(withCookie(token));
  assert.equal(logins.who(withCookie(token)), undefined);
  const [first, ofOthers] = [logins.login(['key 1']), logins.login(['key 2'])];
  for (let more = 0; more < 200; more++) logins.login(['key 1']);
  assert.equal(logins.who(withCookie(first)), undefined);
  assert.deepEqual(logins.who(withCookie(ofOthers)), ['key 2'], 'nobody ends the logins of others');
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

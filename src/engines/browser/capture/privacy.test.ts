import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Privacy } from './privacy.ts';
import { isSecretName, looksLikeCard } from './privacy-names.page.ts';

const privacy = new Privacy();

describe('names of secrets', () => {
  const words = privacy.rules.secretWords;
  it('are known however they are written', () => {
    for (const name of [
      ...[
        'password',
        'newPassword',
        'user[password]',
        'PASSWD',
        'card-number',
        'cardNumber',
        'cc_number',
        'cvv2',
      ],
      ...['access_token', 'client_secret', 'security code', 'one-time-code', 'ssn', 'pinCode', 'tokens'],
    ]) {
      assert.equal(isSecretName(name, words), true, name);
    }
  });
  it('are not seen where there are none', () => {
    for (const name of [
      ...[
        'name',
        'discard',
        'nextPageToken',
        'page_token',
        'cc',
        'spinning',
        'wildcard',
        'passenger',
        'shopping',
      ],
      ...['dashboard', 'secretary', 'compass'],
    ]) {
      assert.equal(isSecretName(name, words), false, name);
    }
  });
});

it('knows a card by its number', () => {
  assert.equal(looksLikeCard('4111 1111 1111 1111'), true);
  assert.equal(looksLikeCard('4111111111111112'), false);
  assert.equal(looksLikeCard('0000000000000000'), false);
  assert.equal(looksLikeCard('call 4111111111111111'), false);
});

describe('endpoints for signing in', () => {
  it('are known by a word of their path', () => {
    for (const path of [
      '/login',
      '/api/v1/auth/refresh',
      '/oauth/token',
      '/users/sign-in',
      '/session',
      '/api-key/new',
    ]) {
      assert.equal(privacy.isAuthEndpoint(`https://example.org${path}?x=1`), true, path);
    }
    for (const path of ['/authors', '/catalog', '/tokenize', '/blog/in', '/sessional', '/']) {
      assert.equal(privacy.isAuthEndpoint(`https://example.org${path}`), false, path);
    }
    assert.equal(privacy.isAuthEndpoint('https://auth.example.org/users?login=1'), false);
  });
  it('can be chosen', () => {
    assert.equal(new Privacy({ authWords: ['secure'] }).isAuthEndpoint('/secure/x'), true);
    assert.equal(new Privacy({ authWords: [] }).isAuthEndpoint('/login'), false);
  });
});

describe('bodies', () => {
  it('lose the values of secret fields, and nothing else', () => {
    assert.equal(
      privacy.body('{"user":"ada","password":"a\\"b","nested":{"cvv":123,"ok":[1]}}', 'application/json'),
      '{"user":"ada","password":"[redacted]","nested":{"cvv":"[redacted]","ok":[1]}}',
    );
    assert.equal(
      privacy.body('a=1&new%5Bpassword%5D=x%20y&b=2', 'application/x-www-form-urlencoded; charset=utf-8'),
      'a=1&new%5Bpassword%5D=[redacted]&b=2',
    );
    const part = (name: string, value: string) =>
      `--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    assert.equal(
      privacy.body(
        `${part('user', 'ada')}${part('password', 'two\r\nlines')}--X--`,
        'multipart/form-data; boundary=X',
      ),
      `${part('user', 'ada')}${part('password', '[redacted]')}--X--`,
    );
  });
  it('are left as they are where there is no secret', () => {
    const text = '<form><input name="password" value="x"></form>';
    assert.equal(privacy.body(text, 'text/html'), text);
  });
});

it('takes secrets out of addresses', () => {
  assert.equal(privacy.url('/a?x=1&token=abc#top'), '/a?x=1&token=[redacted]#top');
  assert.equal(privacy.url('/a?q=%E0%A4%A&pwd=1'), '/a?q=%E0%A4%A&pwd=[redacted]');
  assert.equal(privacy.url('/a#?token=1'), '/a#?token=[redacted]');
});

it('withholds values of headers and names them', () => {
  const { headers, withheld } = privacy.headers([
    ['Accept', '*/*'],
    ['Authorization', 'Bearer x'],
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
  ]);
  assert.deepEqual(headers[1], ['Authorization', '[withheld]']);
  assert.deepEqual(withheld, ['authorization', 'set-cookie']);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { secretCorpus } from '../../eval/corpus/secrets.ts';
import { cut } from './cut.ts';
import { Redactor } from './redact.ts';

/** In pieces, so that nobody takes it for a real one. */
const key = `ghp_${'aB3dE5gH'.repeat(5)}`;

test('words are cut before a secret that would be halved', () => {
  assert.equal(cut('short', 10), 'short');
  assert.equal(cut('0123456789', 4), '0123…');
  assert.equal(cut(`the key is ${key}, they say`, 20), 'the key is …');
  assert.equal(
    cut(`the key is ${key}, they say`, 60),
    `the key is ${key}, they say`.slice(0, 60).concat('…'),
  );
});

test('of what others cut in the middle nothing is shown either', () => {
  const redactor = new Redactor();
  for (const most of [10, 12, 30, 43]) {
    assert.equal(redactor.text(`it is ${key.slice(0, most)}…`), 'it is [REDACTED:github-pat]…');
    assert.equal(redactor.text(key.slice(0, most)), '[REDACTED:github-pat]');
  }
  const token = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0In0', 'c2lnbmF0dXJl'].join('.');
  for (const most of [12, 18, 30, 42])
    assert.equal(redactor.text(`it is ${token.slice(0, most)}…`), 'it is [REDACTED:jwt]…');
  assert.equal(redactor.text('postgres://anna:hunt…'), 'postgres://anna:[REDACTED:url-password]…');
  for (const words of [
    'http://localhost:3000…',
    'a cursor eyJpZCI6MTJ9',
    'keys begin with ghp_…',
    'sk_live_…',
  ])
    assert.equal(redactor.text(words), words);
});

test('wherever a text is cut, six characters of a secret in it are not left', () => {
  const redactor = new Redactor();
  for (const { kind, text, secrets } of secretCorpus(11, 1)) {
    const whole = redactor.text(text);
    for (const secret of secrets.filter((one) => one.length >= 12 && !whole.includes(one.slice(0, 6)))) {
      const most = text.indexOf(secret) + secret.length - 4;
      if (most >= text.length) continue;
      const shown = redactor.text(cut(text, most));
      assert.ok(!shown.includes(secret.slice(0, 6)), `${kind}: ${shown}`);
    }
  }
});

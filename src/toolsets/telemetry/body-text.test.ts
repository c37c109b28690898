import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyText } from './body-text.ts';

const kept = (text: string) => ({ getBody: async () => Buffer.from(text) });
const ref = { blob: 'x', length: 5, stored: 5, kind: 'text' as const };

test('text is shown, cut where it is long or was cut when it was kept', async () => {
  assert.deepEqual(await bodyText(kept('hello'), ref, 10), { text: 'hello', isCut: false, whole: 'hello' });
  assert.deepEqual(await bodyText(kept('hello'), ref, 2), { text: 'he', isCut: true, whole: 'hello' });
  assert.equal((await bodyText(kept('hello'), { ...ref, length: 99 }, 10))?.isCut, true);
});

test('what is not text, not kept or withheld says so', async () => {
  const gone = { getBody: async () => undefined };
  assert.equal(await bodyText(kept(''), undefined, 10), undefined);
  assert.match((await bodyText(gone, ref, 10))!.text, /no longer kept: 5 bytes/);
  assert.match(
    (await bodyText(kept(''), { ...ref, kind: 'binary', mimeType: 'image/png' }, 10))!.text,
    /binary: 5 bytes, image\/png/,
  );
  assert.match(
    (await bodyText(kept(''), { withheld: 'auth-endpoint', length: 7 }, 10))!.text,
    /withheld: this address handles logins, 7 bytes/,
  );
});

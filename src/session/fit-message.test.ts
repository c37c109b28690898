import assert from 'node:assert/strict';
import test from 'node:test';
import { image, text } from '../kernel/content.ts';
import { fitMessage, type Spill } from './fit-message.ts';

function spilling() {
  const files: { mimeType: string; bytes: Uint8Array }[] = [];
  const spill: Spill = async (_tool, mimeType, bytes) => {
    files.push({ mimeType, bytes });
    return { uri: `file:///${files.length}`, path: `/${files.length}` };
  };
  return { files, spill };
}
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test('what fits is left as it is', async () => {
  const { files, spill } = spilling();
  const result = { content: [text('small')], structuredContent: { a: 1 } };
  assert.equal(await fitMessage('t', result, spill), result);
  assert.equal(files.length, 0);
});

for (const [title, character] of [
  ['escapes', '\u0001'],
  ['wide characters', '漢'],
  ['quotes', '"'],
] as const) {
  test(`${title} are counted as they go on the wire`, async () => {
    const { files, spill } = spilling();
    const fitted = await fitMessage(
      't',
      { content: [text(character.repeat(3000)), text('rest')] },
      spill,
      5000,
    );
    assert.ok(bytes(fitted) < 5000);
    assert.equal(files[0]!.bytes.length, Buffer.byteLength(character.repeat(3000)));
  });
}

test('the largest parts go first, pictures as pictures, until the rest fits', async () => {
  const { files, spill } = spilling();
  const content = [text('x'.repeat(5000)), image(new Uint8Array(20_000), 'image/png'), text('y'.repeat(100))];
  const fitted = await fitMessage('t', { content }, spill, 10_000);
  assert.deepEqual(
    files.map((file) => [file.mimeType, file.bytes.length]),
    [['image/png', 20_000]],
  );
  assert.deepEqual(
    fitted.content.map((block) => block.type),
    ['text', 'resource_link', 'text', 'text'],
  );
});

test('large structured data go to a file and are named', async () => {
  const { files, spill } = spilling();
  const fitted = await fitMessage(
    't',
    { content: [text('a')], structuredContent: { big: 'z'.repeat(20_000) } },
    spill,
    10_000,
  );
  assert.deepEqual(Object.keys(fitted.structuredContent ?? {}), ['file']);
  assert.equal(JSON.parse(Buffer.from(files[0]!.bytes).toString()).big.length, 20_000);
  assert.equal(fitted.content[1]!.type, 'resource_link');
});

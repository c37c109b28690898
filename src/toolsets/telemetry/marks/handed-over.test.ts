import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { scratch } from '../../../../test/kit/scratch.ts';
import type { Handed } from '../../../contract/handing.ts';
import type { Drawing } from '../../../contract/marks.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLog } from '../../../kernel/log.ts';
import type { OutputFolder } from '../../../kernel/output.ts';
import { Redactor } from '../../../kernel/redact.ts';
import { documentsOf } from '../../../store/own-documents.ts';
import { openStore } from '../../../store/store.ts';
import { keepHanded } from './handed-over.ts';

const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

const HANDED: Handed = {
  id: '0123456789abcdef',
  tab: 7,
  url: 'http://shop.test/',
  title: 'Shop',
  at: Date.UTC(2026, 0, 2),
  note: `Why? ${SECRET}`,
  marks: [
    {
      number: 1,
      kind: 'box',
      box: { x: 1, y: 2, width: 3, height: 4 },
      points: [],
      text: 'this one',
      url: 'http://shop.test/',
      viewport: { width: 800, height: 600 },
      scroll: { x: 0, y: 0 },
      elements: [],
    },
  ],
  pictures: { plain: Buffer.from('a picture').toString('base64') },
};

/** Two keys of one person, and a folder that takes files or does not. */
async function kept(t: TestContext, write: (name: string, bytes: Uint8Array) => string) {
  const folder = await scratch(t);
  const store = openStore({ folder: join(folder, 'state'), clock: systemClock(), log: silentLog });
  t.after(() => store.close());
  const redactor = new Redactor();
  const output = {
    write: async (_: unknown, name: string, bytes: Uint8Array) => ({ path: write(name, bytes) }),
  } as unknown as OutputFolder;
  const callers = ['one', 'two'].map((name) => ({ name, cwd: folder, session: 'extension' }));
  const parts = {
    store,
    output,
    log: silentLog,
    redact: (words: string) => redactor.text(words),
    redactValue: <T>(value: T) => redactor.value(value),
  };
  await keepHanded(parts, callers, HANDED);
  const drawings = (caller: (typeof callers)[number]) =>
    documentsOf(store, caller).ofKey('drawings').get(`shown-${HANDED.id}`);
  return (await Promise.all(callers.map(drawings))) as readonly Drawing[];
}

test('what a person hands over is there for each of their keys, without secrets', async (t) => {
  const written = new Map<string, string>();
  const [one, two] = await kept(t, (name, bytes) => {
    written.set(name, Buffer.from(bytes).toString());
    return `/out/${name}`;
  });
  assert.deepEqual(one, two);
  assert.deepEqual(
    [one?.status, one?.url, one?.asked, one?.marks[0]?.id, one?.marks[0]?.text],
    ['submitted', 'http://shop.test/', '2026-01-02T00:00:00.000Z', `ann_${HANDED.id}_1`, 'this one'],
  );
  assert.match(one?.note ?? '', /^Why\? \[/);
  assert.ok(!JSON.stringify(one).includes(SECRET));
  const plain = `shown-${HANDED.id}-plain.png`;
  assert.deepEqual([one?.pictures, written.get(plain)], [{ plain: `/out/${plain}` }, 'a picture']);
});

test('words and marks are kept where a picture cannot be', async (t) => {
  const [one] = await kept(t, () => {
    throw new Error('the disk is full');
  });
  assert.deepEqual([one?.pictures, one?.marks.length], [{}, 1]);
});

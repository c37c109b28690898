/**
 * How fast secrets are found in text: `npm run bench -- redaction [megabytes]`. Beside it one plain look at every
 * character of the same text, so that a slow or busy machine is told from slow code. Processor time, medians of five.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const BAR = 100;
const ROUNDS = 5;
const megabytes = Number(process.argv[2] ?? 4);

/** Pieces that are repeated: what servers really write, and what somebody would write to stop them. */
const USUAL: Readonly<Record<string, string>> = {
  prose: 'The quick brown fox jumps over 12 lazy dogs, and nobody asked for its papers. ',
  json: '{"id":4711,"name":"Anna Becker","roles":["admin","user"],"email":"a@b.de","total_tokens":12,"ok":true},\n',
  log: '2026-03-04T10:11:12.123Z INFO  [worker-3] GET /api/v2/orders/4711?page=2 200 17ms trace=9f86d081884c7d65\n',
  html: '<tr class="row even"><td data-key="4711">Anna</td><td><a href="/customers/4711">open</a></td></tr>\n',
  code: 'export function keyOf(item: Item): string { return item.token ?? item.id + item.name; } // the key\n',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg',
};
const HOSTILE: Readonly<Record<string, string>> = {
  'eyJ-': 'eyJ-',
  'eyJa.': 'eyJaaaaaaaa.',
  'password=': 'password=',
  '"password":"': '"password":"',
  'sk-': 'sk-',
  '4111 ': '4111 ',
  'BEGIN KEY': '-----BEGIN PRIVATE KEY-----',
  'Bearer ': 'Bearer ',
  '://a:': '://a:',
  'a.b-key:': 'a.b.c-key:',
  IBAN: 'DE89 AAAA ',
  'type=': 'type="password" ',
  'token: "': 'token: "',
  Cookie: 'Cookie: a=b; ',
  'sk- ': 'sk- ',
  'sl.': 'sl.',
  'glc_/': 'glc_aa/',
  'pw=1': 'pw=1 ',
  '1Q~': '1Q~',
  $1$: '$1$',
  '-': '-',
  '="pw"': '="pw"\n',
  'PASS ': 'PASS ',
  '<secret>': '<secret>',
  'users and passwords': '{"user":"anna","password":"hunter2"},',
};
/** All of them by turns, as no processor can foresee: what is dearest. */
const MIXED = Array.from({ length: 20_000 }, (_, at) => {
  const pieces = Object.values(HOSTILE);
  return pieces[(Math.imul(at + 1, 2_654_435_761) >>> 8) % pieces.length]!;
}).join('');

/** As it is shipped: in one piece, which V8 makes quicker code of than of many files. */
async function shipped(): Promise<typeof import('../src/kernel/redaction/find-secrets.ts')> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-redaction-'));
  try {
    const file = path.join(folder, 'find-secrets.mjs');
    const input = fileURLToPath(new URL('../src/kernel/redaction/find-secrets.ts', import.meta.url));
    const bundle = await rolldown({ input, platform: 'node' });
    await bundle.write({ file });
    await bundle.close();
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Megabytes a second of processor time. */
function rateOf(work: (text: string) => unknown, text: string): number {
  work(text.slice(0, 100_000));
  const rates = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage();
    work(text);
    const { user, system } = process.cpuUsage(start);
    return text.length / Math.max(1, user + system);
  });
  return median(rates);
}

const table = new Uint8Array(65_536);
function look(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += table[text.charCodeAt(at)]!;
  return sum;
}

const { findSecrets } = await shipped();
let isHeld = true;
process.stdout.write('| text | MB/s | of one plain look | bar |\n|---|---|---|---|\n');
for (const [name, piece] of Object.entries({ ...USUAL, ...HOSTILE, 'all of these, mixed': MIXED })) {
  const flat = Buffer.from(piece.repeat(Math.ceil((megabytes * 1e6) / piece.length))).toString('latin1');
  const [ours, plain] = [rateOf(findSecrets, flat), rateOf(look, flat)];
  isHeld &&= ours >= BAR;
  process.stdout.write(
    `| ${name} | ${ours.toFixed(0)} | ${(ours / plain).toFixed(2)} | ${BAR}: ${ours >= BAR ? 'held' : 'MISSED'} |\n`,
  );
}
process.exitCode = isHeld ? 0 : 1;

import assert from 'node:assert/strict';
import { Session } from 'node:inspector/promises';
import test from 'node:test';
import { secretCorpus } from '../../../eval/corpus/secrets.ts';
import { fc } from '../../../test/kit/properties.ts';
import { findSecrets, SecretSearch } from './find-secrets.ts';

/** What somebody would write to keep the search busy; ⏎ ends a line. */
const HOSTILE = [
  'eyJ-¦eyJaaaaaaaa.¦password=¦"password":"¦sk-¦sk- ¦sk-a1B2¦4111 ¦Bearer ¦://a:¦$2a$¦$1$¦a.b.c-key:¦type="password" ',
  '<input type="password" ¦value="¦DE89 AAAA ¦DE89 ¦Authorization: ¦1234-¦:1234:a:b:¦1Q~¦token: "¦token "¦\\u0026¦_',
  'Cookie: a=¦<secret>¦<secret a¦<a:key ¦xxxxxxxxxxxxxxxxxxxxxxxx¦%22token%22%3A¦sl.¦pw:/¦pw=1 ¦="pw"⏎¦key=aaa1¦é¦⏎¦ ¦-',
  '-----BEGIN PRIVATE KEY-----¦-----END ¦glc_aa/¦ -p¦ -p x¦curl -u a:¦mysql -p¦name: KEY⏎  value: ¦>key</key>¦"key", "',
  'password for ¦key string = ¦key={¦token - "¦https://a1b2c3d4e5f6g7h8i9j0@¦ab_A1¦<code>¦0x¦key=1.1¦ERLANG_COOKIE=¦abcd ¦key ?¦key::¦key: |⏎  ¦ is the password ',
  '"name": "key", "value": "¦setKey("¦{SSHA}¦key={SSHA}¦PASS ¦identified by ¦password is ¦1/1234567890123:¦a1b2c3=',
].flatMap((line) => line.replaceAll('⏎', '\n').split('¦'));

const repeated = (pieces: readonly string[], length: number) => {
  const piece = pieces.join('');
  return piece.repeat(Math.ceil(length / piece.length));
};
const mixture = fc.array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 6 });
const examples = HOSTILE.map((piece): [string[]] => [[piece]]);

/** How many blocks of code of this folder ran, each as often as it did: nothing is timed. */
async function counted(session: Session, work: () => void): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  let steps = 0;
  for (const { url, functions } of result)
    if (url.includes('/kernel/redaction/') && !url.endsWith('.test.ts'))
      for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  return steps;
}

test('a text four times as long takes four times the steps, and few for each character', async () => {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    await fc.assert(
      fc.asyncProperty(mixture, async (pieces) => {
        const short = await counted(session, () => findSecrets(repeated(pieces, 20_000)));
        const long = await counted(session, () => findSecrets(repeated(pieces, 80_000)));
        assert.ok(long < 5 * short + 5_000, `${short} and ${long} steps: ${JSON.stringify(pieces)}`);
        assert.ok(long < 60 * 80_000, `${long} steps: ${JSON.stringify(pieces)}`);
      }),
      { numRuns: HOSTILE.length + 10, examples },
    );
  } finally {
    session.disconnect();
  }
});

/** The smallest window that shows all that anything looks at. */
const SMALL = 21_000;

function inWindows(text: string, size: number): SecretSearch['finds'] {
  const search = new SecretSearch(text, size);
  while (!search.isOver) search.goOn();
  return search.finds;
}

test('where a text is divided changes nothing of what is found', () => {
  const secrets = fc.constantFrom(...secretCorpus(4, 1).map(({ text }) => `${text}\n`));
  const piece = fc.oneof(fc.constantFrom(...HOSTILE), secrets);
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 0, max: 30_000 }),
      (pieces, more) => {
        const text = repeated(pieces, 60_000);
        assert.deepEqual(inWindows(text, SMALL + more), findSecrets(text));
      },
    ),
    { numRuns: 80 },
  );
});

test('searches that take turns find what each of them finds alone', () => {
  const dense = `pw=hunter2 ${'and so on '.repeat(3)}`.repeat(10_000);
  const hostile = HOSTILE.join('').repeat(300);
  const searches = [dense, hostile, dense].map((text) => new SecretSearch(text));
  while (searches.some(({ isOver }) => !isOver))
    for (const search of searches) if (!search.isOver) search.goOn();
  assert.deepEqual(
    searches.map(({ finds }) => finds),
    [dense, hostile, dense].map(findSecrets),
  );
  assert.equal(searches[0]!.finds.length, 10_000);
});

test('a secret is found wherever it stands in a long text, and however long it is', () => {
  const texts = secretCorpus(5, 1)
    .map(({ text }) => text)
    .join('\n');
  const shown = (text: string) => findSecrets(text).map(({ name, from, to }) => `${name} ${to - from}`);
  const wanted = shown(texts);
  for (const before of [0, 100, 55_400, 55_500, 65_400, 65_500, 120_900, 1_000_000])
    for (const more of [0, 37, 61])
      assert.deepEqual(shown(`${'one word, '.repeat((before + more) / 10)}\n${texts}`), wanted, `${before}`);
  const word = 'aB3d'.repeat(50_000);
  assert.deepEqual(shown(`x ${word}_password=hunter2 y`), ['password 7']);
  assert.deepEqual(shown(`x password="${word}" y`), ['password 200000']);
  assert.deepEqual(shown(`x ghp_${word} y`), ['github-pat 200004']);
});

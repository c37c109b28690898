import assert from 'node:assert/strict';
import test from 'node:test';
import { NEW_KINDS, newFiles } from '../../../eval/corpus/newcomers/corpus.ts';
import { KIND_COUNT, secretCorpus } from '../../../eval/corpus/secrets.ts';
import { STRANGE_KINDS, strangeFiles, strangeLines } from '../../../eval/corpus/strangers/corpus.ts';
import { scoreOf } from '../../../eval/secret-score.ts';
import { fc } from '../../../test/kit/properties.ts';
import { newId } from '../ids.ts';
import { findSecrets } from './find-secrets.ts';
import { isSecretValue } from './named-value.ts';

/** The text with what was found in brackets. */
function shown(text: string): string {
  let [result, at] = ['', 0];
  for (const { name, from, to } of findSecrets(text)) {
    result += `${text.slice(at, from)}[${name}]`;
    at = to;
  }
  return result + text.slice(at);
}

const hidden: readonly (readonly [text: string, shown: string])[] = [
  ['db_password      = "x1y2"', 'db_password      = "[password]"'],
  ['const KEY: &str = "a8Fk2mQ9xZ7cV4bN1pL6"', 'const KEY: &str = "[api-key]"'],
  [
    'variable "db_password" {\n  default = "hunter"\n}',
    'variable "db_password" {\n  default = "[password]"\n}',
  ],
  ['smtp.login("anna", "hunter")', 'smtp.login("anna", "[password]")'],
  ['auth=("anna", "hunter")', 'auth=("anna", "[password]")'],
  ['sent verification code 482913 to', 'sent verification code [secret] to'],
  ['"--otp" "482913"', '"--otp" "[secret]"'],
  ['postgres://app:s3cret@db/shop', 'postgres://app:[url-password]@db/shop'],
  ['redis://:s3cret@cache:6379', 'redis://:[url-password]@cache:6379'],
  ['DB_PASSWORD=correcthorse', 'DB_PASSWORD=[password]'],
  ['password: correcthorse\nport: 1', 'password: [password]\nport: 1'],
  ['{"password":"hunter"}', '{"password":"[password]"}'],
  ['{"user_pw":"x","pass":"abc"}', '{"user_pw":"[password]","pass":"[password]"}'],
  ['<password>hunter2</password>', '<password>[password]</password>'],
  ['<input type="password" value="hunter2">', '<input type="password" value="[password]">'],
  ['name="password"\r\n\r\nhunter2\r\n--x', 'name="password"\r\n\r\n[password]\r\n--x'],
  ['Authorization: Token abc123def', 'Authorization: Token [authorization]'],
  ['{"name":"x-api-key","value":"hunter"}', '{"name":"x-api-key","value":"[api-key]"}'],
  ['["authorization","Bearer abcdefgh1"]', '["authorization","Bearer [bearer-token]"]'],
  ['Cookie: theme=dark; app=k3J9xQ2mZ7vB1nR8', 'Cookie: theme=dark; app=[session-cookie]'],
  [String.raw`{"a":"x\npassword=hunter2"}`, String.raw`{"a":"x\npassword=[password]"}`],
  ['%22password%22%3A%22hunter2%22', '%22password%22%3A%22[password]%22'],
  ['a PGPASSWORD=abc psql', 'a PGPASSWORD=[password] psql'],
  ["api token - 'tyg635h477e5zf1cbvk94xjwam20mjn1'", "api token - '[session-cookie]'"],
  ['build token = "qdmxigxqpkpozfuxct"', 'build token = "[session-cookie]"'],
  ['const shopKey string = "TVAWji0p7uDI6OP9DyWv"', 'const shopKey string = "[api-key]"'],
  ['<secret>{AQAAABAAAAAgS2wg2NMlgalg9AUsrXPd1O}</secret>', '<secret>[api-key]</secret>'],
  ['the password for the new box is 2ocUkD-qJRAqx.', 'the password for the new box is [password].'],
  ['mail.password=khhk fpop zmmo uifp', 'mail.password=[password]'],
  ['https://c70a97d12306f1d8250715e308508921@o1.io/8', 'https://[url-password]@o1.io/8'],
  ['ERLANG_COOKIE=PTQCYWXHRXLMLMPJNYEO', 'ERLANG_COOKIE=[session-cookie]'],
  ['| auth token |skCrESWvpXysjm2aMGdMecRnw', '| auth token |[session-cookie]'],
  ['API_TOKEN ?= k3J9xQ2mZ7vB1nR8', 'API_TOKEN ?= [session-cookie]'],
  ['$apiToken .= "k3J9xQ2mZ7vB1nR8";', '$apiToken .= "[session-cookie]";'],
  ['api_token: |\n  k3J9xQ2mZ7vB1nR8\nport: 1', 'api_token: |\n  [session-cookie]\nport: 1'],
  ['{"name": "api_token",\n  "value": "hunter"}', '{"name": "api_token",\n  "value": "[session-cookie]"}'],
  ['// k3J9xQ2mZ7vB is the password', '// [password] is the password'],
  ['see shop_live_a8Fk2mQ9xZ7cV4bN1pL6a8Fk2mQ9xZ7c', 'see [vendor-key]'],
];

/** What programs and manuals are full of. */
const shownAsIs: readonly string[] = [
  'def_API("Z3_mk_fpa_numeral_int", VOID)',
  '<a accesskey="n" href="/next">',
  '<h4><code>http2session.originSet</code></h4>',
  '5351 5352 5353 5354 5355 5356 5365 5366 5367',
  "'Test2::Event::Pass' => '1.302168'",
  'SCM_CREDENTIALS = 0x02,',
  'exports.refreshAuthorization = refreshAuthorization;',
  'req.Header.Set("Authorization", "Bearer " + token)',
  "excludeHeaders: ['authorization', 'x-api-key']",
  'permissions:\n  id-token: write\n',
  'url = "/x?api_key=$shop_secret"\ncode: 200\n\n# Notes:\n',
  'the pass for which printing of changes is desired.',
  'key: "getElementsByClassName"',
  'API_KEY = "rdme_xxxxxxxxxxxxxxxxxxxxxxxxxx"',
  '`age`, `authorization`, `content-length`',
];
for (const text of shownAsIs)
  test(`shown as it is: ${JSON.stringify(text)}`, () => assert.equal(shown(text), text));

for (const [text, wanted] of hidden)
  test(`hidden: ${JSON.stringify(text)}`, () => assert.equal(shown(text), wanted));

const CORPORA = [
  { name: 'many kinds', recall: 0.99, samples: secretCorpus(20_261, 5) },
  { name: 'kinds and places of strangers', recall: 0.99, samples: strangeLines(20_261, 5) },
  // Some of these secrets are told by nothing but their place: the third argument of four, the column of a table.
  { name: 'whole files of strangers', recall: 0.95, samples: strangeFiles(20_261, 5) },
  { name: 'files of newcomers', recall: 0.94, samples: newFiles(20_261, 5) },
];
for (const { name, recall, samples } of CORPORA)
  test(`${name}: at least ${recall * 100} % hidden, 98 % of the finds right`, () => {
    const { secrets, hidden, finds, right, notes } = scoreOf(samples);
    const few = notes.slice(0, 10).join('\n');
    assert.ok(hidden >= recall * secrets, `${hidden} of ${secrets} hidden\n${few}`);
    assert.ok(right >= 0.98 * finds, `${right} of ${finds} right\n${few}`);
  });

test('there are enough kinds', () => {
  assert.ok(KIND_COUNT >= 150, `${KIND_COUNT} kinds`);
  assert.ok(STRANGE_KINDS >= 150, `${STRANGE_KINDS} kinds`);
  assert.ok(NEW_KINDS >= 150, `${NEW_KINDS} secrets`);
});

test('finds are in order, do not overlap, and lie within the text', () => {
  const piece = fc.oneof(
    fc.constantFrom(...hidden.map(([text]) => text)),
    fc.constantFrom(
      'password',
      '=',
      '"',
      ':',
      '\\',
      'eyJ',
      '.',
      '-----BEGIN ',
      'Bearer ',
      '://',
      '@',
      '%3A',
      '<',
      '>',
    ),
    fc.string({ maxLength: 12, unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      let at = 0;
      for (const { from, to } of findSecrets(text)) {
        assert.ok(from >= at && to > from && to <= text.length, JSON.stringify(text));
        at = to;
      }
    }),
    { numRuns: 500 },
  );
});

test('a field is secret by its name, or by its name and its look', () => {
  for (const name of ['password', 'dbPassword', 'X-Api-Key', 'client_secret', 'authorization', 'pin'])
    assert.ok(isSecretValue(name, '1234'), name);
  assert.ok(isSecretValue('key', 'k3J9xQ2mZ7vB1nR8'));
  for (const [name, value] of [
    ['key', 'Enter'],
    ['max_tokens', '4096'],
    ['nextPageToken', 'k3J9xQ2mZ7vB1nR8'],
    ['password', '********'],
    ['status_code', '404'],
    ['session_id', newId('s')],
  ] as const)
    assert.ok(!isSecretValue(name, value), name);
});

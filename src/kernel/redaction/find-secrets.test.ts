import assert from 'node:assert/strict';
import test from 'node:test';
import { NEW_KINDS, newFiles } from '../../../eval/corpus/newcomers/corpus.ts';
import { KIND_COUNT, secretCorpus } from '../../../eval/corpus/secrets.ts';
import { STRANGE_KINDS, strangeFiles, strangeLines } from '../../../eval/corpus/strangers/corpus.ts';
import { visitorFiles } from '../../../eval/corpus/visitors/corpus.ts';
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
  ['localhost:5432:*:postgres:letme1n', 'localhost:5432:*:postgres:[password]'],
  [`POST /bot123456789:AAL${'qLV5ZP2M'.repeat(4)} HTTP/1.1`, 'POST /[vendor-key] HTTP/1.1'],
  ['smtp-pass: Tulips&Roses7\nport: 1', 'smtp-pass: [password]\nport: 1'],
  ['wpa2-pre-shared-key=waldmeister', 'wpa2-pre-shared-key=[api-key]'],
  ['openssl pkcs12 -passin pass:p12pass -nodes', 'openssl pkcs12 -passin pass:[password] -nodes'],
  ['factory.setPassword("guest-of-honor")', 'factory.setPassword("[password]")'],
  ["SET PASSWORD FOR 'a' = PASSWORD('raindrop')", "SET PASSWORD FOR 'a' = PASSWORD('[password]')"],
  ['ALTER USER scott IDENTIFIED BY tiger4;', 'ALTER USER scott IDENTIFIED BY [secret];'],
  ['masterauth second-fiddle\n', 'masterauth [secret]\n'],
  ['Kennwort_Admin=Herbstlaub3', 'Kennwort_Admin=[password]'],
  ['password = """a;b#c"""', 'password = """[password]"""'],
  [
    ' name |      token       \n------+------------------\n a    | a8Fk2mQ9xZ7cV4bN \n',
    ' name |      token       \n------+------------------\n a    | [session-cookie] \n',
  ],
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
  // By what stands around.
  ['NewCookieStore([]byte("uYAHK8ObM1Nk2sXb8nd3"))', 'NewCookieStore([]byte("[secret]"))'],
  ['Your API key\n  k3J9xQ2mZ7vB1nR8\n', 'Your API key\n  [api-key]\n'],
  ['https://shop.test/invite/k3J9xQ2mZ7vB1nR8', 'https://shop.test/invite/[secret]'],
  ['a001 LOGIN anna@b.test k3J9xQ2mZ7', 'a001 LOGIN anna@b.test [secret]'],
  // As programs write what they hold.
  ['["password"]=>\n  string(10) "gravel2599"\n', '["password"]=>\n  string(10) "[password]"\n'],
  [
    '1) "user"\n2) "anna"\n3) "password"\n4) "c4ny0n99"',
    '1) "user"\n2) "anna"\n3) "password"\n4) "[password]"',
  ],
  ['token: Some(\n    "27acc5b5212658e9",\n)', 'token: Some(\n    "[session-cookie]",\n)'],
  ['{Authorization=[38939403890e34a454ddde96d01b], a=b}', '{Authorization=[[secret]], a=b}'],
  ["<QueryDict: {'password': ['tulip77']}>", "<QueryDict: {'password': ['[password]']}>"],
  ["on field 'password': rejected value [Falcon22!]", "on field 'password': rejected value [[password]]"],
  ['User(name=Anna, password=Tulip river amber)', 'User(name=Anna, password=[password])'],
  // As pages show it.
  ['<dt>Password</dt>\n<dd><code>tulip77</code></dd>', '<dt>Password</dt>\n<dd><code>[password]</code></dd>'],
  ['<tr><th>Access key</th><td>7e5c069903</td></tr>', '<tr><th>Access key</th><td>[api-key]</td></tr>'],
  ['Password\ntulip77\nOwner\nanna', 'Password\n[password]\nOwner\nanna'],
  ['- textbox "API key": tulip77', '- textbox "API key": [api-key]'],
  ['X-RapidAPI-Key: gSfPirgswLqfnJdg', 'X-RapidAPI-Key: [api-key]'],
  // In tables.
  ['-[ RECORD 1 ]\npassword | tulip77\nport     | 21', '-[ RECORD 1 ]\npassword | [password]\nport     | 21'],
  [
    'email,password\na@b.test,tulip\nc@d.test,rose\n',
    'email,password\na@b.test,[password]\nc@d.test,[password]\n',
  ],
  [
    '| user | password |\n|---|---|\n| anna | tulip |\n',
    '| user | password |\n|---|---|\n| anna | [password] |\n',
  ],
  [
    "INSERT INTO users (id, password) VALUES (1, 'tulip'), (2, 'rose');",
    "INSERT INTO users (id, password) VALUES (1, '[password]'), (2, '[password]');",
  ],
  // In other languages.
  ['пароль: tulip77', 'пароль: [secret]'],
  ['密码：tulip77', '密码：[secret]'],
  ['la contraseña es golondrina\n', 'la contraseña es [secret]\n'],
  ['Wachtwoord van de printer is pannenkoek', 'Wachtwoord van de printer is [secret]'],
  // In sentences and commands.
  ['Your Acme code is 896777. Do', 'Your Acme code is [secret]. Do'],
  ['backup code df26d-c117c worked', 'backup code [secret] worked'],
  ['# passphrase of the old key: Sommerregen\n', '# passphrase of the old key: [password]\n'],
  ['router login: admin / Zimtstern', 'router login: admin / [password]'],
  ["echo 'app:monsoon' | chpasswd", "echo 'app:[password]' | chpasswd"],
  ['keytool -storepass tulipan', 'keytool -storepass [password]'],
  ['anna:tulip7@tcp(10.0.0.1:3306)/shop', 'anna:[url-password]@tcp(10.0.0.1:3306)/shop'],
  ['smtps://anna@b.test:tulip@smtp.b.test', 'smtps://anna@b.test:[url-password]@smtp.b.test'],
  ['<password><![CDATA[tulip]]></password>', '<password><![CDATA[[password]]]></password>'],
  ['<Password><Value>Tulip</Value></Password>', '<Password><Value>[password]</Value></Password>'],
  ['APPKEY { 0x19, 0xDC, 0x70, 0x6D, 0x8F, 0x94, 0x54, 0xA4 }', 'APPKEY [api-key]'],
  ['carla:{SHA}Aq9eNLGP7Yv0SMFYj9xai/sMUTC=', 'carla:[password-hash]'],
  // Words that manuals put there, and people leave there.
  ['GRAPHITE_PASS=password\n', 'GRAPHITE_PASS=[password]\n'],
  ['- MYSQL_ROOT_PASSWORD=rootpassword\n', '- MYSQL_ROOT_PASSWORD=[password]\n'],
  ['docker run -e DB_PASSWORD=mysecret postgres', 'docker run -e DB_PASSWORD=[password] postgres'],
  ['smtp:\n  user: anna\n  password: password\n', 'smtp:\n  user: anna\n  password: [password]\n'],
  ['password=adminpassword\n', 'password=[password]\n'],
  ['login({ password: "secret" })', 'login({ password: "[password]" })'],
  ["CREATE USER a IDENTIFIED BY 'secret'", "CREATE USER a IDENTIFIED BY '[secret]'"],
  [
    "create(username: 'username', password: 'password')",
    "create(username: 'username', password: '[password]')",
  ],
  ['password: &#39;tulip&#39;', 'password: &#39;[password]&#39;'],
  ['imap_password: "password"', 'imap_password: "[password]"'],
  ['postgres://app:password@db/shop', 'postgres://app:[url-password]@db/shop'],
  ['DROPBOX_OAUTH_KEY=tulipanwiese\n', 'DROPBOX_OAUTH_KEY=[api-key]\n'],
  // Of what only wraps it the value stays the value.
  ['password = Some("banana"),', 'password = Some("[password]"),'],
  ['Password: aws.String("banana"),', 'Password: aws.String("[password]"),'],
  ['Password:            "banana",', 'Password:            "[password]",'],
  // One of a list is as secret as the next.
  ['backup codes: 8f3k-29sl, p0qa-77xz\n', 'backup codes: [secret]\n'],
  ['"tokens":["9d33fab579bedf74","9eb517d37cab5bf8"]', '"tokens":["[session-cookie]"]'],
  ["backupCodes: [ '8917-6800', '7884-7081' ]", "backupCodes: [ '[secret]' ]"],
];

/** What programs and manuals are full of. */
const shownAsIs: readonly string[] = [
  'psql postgres://user:password@localhost/dbname',
  '{"password": "Password", "user": "User"}',
  'login({ username: username, password: password })',
  'login({\n  username: username,\n  password: password\n})',
  'f(user=user, password=password)',
  'this.password = password;',
  'password = getenv("DB_PASSWORD")',
  'type: password\n',
  'mutation M($oldPassword: String!) { a }',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  ' id | pw_hash              | last_login \n----+----------------------+------------\n',
  'fe80:1234:ab11:beef:3b9c%en0 is up',
  '[Pre-shared keys]: #pre-shared-keys',
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
  'class X448PrivateKey(object): # key',
  '"integrity": "sha512-jaVrJdAHftx93oi39Z/mo34drUrwobjsFwRiXZa7V2eqHiVkh1QYyNn7LwVY6e03=="',
  'kubectl get pods; login ok at 2026-03-04T10:11:12.123Z',
  'arn:aws:secretsmanager:eu-west-1:441092837716:secret:prod/orders/db-AbC12d',
  '{"pass": "Element has an aria-busy attribute"}',
  'Idempotency-Key: 62f2637f-124e-4d7d-b1cc-c4445a1e601a',
  'publicKeyToken="31bf3856ad364e35"',
  'existingSecret: shop-api-postgresql',
  'db_password: ENC[AES256_GCM,data:N3Ofp+u/jnNg8/dN,iv:aSVGbx]',
  'exit code was 13741',
  // What a thing is called says what it is, whatever its line is about.
  `{"token":"","If-None-Match":"\\"${'15f97dbb19ab65f668b8e7ab6f4783e4'}\\""}`,
  'access_token, X-Correlation-ID=[15f97dbb19ab65f668b8e7ab6f4783e4]',
  'token login auth traceparent: "00-73b8a064195c55a62d21dfbf42e75adc-8ce9467d6d96e68d-01"',
  "INSERT INTO tokens (id, name) VALUES ('rB0QGGaxTCoJbwuHV0zmVC', 'a')",
  'name,login,token_type\nm5fDh1JkWuIvJJNdmOqNrP,anna,bearer',
  '| Field | Value |\n|---|---|\n| apiKey | |\n| createdDate | date7 |\n',
  '"TargetUserSid": "S-1-5-21-3541430928-2051711210-1391384369-1001"',
  'Session 0x14ed93111f20027 established',
  '<a>My token</a> <b>b30bbf97-506c-4ecd-aabc-842f3cb484fb</b>',
  'Password\nForgot it?\nPassword\nanna@shop.test',
  'function f(user, password, done) {\n  return g(user, password, done)\n}\n',
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
  // As much in these looks like a secret as is one; keys that are no secrets alone count as wrong finds.
  { name: 'files of visitors, first', recall: 0.97, precision: 0.95, samples: visitorFiles('first') },
  { name: 'files of visitors, second', recall: 0.88, precision: 0.95, samples: visitorFiles('second') },
];
for (const { name, recall, precision = 0.98, samples } of CORPORA)
  test(`${name}: at least ${recall * 100} % hidden, ${precision * 100} % of the finds right`, () => {
    const { secrets, hidden, finds, right, notes } = scoreOf(samples);
    const few = notes.slice(0, 10).join('\n');
    assert.ok(hidden >= recall * secrets, `${hidden} of ${secrets} hidden\n${few}`);
    assert.ok(right >= precision * finds, `${right} of ${finds} right\n${few}`);
  });

test('an ordinary log of many ids is shown whole', () => {
  const ids = [
    '96b6dd3d8eb143f09bbb19fd234cc6f5',
    '113d3a99c3da401fbd62cc2caa5b96d2',
    '54fadb412c4e40cdbaed9335e4c35a9e',
  ];
  const line = `2026-05-16 00:07:00.473 INFO compute.server [req-${ids.join(' ')} - - -] 10.11.10.1 "GET /v2/${ids[2]}/detail" 200\n`;
  const text = line.repeat(300);
  assert.deepEqual(findSecrets(text), []);
});

test('data in lines of base64 within JSON is no crowd of secrets', () => {
  const data = Buffer.from(
    JSON.stringify({ url: 'https://api.shop.test/repos/anna/keys', login: 'anna' }).repeat(300),
  );
  const lines = data.toString('base64').replace(/.{60}/g, '$&\\n');
  assert.deepEqual(findSecrets(`{"body":{"encoding":"ASCII-8BIT","base64_string":"${lines}"}}`), []);
});

test('what visitors need stays', () => {
  const lost = ['first', 'second'].map((part) => {
    const files = visitorFiles(part as 'first' | 'second');
    const kept = files.flatMap(({ text, keep, secrets }) => {
      const left = shown(text);
      return keep
        .filter((words) => !secrets.some((secret) => words.includes(secret)))
        .map((words) => left.includes(words));
    });
    return kept.filter((isKept) => !isKept).length / kept.length;
  });
  assert.ok(lost[0]! <= 0.01 && lost[1]! <= 0.03, `${lost} lost`);
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

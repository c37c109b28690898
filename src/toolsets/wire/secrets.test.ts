import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import test, { type TestContext } from 'node:test';
import { echoServer, exchange, portOf } from '../../../test/kit/tcp.ts';
import { type WireKit, wireKit, words } from '../../../test/kit/wire-kit.ts';
import { hideSecrets } from '../../kernel/hide-secrets.ts';
import { Redactor } from '../../kernel/redact.ts';
import type { Reply } from '../../kernel/tool.ts';
import { maskSecrets } from './mask-secrets.ts';
import { wireExport } from './wire-export.ts';
import { wireFlow } from './wire-flow.ts';
import { wireFlows } from './wire-flows.ts';
import { wireReplay } from './wire-replay.ts';

const redactor = new Redactor();
const redact = (text: string) => redactor.text(text);
const hiding = { redact, redactValue: <T>(value: T) => redactor.value(value) };

/** All that must not be seen ends so. */
const LEAK = /secret-\d/;

/** A flow whose every part holds a secret. */
async function secretFlow(t: TestContext) {
  const kit = await wireKit(t);
  const server = createServer((_, response) => {
    response.setHeader('set-cookie', 'sessionid=abcdefghijklmnop-secret-1; Path=/');
    response.setHeader('x-api-key', 'answered-secret-2');
    response.end(JSON.stringify({ api_key: 'body-secret-3', note: 'shown', at: Date.now() }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const port = await kit.rule(portOf(server.address()));
  await fetch(`http://127.0.0.1:${port}/?api_key=query-secret-4`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer token-secret-5',
      'x-api-key': 'asked-secret-6',
      cookie: 'session=0123456789abcdef-secret-7',
      connection: 'close',
    },
    body: new URLSearchParams({ client_secret: 'form-secret-8' }),
  }).then((answer) => answer.text());
  await kit.settled();
  return { kit, id: await newest(kit) };
}

async function newest(kit: WireKit): Promise<string> {
  return ((await kit.call(wireFlows)).data as { flows: { id: string }[] }).flows[0]!.id;
}

/** The answer as the session sends it, which redacts each string of it. */
const asSent = (reply: Reply) => `${redact(words(reply))}${JSON.stringify(redactor.value(reply.data))}`;

test('a HAR hides secrets that stand beside their name, in bodies, cookies, queries and forms', async (t) => {
  const { kit, id } = await secretFlow(t);
  const [file] = (await kit.call(wireExport, { format: 'har', ids: [id] })).data!.files as { path: string }[];
  const written = readFileSync(file!.path, 'utf8');
  assert.doesNotMatch(written, LEAK);
  const { log } = JSON.parse(written);
  assert.equal(log.entries[0].request.headers.length > 4, true);
  assert.match(log.entries[0].response.content.text, /"note":"shown"/);
});

test('a message in full and the diff of a replay show no header that is a secret', async (t) => {
  const { kit, id } = await secretFlow(t);
  for (const message of [0, 1]) {
    const shown = await kit.call(wireFlow, { id, message });
    assert.doesNotMatch(asSent(shown), LEAK);
    assert.match(words(shown), /x-api-key/i);
  }
  const again = await kit.call(wireReplay, { id });
  assert.equal(again.data!.equal, false);
  assert.doesNotMatch(asSent(again), LEAK);
});

test('text and hex show no secret, and keep their offsets', async (t) => {
  const { kit, id } = await secretFlow(t);
  assert.doesNotMatch(words(await kit.call(wireFlow, { id, view: 'text' })), LEAK);
  const dump = words(await kit.call(wireFlow, { id, view: 'hex' }));
  const seen = [...dump.matchAll(/\|(.*)\|$/gm)].map(([, shown]) => shown).join('');
  assert.doesNotMatch(seen, LEAK);
  assert.match(seen, /api_key=\*{14} HTTP/);
});

test('small pages do not give away in pieces what one page hides', async (t) => {
  const kit = await wireKit(t);
  const port = await kit.rule(await echoServer(t));
  const said = `${'x'.repeat(100)} api_key=abcdefgh-secret-9 end`;
  await exchange(port, said);
  await kit.settled();
  const id = await newest(kit);
  let all = '';
  for (let offset = 0; offset < said.length; offset += 3) {
    const page = words(await kit.call(wireFlow, { id, view: 'text', direction: 'up', offset, limit: 3 }));
    all += page.split('\n')[3];
  }
  assert.equal(all, said.replace('abcdefgh-secret-9', '*'.repeat(17)));
});

test('a secret that came in two reads is hidden in both', async (t) => {
  const kit = await wireKit(t);
  const port = await kit.rule(await echoServer(t));
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  for (const part of ['api_key=abcdefgh-sec', 'ret-1 end']) {
    socket.write(part);
    await once(socket, 'data');
  }
  socket.end();
  await kit.settled();
  const shown = words(await kit.call(wireFlow, { id: await newest(kit), view: 'text', direction: 'up' }));
  assert.match(shown, /api_key=\*{12}\n.*\n\*{5} end\n<\/wire/);
});

test('masking keeps the length, built-in patterns and others alike', () => {
  const cases: [text: string, shown: string][] = [
    ['a api_key=abcdef123 b', 'a api_key=********* b'],
    ['Bearer abcdefgh12 and Bearer zyxwvut98', 'Bearer ********** and Bearer *********'],
    ['nothing here', 'nothing here'],
    ['card 4111 1111 1111 1111.', `card ${'*'.repeat(19)}.`],
  ];
  for (const [text, shown] of cases) assert.equal(maskSecrets(text, redact), shown);
  const ticket = (text: string) => redact(text).replaceAll(/T-\d+/g, '[gone]');
  assert.equal(maskSecrets('see T-12345 now\nplain', ticket), 'see ******* now\nplain');
  const both = maskSecrets('T-1 api_key=abcdef123 x\nrest', ticket);
  assert.equal(both.length, 'T-1 api_key=abcdef123 x\nrest'.length);
  assert.doesNotMatch(both, /T-1|abcdef123/);
  assert.match(both, /\nrest$/);
});

test('names beside values are seen in pairs, in objects and as keys', () => {
  const hidden = hideSecrets(
    {
      headers: [
        ['X-Api-Key', 'v-secret-1'],
        ['Accept', '*/*'],
      ],
      list: [{ name: 'password', value: 'v-secret-2' }],
      password: 'v-secret-3',
      n: 1,
      none: null,
    },
    hiding,
  );
  assert.doesNotMatch(JSON.stringify(hidden), LEAK);
  const { headers, n, none } = hidden as { headers: string[][]; n: number; none: null };
  assert.deepEqual([headers[1], n, none], [['Accept', '*/*'], 1, null]);
});

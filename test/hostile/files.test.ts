/** An agent that asks for files it should not have: the fence around what may be read and written. */
import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { toolsFor } from '../../src/kernel/tool.ts';
import { Files } from '../../src/session/output-folder.ts';
import { serviceFactory } from '../../src/transport/connection.ts';
import { createHttpFront } from '../../src/transport/http.ts';
import { QUIET_ARGS } from '../kit/browser.ts';
import { openSse, rpc } from '../kit/http.ts';
import { initialize, type Message, toolCall } from '../kit/json-rpc.ts';
import { connectLines } from '../kit/line-client.ts';
import { withoutNote } from '../kit/outside-note.ts';
import { scratch } from '../kit/scratch.ts';
import { makeHost } from '../kit/session-host.ts';
import { startSite } from '../kit/site.ts';
import { type ServerProcess, startServer } from '../kit/start-server.ts';

const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };
const CHANGED = { jsonrpc: '2.0', method: 'notifications/roots/list_changed' };
const asUri = (folder: string) => pathToFileURL(folder).href;

function withRoots(id: number): Message {
  const hello = initialize(id);
  return { ...hello, params: { ...hello.params, capabilities: { roots: { listChanged: true } } } };
}

const answerTo = (asked: Message, folders: readonly string[]): Message => ({
  jsonrpc: '2.0',
  id: asked.id!,
  result: { roots: folders.map((uri) => ({ uri })) },
});

test('where the working folder is / or a home folder, only the output folder counts', async (t) => {
  const output = await scratch(t);
  const files = new Files(output, output);
  const secrets = ['/etc/shadow', '/etc/passwd', join(homedir(), '.ssh/id_rsa'), join(homedir(), '.bashrc')];
  for (const cwd of ['/', homedir(), join(homedir(), '..'), '/home', '/home/somebody-else', '/home/..']) {
    const caller = { session: 's', cwd };
    for (const path of [...secrets, '../etc/shadow', '../../../../../../../../etc/shadow'])
      await assert.rejects(files.allowed(caller, path), { code: 'FILE_NOT_ALLOWED' }, `${cwd} ${path}`);
    for (const path of ['a.txt', join(output, 'a.txt')])
      assert.equal(await files.allowed(caller, path), join(output, 'a.txt'));
    assert.equal(
      await files.allowed(caller, 'etc/shadow'),
      join(output, 'etc/shadow'),
      'none of the system’s',
    );
  }
  const link = join(output, 'home');
  symlinkSync(homedir(), link);
  const caller = { session: 's', cwd: link };
  assert.equal(await files.allowed(caller, '.ssh/id_rsa'), join(output, '.ssh/id_rsa'));
});

test('a browser in / uploads nothing of the machine’s to a page', async (t) => {
  const site = await startSite({ '/': '<title>Take</title><input type=file aria-label=File>' });
  t.after(() => site.close());
  const launch = ['--launch-options', JSON.stringify({ args: QUIET_ARGS })];
  const server = await startServer(t, 'viewpoint-mcp', ['--standalone', '--headless', ...launch], {
    cwd: '/',
  });
  await server.initialize();
  await server.call('browser_navigate', { url: site.url('/') }, 30_000);
  for (const path of ['/etc/shadow', 'etc/passwd']) {
    const { result } = await server.call('browser_file_upload', {
      paths: [path],
      element: 'File',
      target: 'input',
    });
    assert.ok(result.isError, JSON.stringify(result));
    assert.match(JSON.stringify(result), /outside the output folder|ENOENT/);
  }
});

/** A server whose one tool says where a name leads to. */
async function asker(t: TestContext) {
  const folder = realpathSync(await scratch(t));
  const [cwd, project, other] = ['server', 'project', 'other'].map((name) => join(folder, name));
  for (const one of [cwd!, project!, other!]) mkdirSync(one);
  const files = new Files(undefined, join(folder, 'fallback'));
  const place = toolsFor<unknown>()({
    name: 'place',
    title: 'Place',
    summary: 'Says where a name leads to.',
    effect: 'read',
    input: z.object({ path: z.string() }),
    faults: ['FILE_NOT_ALLOWED'],
    run: async ({ args, caller }) => ({
      data: { path: await files.allowed(caller, args.path), output: await files.folder(caller) },
    }),
  });
  const { host, parts } = makeHost({ tools: [place] });
  return {
    folder,
    cwd: cwd!,
    project: project!,
    other: other!,
    factory: serviceFactory(host, parts.log),
    log: parts.log,
  };
}

test('stdio: roots are asked for after the handshake, followed, and are the fence', async (t) => {
  const { cwd, project, other, folder, factory } = await asker(t);
  const client = connectLines(t, factory, { cwd });
  await client.ask(withRoots(1));
  client.send(INITIALIZED);
  const roots = (n: number) => {
    let seen = 0;
    return client.messages.first(({ method }) => method === 'roots/list' && ++seen === n, `roots/list ${n}`);
  };
  // A call that comes before the answer waits for it.
  client.send(toolCall(2, 'place', { path: 'a.txt' }));
  const file = join(folder, 'file');
  writeFileSync(file, '');
  client.send(
    answerTo(await roots(1), [
      asUri(project),
      'https://x.example/',
      'file://elsewhere/x',
      asUri(file),
      'file:///',
      asUri(homedir()),
      asUri(join(folder, 'none')),
    ]),
  );
  const first = withoutNote((await client.answer(2)).result.structuredContent);
  assert.deepEqual(first, { path: join(project, 'a.txt'), output: join(project, '.sensorium') });
  const place = async (id: number, path: string) => {
    const { result } = await client.ask(toolCall(id, 'place', { path }));
    return result.isError ? (result._meta ?? result) : result.structuredContent.path;
  };
  for (const [i, path] of [
    join(cwd, 'a'),
    join(other, 'a'),
    '/etc/shadow',
    join(homedir(), '.bashrc'),
    file,
  ].entries())
    assert.match(JSON.stringify(await place(10 + i, path)), /FILE_NOT_ALLOWED|outside/, path);
  client.send(CHANGED);
  client.send(answerTo(await roots(2), [asUri(other), asUri(project)]));
  assert.equal(await place(20, 'b.txt'), join(other, 'b.txt'));
  assert.equal(await place(21, join(project, 'b.txt')), join(project, 'b.txt'));
});

test('a client without roots, or with none that count, or that does not answer works in its folder', async (t) => {
  const { cwd, factory } = await asker(t);
  const place = async (answer: 'none' | 'empty' | 'error') => {
    const client = connectLines(t, factory, { cwd });
    await client.ask(answer === 'none' ? initialize(1) : withRoots(1));
    client.send(INITIALIZED);
    client.send(toolCall(2, 'place', { path: 'a.txt' }));
    if (answer !== 'none') {
      const asked = await client.messages.first((message) => message.method === 'roots/list', 'roots/list');
      client.send(
        answer === 'empty'
          ? answerTo(asked, ['file:///'])
          : { jsonrpc: '2.0', id: asked.id!, error: { code: -32601, message: 'no such method' } },
      );
    }
    return (await client.answer(2)).result.structuredContent.path;
  };
  for (const answer of ['none', 'empty', 'error'] as const)
    assert.equal(await place(answer), join(cwd, 'a.txt'));
});

test('HTTP: the question comes on the stream of the call, or on the open one', async (t) => {
  const { cwd, project, factory, log } = await asker(t);
  const front = createHttpFront({ factory, log, cwd });
  t.after(() => front.close());
  const { port } = await front.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}/mcp`;
  const start = async () => {
    const session = String((await rpc(url, withRoots(1))).headers['mcp-session-id']);
    await rpc(url, INITIALIZED, { session });
    return session;
  };
  const headers = (session: string) => ({ 'mcp-session-id': session, 'content-type': 'application/json' });

  const listening = await start();
  const stream = await openSse(t, url, headers(listening));
  const answered = stream.event('message').then(async ({ data }) => {
    await rpc(url, answerTo(JSON.parse(data), [asUri(project)]), { session: listening });
  });
  const called = await rpc(url, toolCall(2, 'place', { path: 'a' }), { session: listening });
  await answered;
  assert.equal(called.answer?.result.structuredContent.path, join(project, 'a'));

  const alone = await start();
  const call = await openSse(t, url, headers(alone), toolCall(3, 'place', { path: 'b' }));
  const { data } = await call.event('message');
  await rpc(url, answerTo(JSON.parse(data), [asUri(project)]), { session: alone });
  assert.equal((await call.answer(3)).result.structuredContent.path, join(project, 'b'));

  const plain = await start();
  const json = await rpc(url, toolCall(4, 'place', { path: 'c' }), {
    session: plain,
    headers: { accept: 'application/json' },
  });
  assert.equal(json.answer?.result.structuredContent.path, join(cwd, 'c'), 'it cannot be asked');
});

/** The folder that a command takes its client to work in. */
async function workFolder(server: ServerProcess, root: string): Promise<string> {
  server.send(withRoots(1));
  await server.answer(1);
  server.send(INITIALIZED);
  server.send(
    answerTo(await server.messages.first((one) => one.method === 'roots/list', 'roots/list'), [asUri(root)]),
  );
  server.send(toolCall(2, 'configure', { action: 'load' }));
  return JSON.stringify((await server.answer(2)).result.structuredContent);
}

test('the commands ask, alone and through the app', async (t) => {
  const home = await scratch(t);
  const project = join(realpathSync(home), 'project');
  mkdirSync(project);
  const alone = await startServer(t, 'gasoline-mcp', ['--standalone'], { home });
  assert.ok((await workFolder(alone, project)).includes(project));
  const app = await startServer(t, 'sensorium', ['app', '--port', '0'], { home });
  await app.lines.first((line) => line.includes('/mcp'), 'the endpoint');
  const bridged = await startServer(t, 'gasoline-mcp', ['--bridge'], { home });
  assert.ok((await workFolder(bridged, project)).includes(project));
});

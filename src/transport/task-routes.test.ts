import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { fetchText, openSse } from '../../test/kit/http.ts';
import { makeHost } from '../../test/kit/session-host.ts';
import { Arrivals } from '../../test/kit/waiting.ts';
import type { Session, ToolResult } from '../session/service.ts';
import { TaskBoard } from '../session/task-board.ts';
import type { AuditEntry } from './audit.ts';
import { serviceFactory } from './connection.ts';
import { createHttpFront, type HttpFrontOptions } from './http.ts';
import { restTools } from './moonsurf/moonsurf-routes.ts';
import { TASK_SOCKET, taskRoutes, taskSockets } from './task-routes.ts';

const answer = (value: unknown): ToolResult => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

async function start(t: { after(fn: () => unknown): void }, options: Partial<HttpFrontOptions> = {}) {
  const release = Promise.withResolvers<void>();
  const callTool: Session['callTool'] = async (name, args) => {
    if (name === 'hold') await release.promise;
    if (name === 'fail')
      return { ...answer({ error: { code: 'NO_INSTANCE', message: 'none' } }), isError: true };
    if (name === 'picture') {
      const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;
      return { content: [...answer({ width: 1 }).content, image] };
    }
    return answer({ name, args });
  };
  const session = { callTool, listTools: () => [] } as unknown as Session;
  const board = new TaskBoard({ session: () => session, commandMs: 1000, maxQueue: 1 });
  const { host, parts } = makeHost({});
  const front = createHttpFront({
    factory: serviceFactory(host, parts.log),
    log: parts.log,
    cwd: '/',
    routes: [...restTools(() => session), ...taskRoutes(() => board)],
    sockets: taskSockets(() => board, '9.9.9'),
    ...options,
  });
  t.after(() => {
    board.close();
    return front.close();
  });
  const { urls } = await front.listen(0);
  return { url: urls[0]!, board, release, front };
}

const task = (...tools: string[]) => ({
  task_name: 'a',
  instanceId: 'inst_1',
  commands: tools.map((tool_name) => ({ tool_name })),
});

async function connect(t: { after(fn: () => unknown): void }, url: string, path = TASK_SOCKET) {
  const socket = new WebSocket(url.replace('http', 'ws') + path);
  t.after(() => socket.terminate());
  const messages = new Arrivals<{ type: string; [key: string]: unknown }>();
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  await once(socket, 'open');
  const ask = (message: unknown) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  return { socket, ask, next: (type: string) => messages.first((one) => one.type === type, type) };
}

test('tools over plain HTTP: results, pictures, failures, unknown ones', async (t) => {
  const { url } = await start(t);
  const call = async (name: string, body: unknown = {}) => {
    const { status, text } = await fetchText(`${url}/api/tools/${name}`, { body });
    return { status, ...JSON.parse(text) };
  };
  assert.deepEqual(JSON.parse((await fetchText(`${url}/api/tools`)).text), { tools: [] });
  const done = await call('one', { a: 1 });
  assert.deepEqual([done.status, done.result.args], [200, { a: 1 }]);
  assert.equal((await call('picture')).result.screenshot, 'AAAA');
  const failed = await call('fail');
  assert.deepEqual([failed.status, failed.success, failed.error.code], [400, false, 'NO_INSTANCE']);
  assert.equal((await call('one', [])).error.code, 'INVALID_ARGUMENTS');
});

test('tasks over HTTP: submit, list, look, cancel, follow', async (t) => {
  const { url, release } = await start(t);
  const submitted = await fetchText(`${url}/tasks`, { body: task('hold', 'one') });
  assert.equal(submitted.status, 201);
  const { taskId, wsEndpoint } = JSON.parse(submitted.text);
  assert.match(wsEndpoint, /^ws:.*\/tasks\/ws$/);
  const stream = await openSse(t, `${url}/tasks/${taskId}/events`);
  await fetchText(`${url}/tasks`, { body: task('one') });
  assert.equal((await fetchText(`${url}/tasks`, { body: task('one') })).status, 429);
  assert.match((await fetchText(`${url}/tasks?status=running`)).text, new RegExp(taskId));
  assert.equal((await fetchText(`${url}/tasks?status=odd`)).status, 400);
  release.resolve();
  const end = JSON.parse((await stream.event('task_complete')).data);
  assert.deepEqual([end.status, end.summary.succeeded], ['completed', 2]);
  assert.match((await fetchText(`${url}/tasks/${taskId}`)).text, /"completed"/);
  const cancelled = await fetchText(`${url}/tasks/${taskId}/cancel`, { method: 'POST' });
  assert.deepEqual(JSON.parse(cancelled.text).success, false);
  assert.equal((await fetchText(`${url}/tasks/none`)).status, 404);
  assert.equal((await fetchText(`${url}/tasks/none/cancel`, { method: 'POST' })).status, 404);
  const bad = await fetchText(`${url}/tasks`, { body: { task_name: 'a', commands: [] } });
  assert.deepEqual([bad.status, /commands/.test(bad.text)], [400, true]);
});

test('tasks over WebSocket: every kind of message, progress only to those who asked for it', async (t) => {
  const { url, release } = await start(t);
  const mine = await connect(t, url);
  assert.equal((await mine.next('welcome')).serverVersion, '9.9.9');
  mine.ask({ type: 'task_submit', ...task('hold', 'one') });
  const accepted = await mine.next('task_submit_response');
  assert.equal(accepted.status, 'accepted');
  const { taskId } = accepted;
  const other = await connect(t, url, '/');
  other.ask({ type: 'subscribe_instance', instanceId: 'inst_1' });
  await other.next('subscribe_ack');
  const stranger = await connect(t, url);
  mine.ask({ type: 'task_status', taskId });
  assert.match(JSON.stringify(await mine.next('task_status_response')), /running/);
  mine.ask({ type: 'task_list' });
  await mine.next('task_list_response');
  release.resolve();
  const [one, two] = await Promise.all([mine.next('task_complete'), other.next('task_complete')]);
  assert.deepEqual([one.taskId, two.taskId], [taskId, taskId]);
  mine.ask({ type: 'task_cancel', taskId });
  assert.equal((await mine.next('task_cancel_response')).success, false);
  mine.ask('no json');
  assert.match(JSON.stringify(await mine.next('error')), /INVALID_MESSAGE/);
  stranger.ask({ type: 'task_submit', task_name: 'a', commands: [] });
  assert.equal((await stranger.next('task_submit_response')).status, 'rejected');
});

test('a WebSocket is checked as every request is: Origin, key, address', async (t) => {
  const { url } = await start(t, { key: 'the-first-key', moreKeys: ['the-second-key'] });
  const status = async (path: string, headers: Record<string, string> = {}) => {
    const socket = new WebSocket(url.replace('http', 'ws') + path, { headers });
    socket.on('error', () => {});
    return new Promise<number>((resolve) => {
      socket.on('open', () => {
        socket.terminate();
        resolve(101);
      });
      socket.on('unexpected-response', (_request, response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
    });
  };
  assert.equal(await status(TASK_SOCKET), 401);
  assert.equal(await status(`${TASK_SOCKET}?token=wrong`), 403);
  assert.equal(await status(`${TASK_SOCKET}?token=the-second-key`), 101);
  const authorization = 'Bearer the-first-key';
  assert.equal(await status(TASK_SOCKET, { authorization }), 101);
  assert.equal(await status(TASK_SOCKET, { authorization, origin: 'https://evil.example' }), 403);
  assert.equal(await status('/elsewhere', { authorization }), 404);
});

test('streams are limited for each address, and the audit tells of all that happened', async (t) => {
  const entries: AuditEntry[] = [];
  const { url, front } = await start(t, { maxStreams: 1, audit: (entry) => void entries.push(entry) });
  const first = await openSse(t, `${url}/sse`);
  await first.event('endpoint');
  assert.equal(front.streams, 1);
  const second = await fetchText(`${url}/sse`);
  assert.deepEqual([second.status, second.headers['retry-after']], [429, '30']);
  await fetchText(`${url}/api/tools/one`, { body: {} });
  first.close();
  while (front.streams > 0) await new Promise((resolve) => setImmediate(resolve));
  const third = await openSse(t, `${url}/sse`);
  assert.equal(third.status, 200);
  const events = entries.map(({ event }) => event);
  for (const event of ['SSE_CONNECTED', 'SSE_DISCONNECTED', 'RATE_LIMITED', 'REST_TOOL_CALL'])
    assert.ok(events.includes(event), `${event} in ${events}`);
});

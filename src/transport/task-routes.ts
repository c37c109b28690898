import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { asFault } from '../kernel/fault.ts';
import type { CallerName } from '../kernel/owner.ts';
import { isOver, TASK_STATUSES, type Task, type TaskEvent, type TaskStatus } from '../session/task.ts';
import type { TaskBoard } from '../session/task-board.ts';
import { EventStream } from './event-stream.ts';
import { sendValue, shownJson } from './http-answer.ts';
import { readJsonBody } from './http-body.ts';
import type { HttpRoute } from './http-routes.ts';
import { answerTaskMessage, eventMessage, readTask, type Subscriptions } from './task-messages.ts';
import type { SocketRoute } from './upgrade.ts';

const MAX_BODY = 4 * 1024 * 1024;
const PING_MS = 30_000;
export const TASK_SOCKET = '/tasks/ws';

/** Whose tasks a request is about. */
export type BoardOf = (caller: CallerName) => TaskBoard;

/** `/tasks`: submit, list, look at, cancel and follow lists of commands. */
export function taskRoutes(board: BoardOf): HttpRoute[] {
  const route = (
    method: 'GET' | 'POST',
    path: string,
    handle: HttpRoute['handle'],
    streams = false,
  ): HttpRoute => ({ method, path, needsKey: true, keyInQuery: true, streams, handle });
  return [
    route('GET', '/tasks', (_, response, url, caller) => list(board(caller), response, url)),
    route('POST', '/tasks', (request, response, _, caller) => submit(board(caller), request, response)),
    route(
      'GET',
      '/tasks/events',
      (_, response, url, caller) => follow(board(caller), response, wanted(url)),
      true,
    ),
    route('GET', '/tasks/*', (_, response, url, caller) => look(board(caller), response, url)),
    route('POST', '/tasks/*', (_, response, url, caller) => cancel(board(caller), response, url)),
  ];
}

function list(board: TaskBoard, response: ServerResponse, url: URL): void {
  const status = url.searchParams.get('status') ?? undefined;
  if (status !== undefined && !TASK_STATUSES.includes(status as TaskStatus)) {
    sendValue(response, 400, { error: `"status" is one of ${TASK_STATUSES.join(', ')}.` });
    return;
  }
  const instanceId = url.searchParams.get('instanceId') ?? undefined;
  sendValue(response, 200, { tasks: board.list({ instanceId, status: status as TaskStatus | undefined }) });
}

async function submit(board: TaskBoard, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readJsonBody(request, response, MAX_BODY);
  if (!body) return;
  const read = readTask(body.value);
  if (read.problem !== undefined) {
    sendValue(response, 400, { error: read.problem });
    return;
  }
  try {
    const { task, position } = board.submit(read.task);
    const scheme = 'encrypted' in request.socket ? 'wss' : 'ws';
    const wsEndpoint = `${scheme}://${request.headers.host}${TASK_SOCKET}`;
    sendValue(response, 201, { taskId: task.id, queuePosition: position, wsEndpoint });
  } catch (thrown) {
    const { code, message, hint } = asFault(thrown);
    sendValue(response, code === 'QUEUE_FULL' ? 429 : 503, { error: `${message} ${hint}`, code });
  }
}

function look(board: TaskBoard, response: ServerResponse, url: URL): void {
  const { task, more } = taskAt(board, response, url);
  if (task && more === 'events') follow(board, response, { taskId: task.id, isOne: true });
  else if (task) sendValue(response, 200, { task });
}

function cancel(board: TaskBoard, response: ServerResponse, url: URL): void {
  if (!url.pathname.endsWith('/cancel')) {
    sendValue(response, 404, { error: 'POST /tasks/{id}/cancel is what there is.' });
    return;
  }
  const { task } = taskAt(board, response, url);
  if (!task) return;
  const success = board.cancel(task.id);
  sendValue(response, 200, { success, message: success ? 'Task cancelled' : `Task is ${task.status}` });
}

/** `/tasks/{id}/{more}`; answers that there is no such task where there is none. */
function taskAt(
  board: TaskBoard,
  response: ServerResponse,
  url: URL,
): { task?: Task; more?: string | undefined } {
  const [id = '', more] = url.pathname.slice('/tasks/'.length).split('/');
  try {
    return { task: board.get(id), more };
  } catch (thrown) {
    sendValue(response, 404, { error: asFault(thrown).message });
    return {};
  }
}

interface Wanted {
  readonly taskId?: string | undefined;
  readonly instanceId?: string | undefined;
  /** The stream ends with the task. */
  readonly isOne?: boolean;
}

const wanted = (url: URL): Wanted => ({
  taskId: url.searchParams.get('taskId') ?? undefined,
  instanceId: url.searchParams.get('instanceId') ?? undefined,
});

/** Server-sent events of one task, of one browser, or of all. */
function follow(board: TaskBoard, response: ServerResponse, { taskId, instanceId, isOne }: Wanted): void {
  const stream = new EventStream(response, { pingMs: PING_MS });
  const tell = (event: TaskEvent) => {
    stream.send(event.type, shownJson(eventMessage(event)));
    if (isOne && event.type === 'task_complete') stream.end();
  };
  const stop = board.listen((event) => {
    const isTask = taskId === undefined || event.task.id === taskId;
    if (isTask && (instanceId === undefined || event.task.instanceId === instanceId)) tell(event);
  });
  response.on('close', stop);
  const known = taskId === undefined ? undefined : board.list().find(({ id }) => id === taskId);
  if (known && isOver(known)) tell({ type: 'task_complete', task: known });
}

/** The same over WebSocket, where a client can also ask. */
export function taskSockets(board: BoardOf, version: string): SocketRoute[] {
  const open: SocketRoute['open'] = (socket, caller) => converse(board(caller), socket, version);
  return [TASK_SOCKET, '/'].map((path) => ({ path, open }));
}

function converse(board: TaskBoard, socket: WebSocket, version: string): void {
  const subscribed: Subscriptions = { tasks: new Set(), instances: new Set() };
  const send = (message: object) => socket.send(shownJson(message));
  const stop = board.listen((event) => {
    const { id, instanceId = '' } = event.task;
    if (subscribed.tasks.has(id) || subscribed.instances.has(instanceId)) send(eventMessage(event));
  });
  socket.on('close', stop);
  socket.on('message', (data) => send(answerTaskMessage(board, subscribed, parsed(String(data)))));
  send({ type: 'welcome', serverVersion: version });
}

function parsed(words: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    return undefined; // answered as an invalid message
  }
}

import type { SeenBody } from '../../src/contract/watching.ts';
import { sentOf } from './bodies.ts';
import { tell } from './channel.ts';
import { replace, replaceClass } from './disguise.ts';
import { getter, Known, listen, now } from './natives.ts';

const urlOf = getter<string>(WebSocket.prototype, 'url');
const dataOf = getter<unknown>(MessageEvent.prototype, 'data');
const codeOf = getter<number>(CloseEvent.prototype, 'code');
const reasonOf = getter<string>(CloseEvent.prototype, 'reason');
const isClean = getter<boolean>(CloseEvent.prototype, 'wasClean');

interface Talk {
  readonly socket: number;
  /** What was said is told in order, though blobs take a moment to be read. */
  tail: Promise<void> | undefined;
}

/** What is said on sockets, both ways. */
export function watchSockets(): void {
  const talks = new Known<Talk>();
  let last = 0;
  replaceClass(globalThis, 'WebSocket', (socket: WebSocket) => {
    const talk: Talk = { socket: ++last, tail: undefined };
    talks.set(socket, talk);
    const is = { say: 'socket', socket: talk.socket } as const;
    tell({ ...is, at: now(), event: 'created', url: urlOf(socket) });
    const inTurn = (word: () => void) => {
      if (talk.tail !== undefined) talk.tail = whenever(talk.tail, word);
      else word();
    };
    listen(socket, 'open', (event: Event) => {
      if (event.isTrusted) tell({ ...is, at: now(), event: 'open' });
    });
    listen(socket, 'message', (event: MessageEvent) => {
      if (event.isTrusted) said(talk, 'got', dataOf(event));
    });
    listen(socket, 'error', (event: Event) => {
      const at = now();
      if (event.isTrusted) inTurn(() => tell({ ...is, at, event: 'failed' }));
    });
    listen(socket, 'close', (event: CloseEvent) => {
      const at = now();
      const how = { code: codeOf(event), reason: reasonOf(event), wasClean: isClean(event) };
      if (event.isTrusted) inTurn(() => tell({ ...is, at, event: 'closed', ...how }));
    });
  });
  replace(WebSocket.prototype, 'send', (call, self, [data]) => {
    const result = call();
    const talk = talks.get(self as object);
    if (talk) said(talk, 'sent', data);
    return result;
  });
}

function said(talk: Talk, event: 'sent' | 'got', data: unknown): void {
  const at = now();
  const body = sentOf(data);
  const told = (read: { readonly body?: SeenBody | undefined }) =>
    tell({ say: 'socket', socket: talk.socket, at, event, ...(read.body && { body: read.body }) });
  if (talk.tail === undefined && !(body instanceof Promise)) told(body);
  else talk.tail = whenever(talk.tail, async () => told(await body));
}

async function whenever(before: Promise<void> | undefined, next: () => unknown): Promise<void> {
  await before;
  await next();
}

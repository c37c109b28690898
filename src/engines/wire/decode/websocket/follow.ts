import type { ExchangeBook, Follower } from '../follow.ts';
import type { Message } from '../message.ts';
import { textOf } from '../show-text.ts';

/** Names under which messages say what they are. */
const KINDS = ['type', 'event', 'op', 'method', 'action', 'cmd', 'topic'];
const ARROWS = { up: '→', down: '←' };

/** Each message is an exchange by itself: what answers it only the application knows. Pings are not told. */
export function followWebSocket(book: ExchangeBook): Follower {
  return (message, number) => {
    const { kind, direction } = message;
    if (kind === 'ping' || kind === 'pong') return;
    const isClose = kind === 'close';
    const key = `frame ${number}`;
    book.begin(key, message, number, {
      protocol: 'websocket',
      kind: isClose ? kind : 'message',
      direction,
      question: isClose ? message.summary : (words(message) ?? message.summary),
      statement: `${ARROWS[direction]} ${kind}${isClose ? '' : kindOf(message)}`,
      ...(isClose && typeof message.detail.code === 'number' && { status: message.detail.code }),
      ...(message.error !== undefined && { error: message.error }),
    });
    book.end(key, message.error === undefined ? 'done' : 'failed');
  };
}

const words = ({ kind, body }: Message) => (kind === 'text' && body ? textOf(body) : undefined);

/** What a JSON message says it is: {"type": "tick", …}. */
function kindOf(message: Message): string {
  const text = words(message);
  if (!text?.startsWith('{')) return '';
  try {
    const value: Record<string, unknown> = JSON.parse(text);
    const name = KINDS.find((one) => typeof value[one] === 'string');
    return name === undefined ? '' : ` ${name}=${String(value[name]).slice(0, 60)}`;
  } catch {
    return ''; // cut, or no JSON
  }
}

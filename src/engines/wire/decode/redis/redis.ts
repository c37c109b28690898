import { type DecodeContext, type Decoder, firstLine, leftSomethingOut, type Verdict } from '../decoder.ts';
import { Questions } from '../questions.ts';
import { DecodeError, type Parse } from '../reader.ts';
import { latin1, shorten, utf8 } from '../show-text.ts';
import { followRedis } from './follow.ts';
import { RESP_TYPES, RespBudget, type RespValue, readValue } from './resp.ts';
import { hideInReply, hideWords } from './secret-words.ts';

const INLINE_LIMIT = 65_536;

/** A command that waits for its reply. */
interface Pending {
  readonly exchange: number;
  readonly command: string;
  /** The command with its words. */
  readonly args: readonly unknown[];
  readonly time: number;
  /** Subscribing gives a reply for each channel. */
  replies: number;
}

interface Shared {
  readonly pending: Questions<Pending>;
  /** Set by CLIENT REPLY: no replies at all, or none for the next command. */
  silence: 'off' | 'skip' | undefined;
  isMonitor: boolean;
}

const SUBSCRIBING = /^[ps]?(un)?subscribe$/i;
const DELIVERED = /^[ps]?message$/i;

/** Words that begin a command typed by hand. */
const INLINE_COMMAND =
  /^(ping|echo|auth|hello|quit|select|info|get|set|del|incr|decr|keys|scan|exists|expire|ttl|type|mget|mset|hget|hset|hgetall|lpush|rpush|lrange|sadd|smembers|zadd|zrange|subscribe|psubscribe|publish|monitor|config|client|command|dbsize|flushdb|flushall|time|multi|exec|cluster|role|memory|sync|psync|replconf)\b/i;

/** Redis, RESP 2 and 3; kinds: command, reply, error-reply, push. */
export const redis: Decoder<'redis'> = {
  protocol: 'redis',
  detect({ up, down }) {
    if (up[0] === 0x2a) return detectArray(latin1(up.subarray(0, 24)));
    const line = firstLine(up);
    if (line === undefined) return 'maybe';
    if (!INLINE_COMMAND.test(line)) return 'no';
    // Other protocols begin with such words too; the answer tells.
    if (down.length === 0) return 'maybe';
    return RESP_TYPES.includes(String.fromCharCode(down[0] as number)) ? 'yes' : 'no';
  },
  converse(context) {
    const shared: Shared = { pending: new Questions(), silence: undefined, isMonitor: false };
    return { up: commands(context, shared), down: replies(context, shared) };
  },
  answers: ['reply', 'error-reply', 'push'],
  hides: leftSomethingOut,
  follow: followRedis,
  backend: { kind: 'cache', title: 'Redis' },
  archived: 'not',
};

/** "*2\r\n$": an array of bulk strings, or its beginning. */
function detectArray(text: string): Verdict {
  if (/^\*\d{1,10}\r\n\$/.test(text)) return 'yes';
  return /^\*(\d{1,10}(\r\n?)?)?$/.test(text) ? 'maybe' : 'no';
}

function* commands(context: DecodeContext, shared: Shared): Parse<void> {
  const reader = context.up;
  while (yield* reader.more()) {
    const { time } = reader.begin();
    const isArray = (yield* reader.peek()) === 0x2a;
    const words = isArray ? yield* arrayCommand(context) : yield* inlineCommand(context);
    if (words.list.length === 0) {
      // A server skips it and replies nothing; its bytes are told of all the same.
      context.emit('up', {
        kind: 'empty',
        summary: isArray ? 'an empty array' : 'an empty line',
        detail: {},
      });
      continue;
    }
    const args = hideWords(words.list);
    const [name] = args;
    const command = typeof name === 'string' ? name.toUpperCase() : '?';
    const exchange = context.nextExchange();
    const isSilent = !isAnswered(shared, command, args);
    if (!isSilent) {
      const channels = SUBSCRIBING.test(command) ? Math.max(1, args.length - 1) : 1;
      shared.pending.add({ exchange, command, args, time, replies: channels });
    }
    context.emit('up', {
      kind: 'command',
      summary: shorten([command, ...args.slice(1).map(word)].join(' '), 120),
      detail: {
        command,
        args: args.slice(1),
        ...(words.omitted && { omitted: words.omitted }),
        ...(!isArray && { inline: true }),
        ...(isSilent && { silent: true }),
      },
      exchange,
    });
  }
}

function* arrayCommand(context: DecodeContext): Parse<{ list: unknown[]; omitted: number }> {
  const { value, omitted = 0 } = yield* readValue(context.up, new RespBudget(context.bodyLimit));
  return { list: Array.isArray(value) ? value : [], omitted };
}

function* inlineCommand(context: DecodeContext): Parse<{ list: unknown[]; omitted: number }> {
  const line = utf8(yield* context.up.line(INLINE_LIMIT, 'an inline command')).trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a command typed by hand has none
  if (/[\x00-\x08\x0e-\x1f]/.test(line)) throw new DecodeError('neither a RESP array nor an inline command');
  const words = line.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\S+/g) ?? [];
  return { list: words.map((one) => one.replace(/^(["'])(.*)\1$/s, '$2')), omitted: 0 };
}

/** Whether the server will reply to it. */
function isAnswered(shared: Shared, command: string, args: readonly unknown[]): boolean {
  const isReplyMode = command === 'CLIENT' && /^reply$/i.test(String(args[1]));
  const mode = isReplyMode ? String(args[2]).toLowerCase() : undefined;
  if (mode === 'on') {
    shared.silence = undefined;
    return true;
  }
  if (mode === 'off' || mode === 'skip') {
    if (shared.silence !== 'off') shared.silence = mode;
    return false;
  }
  if (shared.silence === 'skip') {
    shared.silence = undefined;
    return false;
  }
  return shared.silence !== 'off';
}

function* replies(context: DecodeContext, shared: Shared): Parse<void> {
  const reader = context.down;
  while (yield* reader.more()) {
    const { time } = reader.begin();
    const budget = new RespBudget(context.bodyLimit);
    let attributes: unknown;
    let reply = yield* readValue(reader, budget);
    while (reply.type === '|') {
      attributes = reply.value;
      reply = yield* readValue(reader, budget);
    }
    const asked = match(shared, reply);
    const isPush = !asked && (reply.type === '>' || isDelivery(reply) || shared.isMonitor);
    const error = errorOf(reply);
    if (asked?.command === 'MONITOR' && error === undefined) shared.isMonitor = true;
    const value = asked ? hideInReply(asked.args, reply.value) : reply.value;
    const about = asked && { command: asked.command, duration: time - asked.time };
    context.emit('down', {
      kind: isPush ? 'push' : error === undefined ? 'reply' : 'error-reply',
      summary: error ?? shorten(shown(value), 120),
      detail: {
        type: reply.type,
        value,
        ...(attributes !== undefined && { attributes }),
        ...(reply.omitted && { omitted: reply.omitted }),
        ...about,
      },
      exchange: asked?.exchange,
      ...(value === reply.value && { body: reply.bytes, bodyLength: reply.length }),
    });
  }
}

/** The command this is the reply to. Pushes belong to none, save the answers to SUBSCRIBE and its kin. */
function match(shared: Shared, reply: RespValue): Pending | undefined {
  const head = shared.pending.first;
  if (!head) return undefined;
  const isSubscribing = SUBSCRIBING.test(head.command);
  const confirms = isSubscribing && SUBSCRIBING.test(String(firstOf(reply)));
  if (!confirms && (reply.type === '>' || isDelivery(reply))) return undefined;
  if (!confirms || --head.replies <= 0) shared.pending.take();
  return head;
}

/** RESP2 has no push type: a message for a subscriber is an array that begins so. */
function isDelivery(reply: RespValue): boolean {
  const { value } = reply;
  const length = Array.isArray(value) ? value.length : 0;
  const word = firstOf(reply);
  return typeof word === 'string' && DELIVERED.test(word) && length === (/^p/i.test(word) ? 4 : 3);
}

function firstOf(reply: RespValue): unknown {
  const { value } = reply;
  if (Array.isArray(value)) return value[0];
  if (reply.type !== '>' || !value || typeof value !== 'object' || !('push' in value)) return undefined;
  return Array.isArray(value.push) ? value.push[0] : undefined;
}

function errorOf(reply: RespValue): string | undefined {
  const { value, type } = reply;
  const isError = (type === '-' || type === '!') && value && typeof value === 'object' && 'error' in value;
  return isError ? String(value.error) : undefined;
}

const word = (value: unknown) =>
  typeof value === 'string'
    ? /[\s"]/.test(value) || value === ''
      ? JSON.stringify(value)
      : value
    : shown(value);

const shown = (value: unknown) =>
  typeof value === 'string' ? value : value === null ? 'nil' : JSON.stringify(value);

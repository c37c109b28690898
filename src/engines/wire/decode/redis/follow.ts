import type { ExchangeBook, Follower } from '../follow.ts';
import type { Message } from '../message.ts';
import { keyPattern } from '../name-pattern.ts';
import { askedMarks, noteAnswered, wordValues } from '../value-marks.ts';

/** Commands whose first word belongs to their name. */
const FAMILIES: ReadonlySet<string> = new Set([
  'CLIENT',
  'CONFIG',
  'CLUSTER',
  'ACL',
  'XINFO',
  'XGROUP',
  'SCRIPT',
  'MEMORY',
  'OBJECT',
  'PUBSUB',
  'FUNCTION',
  'DEBUG',
  'LATENCY',
  'SLOWLOG',
  'COMMAND',
  'MODULE',
]);
/** Their first argument is no key, and says what is run. */
const SCRIPTS: ReadonlySet<string> = new Set([
  'EVAL',
  'EVALSHA',
  'EVAL_RO',
  'EVALSHA_RO',
  'FCALL',
  'FCALL_RO',
]);

/** One exchange for each command with its reply; what a subscriber is sent is one by itself. */
export function followRedis(book: ExchangeBook): Follower {
  let transactions = 0;
  let isInside = false;
  return (message, number) => {
    const key = message.exchange ?? `push ${number}`;
    if (message.kind === 'command') {
      const command = String(message.detail.command);
      const isBegin = command === 'MULTI';
      if (isBegin) transactions++;
      if (isBegin) isInside = true;
      book.begin(key, message, number, {
        protocol: 'redis',
        kind: 'command',
        ...questionOf(command, message),
        ...askedMarks(wordValues(argumentsOf(message), 'a')),
        ...(isInside && { transaction: 'open' as const, transactionId: `t${transactions}` }),
      });
      if (command === 'EXEC' || command === 'DISCARD' || command === 'RESET') isInside = false;
      if (message.detail.silent === true) book.end(key, 'done');
      return;
    }
    if (message.kind === 'push') {
      book.begin(key, message, number, {
        protocol: 'redis',
        kind: 'push',
        direction: 'down',
        question: message.summary,
        statement: 'push',
      });
      book.end(key, 'done');
      return;
    }
    const begun = book.get(key);
    if (!begun) return;
    book.add(begun, message, number);
    if (/^(EXEC|DISCARD)\b/.test(begun.question)) begun.transaction = 'idle';
    const { value } = message.detail;
    if (message.kind === 'error-reply') {
      begun.error = message.summary;
      begun.errorCode = message.summary.split(' ', 1)[0] ?? '';
      book.end(key, 'failed');
      return;
    }
    if (Array.isArray(value)) begun.rows = value.length;
    begun.result = message.summary;
    noteAnswered(begun, wordValues([value], 'r'));
    book.end(key, 'done');
  };
}

const argumentsOf = ({ detail }: Message) => (Array.isArray(detail.args) ? (detail.args as unknown[]) : []);

function questionOf(command: string, message: Message): { question: string; statement: string } {
  const words = argumentsOf(message).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  const [first] = words;
  // The summary is cut; the whole is in the arguments.
  const question = words.length > 0 ? [command, ...words].join(' ') : message.summary;
  if (first === undefined) return { question, statement: command };
  if (FAMILIES.has(command)) return { question, statement: `${command} ${first.toUpperCase()}` };
  if (SCRIPTS.has(command)) return { question, statement: `${command} ${first.slice(0, 60)}` };
  return { question, statement: `${command} ${keyPattern(first)}${words.length > 1 ? ' …' : ''}` };
}

import { type Begun, type ExchangeBook, type Follower, firstRowOf, type Key } from '../follow.ts';
import type { Message } from '../message.ts';
import { sqlQuestion } from '../sql/statement.ts';
import { noteAnswered, rowValues } from '../value-marks.ts';

/** What answers a question for good. */
const ANSWERS: ReadonlySet<string> = new Set(['complete', 'suspended', 'error-response', 'function-result']);
const LOGIN = 'login';

/**
 * Follows statements through Parse, Bind, Execute and Sync: one exchange for each that was executed, however it was
 * prepared. ReadyForQuery tells how the transaction stands, so what is answered waits for it.
 */
export function followPostgres(book: ExchangeBook): Follower {
  const follower = new PostgresFollower(book);
  return (message, number) => follower.take(message, number);
}

class PostgresFollower {
  readonly #book: ExchangeBook;
  #process: number | undefined;
  #transaction: 'idle' | 'open' | 'failed' = 'idle';
  #transactions = 0;
  /** What the server said when nothing was asked: it does so before it ends the connection. */
  #farewell: ReturnType<typeof errorOf> | undefined;
  /** Of the result that comes now. */
  #firstRow: string | undefined;

  constructor(book: ExchangeBook) {
    this.#book = book;
  }

  take(message: Message, number: number): void {
    const begun = this.#begunFor(message, number);
    if (!begun) return;
    const { key, exchange } = begun;
    if (message.direction === 'down') this.#answer(exchange, message);
    if (message.kind === 'cancel') this.#book.end(key, 'done');
    if (message.kind === 'ready') this.#ready(message, key);
  }

  /** The exchange that the message belongs to; a question that nobody knows begins one. */
  #begunFor(message: Message, number: number): { key: Key; exchange: Begun } | undefined {
    const key = message.exchange ?? LOGIN;
    const known = this.#book.get(key);
    if (known) {
      this.#book.add(known, message, number);
      this.#learn(known, message);
      return { key, exchange: known };
    }
    if (message.direction === 'down') return this.#loose(message, number);
    const opening = this.#opening(message);
    if (!opening) return undefined;
    const farewell = this.#farewell;
    return {
      key,
      exchange: this.#book.begin(key, message, number, { protocol: 'postgres', ...opening, ...farewell }),
    };
  }

  /** Of what belongs to nothing that was asked the end of everything counts, and why the server ends the connection. */
  #loose(message: Message, number: number): undefined {
    if (message.kind === 'ready') this.#ready(message, message.exchange ?? LOGIN);
    if (message.kind !== 'error-response') return undefined;
    const key = `push ${number}`;
    const told = { kind: 'push', question: message.summary, statement: 'push', direction: 'down' as const };
    this.#farewell = errorOf(message.detail);
    this.#book.begin(key, message, number, { protocol: 'postgres', ...told, ...this.#farewell });
    this.#book.end(key, 'failed');
    return undefined;
  }

  #opening({ kind, detail }: Message) {
    const process = this.#process !== undefined && { process: this.#process };
    switch (kind) {
      case 'startup': {
        const { user = '?', database = user } = detail.parameters as Record<string, string>;
        return { kind: LOGIN, question: `login of ${user} to ${database}`, statement: LOGIN };
      }
      case 'cancel': {
        const named = Number(detail.process);
        return { kind, question: `cancel process ${named}`, statement: kind, process: named };
      }
      case 'function-call':
        return { kind, question: `call function ${detail.function}`, statement: kind, ...process };
      case 'query':
        return { kind, ...sqlQuestion(String(detail.sql)), ...process };
      case 'parse':
        return {
          kind: 'prepare',
          prepared: String(detail.statement),
          ...sqlQuestion(String(detail.sql)),
          ...process,
        };
      case 'bind':
      case 'execute': {
        const sql = String(detail.sql ?? `statement ${detail.statement || '(unnamed)'}`);
        return {
          kind: 'query',
          prepared: String(detail.statement ?? ''),
          ...sqlQuestion(sql, detail.parameters as (string | null)[] | undefined),
          ...process,
        };
      }
      case 'describe':
      case 'close': {
        const what = `${kind} ${detail.target} ${detail.name || '(unnamed)'}`;
        return { kind, question: what, statement: `${kind} ${detail.target}`, ...process };
      }
      default:
        return undefined;
    }
  }

  /** A statement that was prepared is now run. */
  #learn(exchange: Begun, { kind, detail }: Message): void {
    if (kind !== 'bind' && kind !== 'execute') return;
    exchange.kind = 'query';
    // Of a portal that was suspended more is fetched.
    delete exchange.answered;
    if (kind === 'bind' && typeof detail.sql === 'string')
      Object.assign(exchange, sqlQuestion(detail.sql, detail.parameters as (string | null)[]));
  }

  #answer(exchange: Begun, { kind, detail, summary }: Message): void {
    if (kind === 'backend-key') {
      this.#process = Number(detail.process);
      exchange.process = this.#process;
    }
    if (kind === 'rows') {
      exchange.rows = (exchange.rows ?? 0) + Number(detail.rowCount);
      this.#firstRow ??= firstRowOf(summary);
      noteAnswered(exchange, rowValues(detail));
    }
    if (kind === 'copy-in' || kind === 'copy-out' || kind === 'copy-both') exchange.kind = 'copy';
    if (kind === 'complete') complete(exchange, detail, this.#firstRow);
    if (kind === 'suspended') exchange.result = `${exchange.rows ?? 0} rows, more can be fetched`;
    if (ANSWERS.has(kind)) this.#firstRow = undefined;
    if (kind === 'error-response') Object.assign(exchange, errorOf(detail));
    if (!ANSWERS.has(kind)) return;
    exchange.answered = { state: kind === 'error-response' || exchange.error ? 'failed' : 'done' };
    // Who is refused at the door gets no ReadyForQuery.
    if (exchange.kind === LOGIN && kind === 'error-response') this.#book.end(LOGIN, 'failed');
  }

  /** All that was asked up to here is over; what has no answer was skipped, because something before it failed. */
  #ready({ detail }: Message, upTo: Key): void {
    const before = this.#transaction;
    const now = ({ idle: 'idle', 'in transaction': 'open' } as const)[String(detail.state)] ?? 'failed';
    if (before === 'idle' && now !== 'idle') this.#transactions++;
    const isInside = before !== 'idle' || now !== 'idle';
    this.#transaction = now;
    for (const [key, exchange] of [...this.#book.open()]) {
      const isMeant = key === upTo || key === LOGIN || (typeof key === 'number' && key <= Number(upTo));
      if (!isMeant) continue;
      exchange.transaction = now;
      if (isInside) exchange.transactionId = `t${this.#transactions}`;
      const isOwn = exchange.answered !== undefined || exchange.kind !== 'query' || key === upTo;
      if (!isOwn) exchange.error ??= 'skipped: something before it in the pipeline failed';
      this.#book.end(key, exchange.answered?.state ?? (isOwn && !exchange.error ? 'done' : 'failed'));
    }
  }
}

const errorOf = (detail: Message['detail']) => ({
  error: [detail.message, detail.detail, detail.hint].filter(Boolean).join(' '),
  errorCode: String(detail.code ?? ''),
});

/** "SELECT 3: id=1 name=Ann"; several statements in one query have a tag each. */
function complete(exchange: Begun, detail: Message['detail'], firstRow: string | undefined): void {
  const tag = String(detail.tag) || 'empty query';
  const seen = detail.hasUnseen ? `${tag} (not all of them were looked at)` : tag;
  const words = firstRow === undefined ? seen : `${seen}: ${firstRow}`;
  if (detail.hasUnseen) exchange.rows = Math.max(exchange.rows ?? 0, Number(detail.rows));
  exchange.result = exchange.result === undefined ? words : `${exchange.result}; ${words}`;
  const isChange = /^(insert|update|delete|merge|copy)\b/i.test(tag);
  if (isChange && typeof detail.affected === 'number')
    exchange.affected = (exchange.affected ?? 0) + detail.affected;
}

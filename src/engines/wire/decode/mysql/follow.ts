import { type Begun, type ExchangeBook, type Follower, firstRowOf, type Key } from '../follow.ts';
import type { Message } from '../message.ts';
import { sqlQuestion } from '../sql/statement.ts';
import { noteAnswered, rowValues } from '../value-marks.ts';

const LOGIN = 'login';
const ANSWERS: ReadonlySet<string> = new Set([
  'complete',
  'prepared',
  'error-response',
  'fields',
  'statistics',
]);

/** One exchange for each command with its answer; a prepared statement is known by its text. */
export function followMysql(book: ExchangeBook): Follower {
  let process: number | undefined;
  let transactions = 0;
  let isInside = false;
  let firstRow: string | undefined;

  /** Each answer tells whether a transaction is open behind it. */
  const noteTransaction = (begun: Begun, detail: Message['detail']): void => {
    if (typeof detail.inTransaction !== 'boolean') return;
    if (detail.inTransaction && !isInside) transactions++;
    if (detail.inTransaction || isInside) begun.transactionId = `t${transactions}`;
    isInside = detail.inTransaction;
    begun.transaction = isInside ? 'open' : 'idle';
  };

  const answer = (key: Key, begun: Begun, { kind, detail, summary }: Message): void => {
    if (kind === 'rows') {
      begun.rows = (begun.rows ?? 0) + Number(detail.rowCount);
      firstRow ??= firstRowOf(summary);
      noteAnswered(begun, rowValues(detail));
    }
    if (kind === 'file-request') begun.kind = 'copy';
    if (kind === 'complete') {
      if (detail.rows === 0) begun.rows ??= 0;
      noteTransaction(begun, detail);
      if (Number(detail.affected) > 0) begun.affected = (begun.affected ?? 0) + Number(detail.affected);
      const words = resultWords(detail, firstRow);
      begun.result = begun.result === undefined ? words : `${begun.result}; ${words}`;
      firstRow = undefined;
      if (detail.hasMore === true) return;
    }
    if (kind === 'prepared') begun.result = summary;
    if (kind === 'error-response') {
      begun.error = String(detail.message);
      begun.errorCode = String(detail.code);
      begun.status = Number(detail.code);
    }
    if (ANSWERS.has(kind)) book.end(key, begun.error === undefined ? 'done' : 'failed');
  };

  return (message, number) => {
    const { kind, direction, detail } = message;
    if (kind === 'greeting') process = Number(detail.process);
    const key = message.exchange ?? LOGIN;
    const known = book.get(key);
    if (known) {
      book.add(known, message, number);
      if (key === LOGIN) login(book, known, message);
      else if (direction === 'down') answer(key, known, message);
      return;
    }
    if (direction === 'down') return;
    const opening = openingOf(message);
    if (!opening) return;
    book.begin(key, message, number, {
      protocol: 'mysql',
      ...opening,
      ...(process !== undefined && opening.process === undefined && { process }),
    });
    if (detail.silent === true) book.end(key, 'done');
  };
}

function resultWords({ rows, affected }: Message['detail'], firstRow: string | undefined): string {
  if (typeof rows === 'number') {
    const count = `${rows} ${rows === 1 ? 'row' : 'rows'}`;
    return firstRow === undefined ? count : `${count}: ${firstRow}`;
  }
  return Number(affected) > 0 ? `OK, ${affected} changed` : 'OK';
}

function login(book: ExchangeBook, begun: Begun, { kind, detail }: Message): void {
  if (kind === 'welcome') book.end(LOGIN, 'done');
  if (kind !== 'refusal') return;
  begun.error = String(detail.message);
  begun.errorCode = String(detail.code);
  begun.status = Number(detail.code);
  book.end(LOGIN, 'failed');
}

interface Opening {
  readonly kind: string;
  readonly question: string;
  readonly statement: string;
  /** Of the statement that is run. */
  readonly prepared?: string;
  /** Of the connection that is to end. */
  readonly process?: number;
}

function openingOf({ kind, detail, summary, exchange }: Message): Opening | undefined {
  if (kind === LOGIN || kind === 'change-user') return { kind: LOGIN, question: summary, statement: LOGIN };
  if (exchange === undefined) return undefined;
  // Closing a statement, and data for one, are parts of running it.
  if (kind === 'close' || kind === 'long-data' || kind === 'file-data') return undefined;
  if (kind === 'query' || kind === 'prepare') return { kind, ...sqlQuestion(String(detail.sql)) };
  if (kind === 'kill')
    return { kind: 'cancel', question: summary, statement: 'cancel', process: Number(detail.process) };
  if (kind !== 'execute') return { kind: 'command', question: summary, statement: kind };
  const sql = String(detail.sql ?? `statement ${detail.statement}`);
  return {
    kind: 'query',
    ...sqlQuestion(sql, detail.parameters as (string | null)[]),
    prepared: String(detail.statement),
  };
}

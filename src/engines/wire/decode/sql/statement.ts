import { isSecretValue } from '../../../../kernel/redaction/named-value.ts';
import { HIDDEN } from '../decoder.ts';
import { traceInSql, tracesField } from '../trace-context.ts';
import { askedMarks, statementValues } from '../value-marks.ts';

/** So much of a statement is looked at; what is longer is data. */
const LOOKED_AT = 20_000;

const [LINE_FEED, QUOTE, DOLLAR, APOSTROPHE, STAR, DASH, SLASH] = [10, 34, 36, 39, 42, 45, 47];
const [BACKSLASH, BACKTICK, HASH] = [92, 96, 35];
const WORD = /[A-Za-z_\u0080-\uffff]/;
const IN_WORD = /[\w$\u0080-\uffff]/;
const DIGIT = /\d/;

/**
 * A statement without its values, so that the same one with others is the same text: literals and placeholders become
 * "?", lists of them one "?…", comments and line ends go. Reads once, from left to right, whatever the text.
 */
export function normalizeSql(sql: string): string {
  const parts: string[] = [];
  let wasBlank = true;
  const put = (text: string) => {
    parts.push(text);
    wasBlank = false;
  };
  for (const token of tokens(sql.slice(0, LOOKED_AT))) {
    if (token.is === 'blank') {
      if (!wasBlank) parts.push(' ');
      wasBlank = true;
    } else put(token.is === 'value' ? '?' : token.text);
  }
  return collapse(parts.join('').trim());
}

/** (?, ?, ?) and (?, ?), (?, ?) say nothing more than how many. */
function collapse(text: string): string {
  return text
    .replace(/\?(?: ?, ?\?)+/g, '?…')
    .replace(/\b(in) ?\( ?\?…? ?\)/gi, '$1 (?…)')
    .replace(/(\( ?\?…? ?\))(?: ?, ?\( ?\?…? ?\))+/g, '$1…')
    .replace(/;$/, '');
}

interface Token {
  readonly is: 'value' | 'word' | 'blank' | 'mark';
  readonly text: string;
  readonly from: number;
}

function* tokens(sql: string): Generator<Token> {
  let at = 0;
  while (at < sql.length) {
    const token = next(sql, at);
    yield token;
    at += token.text.length;
  }
}

function next(sql: string, at: number): Token {
  const code = sql.charCodeAt(at);
  const to = (end: number, is: Token['is']): Token => ({ is, text: sql.slice(at, end), from: at });
  if (code <= 32) return to(blankEnd(sql, at), 'blank');
  if (code === DASH && sql.charCodeAt(at + 1) === DASH) return to(endAt(sql, '\n', at), 'blank');
  if (code === HASH && (at === 0 || sql.charCodeAt(at - 1) === LINE_FEED))
    return to(endAt(sql, '\n', at), 'blank');
  if (code === SLASH && sql.charCodeAt(at + 1) === STAR) return to(endAt(sql, '*/', at + 2), 'blank');
  if (code === APOSTROPHE) return to(quoteEnd(sql, at), 'value');
  if (code === QUOTE || code === BACKTICK) return to(quoteEnd(sql, at), 'word');
  if (code === DOLLAR) return dollar(sql, at);
  const letter = sql[at] as string;
  if (DIGIT.test(letter)) return to(numberEnd(sql, at), 'value');
  if (letter === '?') return to(at + 1, 'value');
  if (!WORD.test(letter)) return to(at + 1, 'mark');
  let end = at + 1;
  while (end < sql.length && IN_WORD.test(sql[end] as string)) end++;
  // E'…', X'…', N'…', B'…' are values as a whole.
  if (end === at + 1 && sql.charCodeAt(end) === APOSTROPHE) return to(quoteEnd(sql, end), 'value');
  const isValue = /^(true|false|null)$/i.test(sql.slice(at, end));
  return to(
    end,
    isValue && !/\bis(\s+not)?\s+$/i.test(sql.slice(Math.max(0, at - 12), at)) ? 'value' : 'word',
  );
}

function blankEnd(sql: string, at: number): number {
  let end = at;
  while (end < sql.length && sql.charCodeAt(end) <= 32) end++;
  return end;
}

function endAt(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from);
  return found < 0 ? sql.length : found + mark.length;
}

/** Behind the closing quote; a doubled one, and one behind a backslash in '…', is a part. */
function quoteEnd(sql: string, at: number): number {
  const quote = sql.charCodeAt(at);
  for (let end = at + 1; end < sql.length; end++) {
    const code = sql.charCodeAt(end);
    if (code === BACKSLASH && quote === APOSTROPHE) end++;
    else if (code === quote && sql.charCodeAt(end + 1) === quote) end++;
    else if (code === quote) return end + 1;
  }
  return sql.length;
}

/** $1, or $tag$ … $tag$. */
function dollar(sql: string, at: number): Token {
  const [head = '$', digits] = /^\$(?:(\d+)|\w*\$)?/.exec(sql.slice(at, at + 80)) ?? [];
  const isQuoted = digits === undefined && head.length > 1;
  const end = isQuoted ? endAt(sql, head, at + head.length) : at + head.length;
  return { is: head.length > 1 ? 'value' : 'mark', text: sql.slice(at, end), from: at };
}

function numberEnd(sql: string, at: number): number {
  const [number = '0'] = /^(?:0x[\da-f]+|\d+(?:\.\d*)?(?:e[+-]?\d+)?)/i.exec(sql.slice(at, at + 400)) ?? [];
  return at + number.length;
}

interface NamedValue {
  readonly name: string;
  readonly text: string;
  readonly from: number;
  /** Of a placeholder, from 1. */
  readonly placeholder: number | undefined;
}

interface Insert {
  readonly columns: string[];
  at: number;
  isIn: 'columns' | 'values' | undefined;
}

/** Values and placeholders with the column that they are for: `name = $1`, and the columns of an INSERT. */
function* namedValues(sql: string): Generator<NamedValue> {
  const insert: Insert = { columns: [], at: 0, isIn: undefined };
  const isInsert = /^\s*(insert|replace)\b/i.test(sql.slice(0, 200));
  let [word, marks, placeholders] = ['', '', 0];
  for (const { is, text, from } of tokens(sql.slice(0, LOOKED_AT))) {
    if (is === 'blank') continue;
    if (is === 'value') {
      const isPlaceholder = text === '?' || /^\$\d+$/.test(text);
      if (isPlaceholder) placeholders = text === '?' ? placeholders + 1 : Number(text.slice(1));
      const column = insert.isIn === 'values' ? insert.columns[insert.at] : undefined;
      const name = column ?? (/^(=|<>|!=|<=>)$/.test(marks) ? word : '');
      if (name !== '') yield { name, text, from, placeholder: isPlaceholder ? placeholders : undefined };
    }
    if (isInsert && is === 'mark') stepInsert(insert, text);
    if (is === 'word' && isInsert && insert.isIn === 'columns') insert.columns[insert.at] = bare(text);
    if (is === 'word') word = bare(text);
    marks = is === 'mark' ? marks + text : '';
  }
}

/** The first list in parentheses has the columns, those behind it the values. */
function stepInsert(insert: Insert, mark: string): void {
  if (mark === ',') insert.at++;
  if (mark === ')') insert.isIn = undefined;
  if (mark !== '(' || insert.isIn !== undefined) return;
  insert.isIn = insert.columns.length === 0 ? 'columns' : 'values';
  insert.at = 0;
}

const bare = (name: string) => name.replace(/^["`]|["`]$/g, '');

/** Values that stand in the text. */
function literalsOf(sql: string): string[] {
  const literals: string[] = [];
  for (const { is, text } of tokens(sql.slice(0, LOOKED_AT)))
    if (is === 'value' && !/^(?:\?|\$\d+)$/.test(text)) literals.push(text.replace(/^'|'$/g, ''));
  return literals;
}

/** What an exchange says of a statement: secrets hidden, and the text by which it is counted. */
export function sqlQuestion(sql: string, parameters?: readonly (string | null)[]) {
  const shown = withoutNamedSecrets(sql, parameters);
  return {
    ...askedMarks(statementValues(shown.parameters, literalsOf(shown.sql))),
    question: shown.sql,
    statement: normalizeSql(sql),
    ...(parameters && parameters.length > 0 && { parameters: shown.parameters }),
    ...tracesField(traceInSql(sql)),
  };
}

/** A statement and its parameters without the values that only their column makes a secret. */
function withoutNamedSecrets(
  sql: string,
  parameters: readonly (string | null)[] = [],
): { sql: string; parameters: (string | null)[] } {
  const shown = [...parameters];
  const pieces: string[] = [];
  let done = 0;
  for (const { name, text, from, placeholder } of namedValues(sql)) {
    const value = placeholder === undefined ? text.replace(/^'|'$/g, '') : parameters[placeholder - 1];
    if (value === undefined || value === null || !isSecretValue(name, value)) continue;
    if (placeholder !== undefined) shown[placeholder - 1] = HIDDEN;
    else {
      pieces.push(sql.slice(done, from), `'${HIDDEN}'`);
      done = from + text.length;
    }
  }
  return { sql: pieces.join('') + sql.slice(done), parameters: shown };
}

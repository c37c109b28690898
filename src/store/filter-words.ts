import { FILTER_FIELDS, type FilterField, LANE_OF, LANES } from '../contract/app.ts';
import { STREAMS, type Stream } from '../contract/streams.ts';
import { fault } from '../kernel/fault.ts';
import { nearest } from '../kernel/nearest.ts';
import { outsidePattern, type Pattern } from '../kernel/pattern.ts';
import type { Filters } from './filters.ts';
import type { Item } from './item-row.ts';
import { LEVELS, type Level, rankOf } from './level.ts';
import { isTrouble } from './rolls.ts';

/** What a person typed, as the record is asked: as much as SQL can say, and the rest for each item. */
export interface Wanted {
  readonly filters: Filters;
  readonly keep?: ((item: Item) => boolean) | undefined;
  /** Parts of clients' names: one of them must be in the name of the session's client. */
  readonly agents: readonly string[];
  readonly notAgents: readonly string[];
}

interface Term {
  readonly isNot: boolean;
  readonly field?: FilterField | undefined;
  readonly value: string;
  readonly isPattern: boolean;
}

type Check = (item: Item) => boolean;

const MOST = 1000;
const TERM = /(-?)(?:\/((?:\\.|[^\\/])+)\/(i?)(?=\s|$)|(?:([a-z]+):)?(?:"((?:\\.|[^"\\])*)"|(\S+)))/y;

/** `status:>=400 -lane:wire tab:t3 "out of stock" /regex/`: all of it must hold. */
export async function readFilter(text: string): Promise<Wanted> {
  if (text.length > MOST) throw wrong(text.slice(0, 40), `it is longer than ${MOST} characters`);
  const filters: { -readonly [K in keyof Filters]: Filters[K] } = {};
  const checks: Check[] = [];
  const agents: string[] = [];
  const notAgents: string[] = [];
  for (const term of termsOf(text)) {
    if (term.field === 'agent') (term.isNot ? notAgents : agents).push(term.value.toLowerCase());
    else if (!(await intoFilters(filters, term))) {
      const check = await checkOf(term);
      checks.push(term.isNot ? (item) => !check(item) : check);
    }
  }
  const keep = checks.length === 0 ? undefined : (item: Item) => checks.every((check) => check(item));
  return { filters, keep, agents, notAgents };
}

function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text[at] ?? '')) {
      at++;
      continue;
    }
    TERM.lastIndex = at;
    const found = TERM.exec(text);
    if (!found) throw wrong(text.slice(at, at + 40), 'it cannot be read');
    at = TERM.lastIndex;
    const [, minus, pattern, flag, field, quoted, word] = found;
    const isNot = minus === '-';
    if (pattern !== undefined) terms.push({ isNot, value: `${pattern}/${flag}`, isPattern: true });
    else
      terms.push({
        isNot,
        ...named(field, quoted?.replaceAll(/\\(.)/g, '$1') ?? word ?? ''),
        isPattern: false,
      });
  }
  return terms;
}

/** A word before a colon is a field only if there is one of that name: `http://…` is a word. */
function named(field: string | undefined, value: string): Pick<Term, 'field' | 'value'> {
  if (field === undefined) return { value };
  if (Object.hasOwn(FILTER_FIELDS, field)) return { field: field as FilterField, value };
  if (value.startsWith('//')) return { value: `${field}:${value}` };
  const close = nearest(field, Object.keys(FILTER_FIELDS));
  throw wrong(
    `${field}:${value}`,
    `there is no field "${field}"${close ? `, did you mean "${close}"?` : ''}`,
  );
}

/** Whether SQL can say it; then it is said. */
async function intoFilters(filters: Record<string, unknown> & Filters, term: Term): Promise<boolean> {
  const { field, value, isNot } = term;
  const put = (more: Filters) => {
    if (Object.keys(more).some((key) => filters[key as keyof Filters] !== undefined)) return false;
    Object.assign(filters, more);
    return true;
  };
  if (field === 'lane') {
    const streams = streamsOf(value);
    const before = (filters.streams ?? STREAMS) as readonly Stream[];
    Object.assign(filters, { streams: before.filter((one) => streams.includes(one) !== isNot) });
    return true;
  }
  if (isNot || term.isPattern) return false;
  switch (field) {
    case 'is':
      if (value !== 'error') throw wrong(`is:${value}`, 'only is:error is known');
      return put({ isTrouble: true });
    case 'status': {
      const { from, to } = rangeOf('status', value);
      return put({
        ...(from === -Infinity ? {} : { statusMin: from }),
        ...(to === Infinity ? {} : { statusMax: to }),
      });
    }
    case 'method':
      return put({ method: value });
    case 'level':
      return put({ level: levelOf(value) });
    case 'tab':
      return put({ page: value });
    case 'connection':
      return put({ connection: value });
    case 'url':
      return put({ url: value });
    case 'test':
      return put({ testId: value });
    case undefined:
      return put({ text: value });
    default:
      return false;
  }
}

async function checkOf({ field, value, isPattern }: Term): Promise<Check> {
  if (isPattern) {
    const pattern = await patternOf(value);
    return (item) => pattern.test(JSON.stringify(item.data));
  }
  const data = (item: Item): Readonly<Record<string, unknown>> => item.data;
  const contains = (words: unknown) =>
    String(words ?? '')
      .toLowerCase()
      .includes(value.toLowerCase());
  switch (field) {
    case 'is':
      if (value !== 'error') throw wrong(`is:${value}`, 'only is:error is known');
      return (item) => troubleOf(item);
    case 'status':
    case 'ms': {
      const { from, to } = rangeOf(field, value);
      return (item) => {
        const number = data(item)[field];
        return typeof number === 'number' && number >= from && number <= to;
      };
    }
    case 'method':
      return (item) => String(data(item).method ?? '').toUpperCase() === value.toUpperCase();
    case 'level':
      return (item) => data(item).level === levelOf(value);
    case 'tab':
      return (item) => item.where.page === value;
    case 'connection':
      return (item) => item.where.connection === value;
    case 'url':
      return (item) => contains(data(item).url);
    case 'test':
      return (item) => item.testIds?.includes(value) ?? false;
    case 'tool':
      return (item) => item.stream === 'call' && contains(item.data.tool);
    case 'outcome':
      return (item) => item.stream === 'call' && item.data.outcome.toLowerCase() === value.toLowerCase();
    default:
      return (item) => contains(JSON.stringify(item.data));
  }
}

/** An error, or an answer of 400 and more: as the index of the record has it. */
export function troubleOf(item: Item): boolean {
  const { status }: Readonly<Record<string, unknown>> = item.data;
  return isTrouble(item.stream === 'unreadable' ? null : rankOf(item), status);
}

function streamsOf(value: string): readonly Stream[] {
  const wanted = value.split(',').map((word) => {
    const close = nearest(word, [...LANES]);
    const known = LANES.find((lane) => lane === word);
    if (!known)
      throw wrong(`lane:${value}`, `there is no lane "${word}"${close ? `, did you mean "${close}"?` : ''}`);
    return known;
  });
  return STREAMS.filter((stream) => wanted.includes(LANE_OF[stream]));
}

function levelOf(value: string): Level {
  const known = LEVELS.find((level) => level === value);
  if (!known) throw wrong(`level:${value}`, `a level is ${LEVELS.join(', ')}`);
  return known;
}

/** `404`, `>=400`, `>499`, `<300`, `200..299`. */
function rangeOf(field: string, value: string): { from: number; to: number } {
  const between = /^(\d{1,9})\.\.(\d{1,9})$/.exec(value);
  if (between) return { from: Number(between[1]), to: Number(between[2]) };
  const [, sign, digits] = /^(>=|<=|>|<)?(\d{1,9})$/.exec(value) ?? [];
  if (digits === undefined)
    throw wrong(`${field}:${value}`, 'a number such as 404, >=400 or 200..299 is meant');
  const number = Number(digits);
  if (sign === '>=') return { from: number, to: Infinity };
  if (sign === '>') return { from: number + 1, to: Infinity };
  if (sign === '<=') return { from: -Infinity, to: number };
  return sign === '<' ? { from: -Infinity, to: number - 1 } : { from: number, to: number };
}

async function patternOf(value: string): Promise<Pattern> {
  const end = value.lastIndexOf('/');
  try {
    return await outsidePattern(value.slice(0, end), value.slice(end + 1));
  } catch (thrown) {
    throw wrong(`/${value}`, thrown instanceof Error ? thrown.message : String(thrown));
  }
}

const wrong = (part: string, why: string) => fault('INVALID_FILTER', { part, why });

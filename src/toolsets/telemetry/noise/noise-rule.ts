import { z } from 'zod';
import { fault } from '../../../kernel/fault.ts';
import type { Item } from '../../../store/item-row.ts';

export const NOISE_CATEGORIES = ['console', 'network', 'websocket'] as const;
const NOISE_CLASSES = [
  'extension',
  'framework',
  'cosmetic',
  'analytics',
  'infrastructure',
  'repetitive',
  'dismissed',
];

/** As it is given. What is absent of `match_spec` does not restrict. */
export const ruleGiven = z.object({
  category: z.enum(NOISE_CATEGORIES),
  classification: z.enum(NOISE_CLASSES).default('dismissed'),
  match_spec: z
    .strictObject({
      message_regex: z.string().optional(),
      source_regex: z.string().optional(),
      url_regex: z.string().optional(),
      method: z.string().optional(),
      status_min: z.int().optional(),
      status_max: z.int().optional(),
      level: z.string().optional().describe('debug, log, info, warn, error.'),
    })
    .describe('console needs message_regex or source_regex, the others url_regex.'),
  reason: z.string().optional(),
});

/** As it is stored and listed. */
export interface NoiseRule extends z.output<typeof ruleGiven> {
  readonly id: string;
  readonly auto_detected?: true;
  readonly created_at?: string;
}
export type MatchSpec = NoiseRule['match_spec'];

const LONGEST_PATTERN = 512;
/** No message needs more to be recognized, and a pattern that is slow on long text stays harmless. */
const LONGEST_TEXT = 2000;

/** A rule that is ready to be asked. */
export interface CompiledRule {
  readonly rule: NoiseRule;
  fits(item: Item): boolean;
}

export function compileRule(rule: NoiseRule): CompiledRule {
  const { category, match_spec: spec } = rule;
  const [message, source, url] = [spec.message_regex, spec.source_regex, spec.url_regex].map(compilePattern);
  if (category === 'console' ? !message && !source : !url) {
    const wanted = category === 'console' ? 'message_regex or source_regex' : 'url_regex';
    throw fault('INVALID_NOISE_RULE', { problem: `a ${category} rule needs ${wanted}` });
  }
  const level = spec.level === 'warning' ? 'warn' : spec.level;
  const fits = {
    console: (item: Item) => fitsConsole(item, level, message, source),
    network: (item: Item) => fitsRequest(item, spec, url!),
    websocket: (item: Item) => item.stream === 'websocket' && has(url, item.data.url),
  }[category];
  return { rule, fits };
}

function fitsConsole(item: Item, level: string | undefined, message?: RegExp, source?: RegExp): boolean {
  if (item.stream !== 'console' && item.stream !== 'exception') return false;
  const { data } = item;
  if (level !== undefined && data.level !== level) return false;
  return has(message, data.message) || has(source, data.location?.url ?? data.stack?.[0]?.url);
}

function fitsRequest({ stream, data }: Item, spec: MatchSpec, url: RegExp): boolean {
  if (stream !== 'request') return false;
  // A refused login is never noise, whatever the rule says.
  if (data.status === 401 || data.status === 403) return false;
  const status = data.status ?? 0;
  if (spec.method !== undefined && data.method.toUpperCase() !== spec.method.toUpperCase()) return false;
  if (spec.status_min !== undefined && status < spec.status_min) return false;
  if (spec.status_max !== undefined && status > spec.status_max) return false;
  return has(url, data.url) || has(url, data.failure);
}

const has = (pattern: RegExp | undefined, text: unknown): boolean =>
  pattern !== undefined && typeof text === 'string' && pattern.test(text.slice(0, LONGEST_TEXT));

function compilePattern(source: string | undefined): RegExp | undefined {
  if (source === undefined) return undefined;
  const refuse = (problem: string, cause?: unknown) => fault('INVALID_NOISE_RULE', { problem }, cause);
  if (source.length > LONGEST_PATTERN)
    throw refuse(`the pattern has more than ${LONGEST_PATTERN} characters`);
  if (hasNestedRepeat(source)) throw refuse(`"${source}" repeats a repetition, which can take for ever`);
  try {
    return new RegExp(source, 'i');
  } catch (cause) {
    throw refuse(cause instanceof Error ? cause.message : String(cause), cause);
  }
}

/** (a+)+ and its like: a group that repeats and holds something that repeats. */
function hasNestedRepeat(source: string): boolean {
  const open: boolean[] = [];
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at];
    if (sign === '\\') at++;
    else if (inClass) inClass = sign !== ']';
    else if (sign === '[') inClass = true;
    else if (sign === '(') open.push(false);
    else if (sign === ')') {
      const repeatsInside = open.pop() ?? false;
      const isRepeated = /^(?:[*+]|\{\d+,)/.test(source.slice(at + 1, at + 8));
      if (repeatsInside && isRepeated) return true;
      if ((repeatsInside || isRepeated) && open.length > 0) open[open.length - 1] = true;
    } else if ((sign === '*' || sign === '+' || sign === '{') && open.length > 0)
      open[open.length - 1] = true;
  }
  return false;
}

import { z } from 'zod';
import { fault } from '../../../kernel/fault.ts';
import { outsidePattern, type Pattern } from '../../../kernel/pattern.ts';
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

/** One that somebody made. Its patterns are theirs; they run on what pages say. */
export async function compileRule(rule: NoiseRule): Promise<CompiledRule> {
  return ruleOf(rule, await Promise.all(sourcesOf(rule).map(compilePattern)));
}

/** One of our own: its patterns are known to be quick. */
export function compileOwn(rule: NoiseRule): CompiledRule {
  return ruleOf(
    rule,
    sourcesOf(rule).map((source) => (source === undefined ? undefined : new RegExp(source, 'i'))),
  );
}

/** One that was kept and cannot be read any more: it stays in the list, and fits nothing. */
export const inertRule = (rule: NoiseRule): CompiledRule => ({ rule, fits: () => false });

type Test = Pick<RegExp, 'test'>;

const sourcesOf = ({ match_spec: spec }: NoiseRule) => [
  spec.message_regex,
  spec.source_regex,
  spec.url_regex,
];

function ruleOf(rule: NoiseRule, [message, source, url]: readonly (Test | undefined)[]): CompiledRule {
  const { category, match_spec: spec } = rule;
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

function fitsConsole(item: Item, level: string | undefined, message?: Test, source?: Test): boolean {
  if (item.stream !== 'console' && item.stream !== 'exception') return false;
  const { data } = item;
  if (level !== undefined && data.level !== level) return false;
  return has(message, data.message) || has(source, data.location?.url ?? data.stack?.[0]?.url);
}

function fitsRequest({ stream, data }: Item, spec: MatchSpec, url: Test): boolean {
  if (stream !== 'request') return false;
  // A refused login is never noise, whatever the rule says.
  if (data.status === 401 || data.status === 403) return false;
  const status = data.status ?? 0;
  if (spec.method !== undefined && data.method.toUpperCase() !== spec.method.toUpperCase()) return false;
  if (spec.status_min !== undefined && status < spec.status_min) return false;
  if (spec.status_max !== undefined && status > spec.status_max) return false;
  return has(url, data.url) || has(url, data.failure);
}

const has = (pattern: Test | undefined, text: unknown): boolean =>
  pattern !== undefined && typeof text === 'string' && pattern.test(text.slice(0, LONGEST_TEXT));

async function compilePattern(source: string | undefined): Promise<Pattern | undefined> {
  if (source === undefined) return undefined;
  const refuse = (problem: string, cause?: unknown) => fault('INVALID_NOISE_RULE', { problem }, cause);
  if (source.length > LONGEST_PATTERN)
    throw refuse(`the pattern has more than ${LONGEST_PATTERN} characters`);
  return outsidePattern(source, 'i').catch((cause: Error) => {
    throw refuse(cause.message, cause);
  });
}

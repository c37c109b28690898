import { z } from 'zod';
import { fault } from '../../../kernel/fault.ts';
import { hideSecrets } from '../../../kernel/hide-secrets.ts';
import { unlisted } from '../../../kernel/json-schema.ts';
import type { Call } from '../../../kernel/tool.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { isBlankPicture } from './classify/blank-picture.ts';
import { type FailureFacts, factsOf, type Witness } from './classify/failure-facts.ts';
import { type Category, type Sign, signsOf } from './classify/rules.ts';
import { traceWitness } from './classify/trace-witness.ts';
import { deliverReply } from './deliver.ts';
import { saveTo, whatToDo } from './generate-arguments.ts';
import { recorded } from './recorded.ts';

const failure = z.object({
  error: z.string().min(1),
  /** Of test boundaries, where it ran in a browser that is watched. */
  test_name: z.string().min(1).optional(),
  trace: z.string().min(1).optional(),
  screenshot: z.string().min(1).optional(),
  duration_ms: z.number().min(0).optional(),
});
type Failure = z.output<typeof failure>;

const MOST = 20;

export const testClassify = defineMode({
  summary: 'Why tests failed.',
  input: z.object({
    ...whatToDo,
    failures: z.array(failure).min(1).max(MOST).optional(),
    failure: failure.optional().meta(unlisted),
    ...saveTo,
  }),
  timeoutMs: () => 120_000,
  async run(call) {
    const { failure: one, failures = [] } = call.args;
    const all = [...(one ? [one] : []), ...failures];
    if (all.length === 0)
      throw fault('NOTHING_RECORDED', {
        what: 'failure that was given',
        next: 'Give failures:[{error, trace}], the error as Playwright printed it',
      });
    const answer = (key: string, told: unknown, words: string) => {
      const pieces = JSON.stringify(hideSecrets(told, call.deps));
      return deliverReply(call, { name: 'failures.json', key, pieces, isJson: true }, words, {});
    };
    const classifications: Classification[] = [];
    for (const each of all) classifications.push(await classified(call, each));
    if (one && failures.length === 0) {
      const [classification] = classifications;
      return answer('classification', classification, wordsOf(classification!));
    }
    const counts = Map.groupBy(classifications, ({ category }) => category);
    const summary = Object.fromEntries([...counts].map(([category, some]) => [category, some.length]));
    const count = (is: (one: Classification) => boolean) => classifications.filter(is).length;
    const batch = {
      total_classified: all.length,
      real_bugs: count(({ is_real_bug }) => is_real_bug),
      flaky_tests: count(({ is_flaky }) => is_flaky),
      test_bugs: count(({ category }) => category === 'selector_broken' || category === 'assertion_failed'),
      environment: count(({ is_environment }) => is_environment),
      uncertain: count(({ category }) => category === 'unknown'),
      summary,
      classifications,
    };
    const words = Object.entries(summary).map(([category, n]) => `${n} ${category}`);
    return answer('batch_result', batch, `${all.length} failures: ${words.join(', ')}`);
  },
});

export interface Classification {
  readonly test_name?: string | undefined;
  readonly category: Category | 'unknown';
  readonly confidence: number;
  readonly evidence: readonly string[];
  /** What else it may be. */
  readonly also?: Readonly<Record<string, number>> | undefined;
  readonly recommended_action: string;
  readonly is_real_bug: boolean;
  readonly is_flaky: boolean;
  readonly is_environment: boolean;
  readonly suggested_fix?:
    | { readonly type: string; readonly old?: string | undefined; readonly code?: string }
    | undefined;
  readonly notes?: readonly string[] | undefined;
}

/** Below it nothing is claimed. */
const LEAST = 0.5;
const MOST_EVIDENCE = 5;

const TO_DO: Readonly<Record<Category | 'unknown', string>> = {
  selector_broken: 'heal_selector',
  timing_flaky: 'add_wait',
  network_flaky: 'mock_network',
  // Which of the two is wrong cannot be told by the failure.
  assertion_failed: 'compare_expectation_with_product',
  environment: 'fix_environment',
  real_bug: 'fix_bug',
  unknown: 'manual_review',
};

type ClassifyCall = Pick<Call<unknown, TelemetryDeps>, 'deps' | 'caller'>;

async function classified(call: ClassifyCall, given: Failure): Promise<Classification> {
  const { error, test_name, trace, screenshot, duration_ms: ms } = given;
  const notes: string[] = [];
  const witnesses = [
    ...(trace === undefined ? [] : await ofTrace(call, trace, notes)),
    ...(test_name === undefined ? [] : await ofRecord(call.deps, test_name)),
  ];
  const isBlank = screenshot === undefined ? undefined : await ofPicture(call, screenshot, notes);
  const facts = factsOf(error, witnesses, { ms, isBlank });
  const signs = signsOf(facts);
  const [best] = signs;
  const category = best && best.confidence >= LEAST ? best.category : 'unknown';
  const own = signs.filter((sign) => sign.category === category);
  return {
    test_name,
    category,
    confidence: category === 'unknown' ? 0 : best!.confidence,
    evidence: [...new Set(own.map(({ evidence }) => evidence))].slice(0, MOST_EVIDENCE),
    also: othersIn(signs, category),
    recommended_action: TO_DO[category],
    is_real_bug: category === 'real_bug',
    is_flaky: category === 'timing_flaky' || category === 'network_flaky',
    is_environment: category === 'environment',
    suggested_fix: fixOf(category, facts),
    notes: notes.length > 0 ? notes : undefined,
  };
}

function othersIn(signs: readonly Sign[], category: string): Record<string, number> | undefined {
  const others = new Map<string, number>();
  for (const sign of signs)
    if (sign.category !== category && !others.has(sign.category)) others.set(sign.category, sign.confidence);
  return others.size > 0 ? Object.fromEntries(others) : undefined;
}

function fixOf(
  category: Category | 'unknown',
  { locator, callLog }: FailureFacts,
): Classification['suggested_fix'] {
  if (category === 'selector_broken' && locator !== undefined)
    return {
      type: 'selector',
      old: locator,
      code: 'generate({format:"test_heal", test_file, broken_selectors})',
    };
  if (category === 'timing_flaky' && locator !== undefined)
    return {
      type: 'wait',
      old: locator,
      code: `await expect(page.${locator.replace(/^page\./, '')}).${/not (?:enabled|editable)/.test(callLog) ? 'toBeEnabled' : 'toBeVisible'}({ timeout: 30_000 });`,
    };
  if (category === 'network_flaky')
    return { type: 'mock', code: 'generate({format:"test", generate_fixtures:true})' };
  return undefined;
}

const wordsOf = ({ category, confidence, evidence }: Classification) =>
  category === 'unknown'
    ? 'Nothing in it says why it failed'
    : `${category} (${confidence}): ${evidence[0] ?? ''}`;

async function ofTrace(
  { deps, caller }: ClassifyCall,
  path: string,
  notes: string[],
): Promise<readonly Witness[]> {
  const file = await deps.output.allowed(caller, path);
  try {
    return [await traceWitness(file)];
  } catch (cause) {
    notes.push(`${path} could not be read as a trace (${cause instanceof Error ? cause.message : cause}).`);
    return [];
  }
}

async function ofPicture({ deps, caller }: ClassifyCall, path: string, notes: string[]) {
  const file = await deps.output.allowed(caller, path);
  try {
    return await isBlankPicture(file);
  } catch (cause) {
    notes.push(`${path} could not be read as a picture (${cause instanceof Error ? cause.message : cause}).`);
    return undefined;
  }
}

/** Where the test ran in a browser that is watched, between test boundaries of its name. */
async function ofRecord(deps: TelemetryDeps, testId: string): Promise<readonly Witness[]> {
  const [{ items: requests }, { items: errors }] = await Promise.all([
    recorded(deps, { streams: ['request'], testId }, 1000),
    recorded(deps, { streams: ['exception'], testId }, 100),
  ]);
  if (requests.length + errors.length === 0) return [];
  return [
    {
      source: 'record',
      requests: requests.map(({ data: { method, url, type, status, failure } }) => ({
        method,
        url,
        type,
        status,
        failure,
        isPending: false,
      })),
      errors: errors.map(({ data: { name, message } }) => (name ? `${name}: ${message}` : message)),
    },
  ];
}

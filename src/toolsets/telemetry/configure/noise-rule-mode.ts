import { z } from 'zod';
import { fault } from '../../../kernel/fault.ts';
import { jsonSchema } from '../../../kernel/json-schema.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { NOISE_CATEGORIES, NOISE_CLASSES } from '../noise/noise-rule.ts';
import { proposeRules } from '../noise/propose-rules.ts';

const LOOKED_AT = 5000;
const SURE = 0.9;

const rule = z.object({
  category: z.enum(NOISE_CATEGORIES),
  classification: z.enum(NOISE_CLASSES as readonly [string, ...string[]]).default('dismissed'),
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

/** The list shows its fields; what is wrong with one is told by its index. */
const ruleShown = z.looseObject({}).meta({ ...jsonSchema(rule, 'input') });

const input = z.object({
  noise_action: z.enum(['add', 'remove', 'list', 'reset', 'auto_detect']).optional(),
  rules: z.array(ruleShown).min(1).max(100).optional().describe('add.'),
  rule_id: z.string().min(1).optional().describe('remove.'),
  pattern: z.string().min(1).optional().describe('add: regular expression of messages or addresses.'),
  category: z.enum(NOISE_CATEGORIES).optional().describe('Of pattern; left out: console.'),
  reason: z.string().optional().describe('Why.'),
});
type Args = z.output<typeof input>;

export const noiseRule = defineMode({
  summary: 'Hide items from lists: add rules or pattern; auto_detect proposes, and sets those it is sure of.',
  destroys: true,
  input,
  async run({ args, deps }) {
    const { noise } = deps;
    await noise.load();
    const action = args.noise_action ?? (args.pattern === undefined ? 'list' : 'add');
    if (action === 'add') return add(deps, args);
    if (action === 'auto_detect') return autoDetect(deps);
    if (action === 'remove') {
      if (args.rule_id === undefined) throw missing('rule_id');
      await noise.remove(args.rule_id);
      return { summary: `Removed ${args.rule_id}`, data: { status: 'ok', removed: args.rule_id } };
    }
    if (action === 'reset') await noise.reset();
    const rules = noise.rules();
    if (action === 'reset')
      return {
        summary: 'Only the built-in rules are left',
        data: { status: 'ok', total_rules: rules.length },
      };
    const statistics = noise.statistics();
    return {
      summary: `${rules.length} rules; ${statistics.total_filtered} items hidden so far`,
      data: { rules, total_rules: rules.length, statistics },
    };
  },
});

async function add({ noise }: TelemetryDeps, args: Args) {
  if (args.rules === undefined && args.pattern === undefined) throw missing('rules');
  const { category = 'console', pattern, reason } = args;
  const dismissed = pattern === undefined ? [] : [dismissal(pattern, category, reason)];
  const given = (args.rules ?? []).map((one, index) => {
    const parsed = rule.safeParse(one);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const problem = `"rules[${index}].${issue?.path.join('.')}": ${issue?.message}`;
    throw fault('INVALID_NOISE_RULE', { problem }, parsed.error);
  });
  const added = [
    ...(given.length > 0 ? await noise.add(given.map(withoutUndefined), 'user') : []),
    ...(dismissed.length > 0 ? await noise.add(dismissed, 'dismiss') : []),
  ];
  return {
    summary: `${added.length} rules added`,
    data: {
      status: 'ok',
      rules_added: added.length,
      rule_ids: added.map(({ id }) => id),
      total_rules: noise.rules().length,
    },
  };
}

function dismissal(pattern: string, category: (typeof NOISE_CATEGORIES)[number], reason: string | undefined) {
  const spec = category === 'console' ? { message_regex: pattern } : { url_regex: pattern };
  return {
    category,
    classification: 'dismissed',
    match_spec: spec,
    ...(reason === undefined ? {} : { reason }),
  };
}

function withoutUndefined({ reason, ...rest }: z.output<typeof rule>) {
  return { ...rest, ...(reason === undefined ? {} : { reason }) };
}

/** Proposes rules for what is not hidden yet; those that are as good as certain take effect at once. */
async function autoDetect({ noise, store }: TelemetryDeps) {
  const { items } = await store.page({
    streams: ['console', 'request'],
    limit: LOOKED_AT,
    keep: (item) => !noise.isNoise(item),
  });
  const proposals = proposeRules(items);
  const sure = proposals.filter(({ confidence }) => confidence >= SURE);
  const added =
    sure.length > 0
      ? await noise.add(
          sure.map((one) => ({ ...one.rule, reason: one.reason })),
          'auto',
        )
      : [];
  const shown = proposals.map((one, index) => ({
    ...one,
    applied: index < added.length,
    ...(index < added.length ? { rule_id: added[index]!.id } : {}),
  }));
  return {
    summary: `${proposals.length} proposals, ${added.length} of them applied; add others with noise_action "add"`,
    data: {
      proposals: shown,
      proposals_count: proposals.length,
      applied: added.length,
      total_rules: noise.rules().length,
    },
  };
}

const missing = (param: string) =>
  fault('INVALID_ARGUMENTS', {
    tool: 'configure',
    problems: [`"${param}" is missing`],
    param,
    isMissing: true,
  });

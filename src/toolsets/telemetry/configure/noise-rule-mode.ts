import { z } from 'zod';
import { fault } from '../../../kernel/fault.ts';
import { jsonSchema } from '../../../kernel/json-schema.ts';
import { missing } from '../arguments.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { NOISE_CATEGORIES, ruleGiven } from '../noise/noise-rule.ts';
import { proposeRules } from '../noise/propose-rules.ts';

const LOOKED_AT = 5000;
const SURE = 0.9;

/** The list shows its fields; what is wrong with one is told by its index. */
const ruleShown = z.looseObject({}).meta({ ...jsonSchema(ruleGiven, 'input') });

const input = z.object({
  noise_action: z.enum(['add', 'remove', 'list', 'reset', 'auto_detect']).optional(),
  rules: z.array(ruleShown).min(1).max(100).optional().describe('add.'),
  rule_id: z.string().min(1).optional().describe('remove.'),
  pattern: z.string().min(1).optional().describe('Regular expression.'),
  category: z.enum(NOISE_CATEGORIES).optional().describe('Of pattern; left out: console.'),
  reason: z.string().optional(),
});
type Args = z.output<typeof input>;

export const noiseRule = defineMode({
  summary: 'Hide items from lists; auto_detect proposes, and sets what it is sure of; reset: built-in only.',
  destroys: true,
  input,
  async run({ args, deps }) {
    const { noise } = deps;
    await noise.load();
    const action = args.noise_action ?? (args.pattern === undefined ? 'list' : 'add');
    if (action === 'add') return add(deps, args);
    if (action === 'auto_detect') return autoDetect(deps);
    if (action === 'remove') {
      if (args.rule_id === undefined) throw missing('configure', 'rule_id');
      await noise.remove(args.rule_id);
      return { summary: `Removed ${args.rule_id}`, data: { status: 'ok', removed: args.rule_id } };
    }
    if (action === 'reset') {
      await noise.reset();
      const data = { status: 'ok', total_rules: noise.rules().length };
      return { summary: 'Only the built-in rules are left, in this folder', data };
    }
    const rules = noise.rules();
    const statistics = noise.statistics();
    return {
      summary: `${rules.length} rules; ${statistics.total_filtered} items hidden so far`,
      data: { rules, total_rules: rules.length, statistics },
    };
  },
});

async function add({ noise }: TelemetryDeps, args: Args) {
  if (args.rules === undefined && args.pattern === undefined) throw missing('configure', 'rules');
  const { category = 'console', pattern, reason } = args;
  const match_spec = category === 'console' ? { message_regex: pattern } : { url_regex: pattern };
  const given = (args.rules ?? []).map((one, index) => {
    const parsed = ruleGiven.safeParse(one);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const problem = `"rules[${index}].${issue?.path.join('.')}": ${issue?.message}`;
    throw fault('INVALID_NOISE_RULE', { problem }, parsed.error);
  });
  const added = [
    ...(given.length > 0 ? await noise.add(given, 'user') : []),
    ...(pattern === undefined
      ? []
      : await noise.add([{ category, classification: 'dismissed', match_spec, reason }], 'dismiss')),
  ];
  return {
    summary: `${added.length} rules added, for all sessions of yours in this folder`,
    data: {
      status: 'ok',
      rules_added: added.length,
      rule_ids: added.map(({ id }) => id),
      total_rules: noise.rules().length,
    },
  };
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
  const rules = sure.map((one) => ({ ...one.rule, reason: one.reason }));
  const added = rules.length > 0 ? await noise.add(rules, 'auto') : [];
  const shown = proposals.map((one, index) => ({
    ...one,
    applied: index < added.length,
    rule_id: added[index]?.id,
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

import { z } from 'zod';
import { answerBudget } from '../../../kernel/arguments.ts';
import { alias } from '../../../kernel/json-schema.ts';
import { PAGE_FAULTS, pageTool, target, toFile } from '../define-tool.ts';

const input = {
  target: target
    .meta(alias('root', 'ref', 'selector'))
    .optional()
    .describe('Only inside of it.'),
  unfold: z.string().min(1).optional().describe('A folded part as it is named: e5, e4–e9, e5+240.'),
  interactive: z.boolean().optional().describe('Only what can be acted on.'),
  depth: z.int().min(0).optional().describe('Levels; 0: all.'),
  boxes: z.boolean().optional().describe('With x, y, width, height.'),
  allRefs: z.boolean().optional().describe('A ref for every element.'),
  ...answerBudget,
  ...toFile,
};

export const snapshot = pageTool({
  name: 'browser_snapshot',
  title: 'Snapshot',
  summary: 'The page as an outline of roles, names and refs. Look here first.',
  effect: 'read',
  input,
  faults: [
    'REF_GONE',
    'ELEMENT_NOT_FOUND',
    'AMBIGUOUS_TARGET',
    'INVALID_LOCATOR',
    'SNAPSHOT_TIMEOUT',
    'FILE_NOT_ALLOWED',
    'FILE_EXISTS',
    ...PAGE_FAULTS,
  ],
  async run({ args }) {
    const { target: root, unfold, interactive, allRefs, boxes, budget, filename } = args;
    const part = { root, unfold, depth: args.depth || undefined, interactive, allRefs, boxes, budget };
    return { view: { kind: 'snapshot', ...part, filename }, show: 'page' };
  },
});

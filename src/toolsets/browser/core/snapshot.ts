import { z } from 'zod';
import { seldom, unlisted } from '../../../kernel/json-schema.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';

const ref = z.string().min(1).optional();
const input = {
  target: ref.meta(seldom),
  filename: z.string().min(1).optional().meta(seldom),
  /** Zero: all of it, as if it were not given. */
  depth: z.int().min(0).optional().meta(seldom),
  boxes: z.boolean().optional().meta(seldom),
  root: ref,
  unfold: ref,
  interactive: z.boolean().optional(),
  budget: z.int().min(200).max(1_000_000).optional().meta(unlisted),
  allRefs: z.boolean().optional().meta(unlisted),
  ref: ref.meta(unlisted),
};

export const snapshot = pageTool({
  name: 'browser_snapshot',
  title: 'Snapshot',
  summary: 'Outline with refs.',
  effect: 'read',
  input,
  faults: [
    'REF_GONE',
    'ELEMENT_NOT_FOUND',
    'AMBIGUOUS_TARGET',
    'INVALID_LOCATOR',
    'SNAPSHOT_TIMEOUT',
    'FILE_NOT_ALLOWED',
    ...PAGE_FAULTS,
  ],
  async run({ args }) {
    const { root, target, ref: old, unfold, interactive, allRefs, boxes, budget, filename } = args;
    const part = { root: root ?? target ?? old, unfold, depth: args.depth || undefined };
    return {
      view: { kind: 'snapshot', ...part, interactive, allRefs, boxes, budget, filename },
      show: 'page',
    };
  },
});

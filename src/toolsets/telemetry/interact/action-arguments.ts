/** The arguments of interact that several actions share. */
import { z } from 'zod';
import { timeoutMs } from '../../../kernel/arguments.ts';
import { unlisted } from '../../../kernel/json-schema.ts';
import { correlationId, selector, tabId } from '../arguments.ts';

/** How long a call waits for its command. */
export const waiting = {
  wait: z.boolean().optional().describe('false: answer at once; marks, true: wait for a person.'),
  // As the specification has it: true is wait: false; and as wait.
  background: z.boolean().optional().meta(unlisted),
  sync: z.boolean().optional().meta(unlisted),
};

/** Every action takes them. */
export const everyAction = {
  ...tabId,
  ...waiting,
  correlation_id: correlationId.correlation_id.optional(),
  reason: z.string().max(500).optional(),
  subtitle: z.string().max(500).optional().describe('Caption shown meanwhile.'),
};

/** A name by which several drawings belong together. */
export const session = z.string().min(1).max(100);

/** One element. */
export const element = {
  ...selector,
  frame: z
    .union([z.string().min(1), z.number()])
    .optional()
    .describe('Name, selector, or index from 0.'),
  timeout_ms: timeoutMs().optional().describe('Left out: 5000.'),
};

export const analyze = { analyze: z.boolean().optional().describe('Tell what the action changed.') };
export const text = { text: z.string() };
export const value = { value: z.string().describe('select: value or label.') };
/** Of what the action is about. */
export const name = z.string().min(1);
export const clear = { clear: z.boolean().optional().describe('Empty the field first.') };
export const snapshotName = { snapshot_name: z.string().min(1).max(100) };

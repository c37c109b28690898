/** The arguments of interact that several actions share. */
import { z } from 'zod';
import { unlisted } from '../../../kernel/json-schema.ts';
import { correlationId, selector, tabId } from '../arguments.ts';

/** How long a call waits for its command. */
const waiting = {
  sync: z.boolean().optional(),
  wait: z.boolean().optional(),
  background: z.boolean().optional(),
};

/** Every action takes them. */
export const everyAction = {
  ...tabId,
  ...waiting,
  correlation_id: correlationId.correlation_id.optional(),
  reason: z.string().max(500).optional().meta(unlisted),
  subtitle: z.string().max(500).optional(),
};

/** One element. */
export const element = {
  ...selector,
  frame: z.union([z.string().min(1), z.number()]).optional(),
  timeout_ms: z.int().min(1).max(600_000).optional(),
};

export const analyze = { analyze: z.boolean().optional() };
export const text = { text: z.string() };
export const value = { value: z.string() };
export const attributeName = { name: z.string().min(1) };
export const clear = { clear: z.boolean().optional() };
export const snapshotName = { snapshot_name: z.string().min(1).max(100) };

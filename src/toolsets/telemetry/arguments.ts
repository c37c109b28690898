/** The arguments of all three tools. One name means one thing everywhere, so each stands here once. */
import { z } from 'zod';
import { unlisted } from '../../kernel/json-schema.ts';
import { LEVELS } from '../../store/level.ts';

const text = z.string().min(1);
const count = z.int().min(1).max(1000);
const level = z.enum(LEVELS);
const id = z.union([z.string().min(1), z.number()]);

/** One element, as interact and screenshots take it. */
export const selector = {
  selector: text.describe(
    'CSS, text=, role=, label=, placeholder=, aria-label=, >>>, :nth-match(n), ref, locator',
  ),
};

export const tabId = { tab_id: id.optional() };

/** Which part of a list. */
export const paging = {
  limit: count.default(100),
  /** Another word for limit. */
  last_n: count.optional().meta(unlisted),
  after_cursor: text.optional(),
  before_cursor: text.optional(),
  since_cursor: text.optional(),
  restart_on_eviction: z.boolean().optional(),
};

/** The same, for a list of a tool that is not about lists. */
export const quietPaging = {
  limit: paging.limit,
  last_n: paging.last_n,
  after_cursor: paging.after_cursor.meta(unlisted),
  before_cursor: paging.before_cursor.meta(unlisted),
  since_cursor: paging.since_cursor.meta(unlisted),
  restart_on_eviction: paging.restart_on_eviction.meta(unlisted),
};

/** Which items. */
export const scope = {
  url: text.optional(),
  ...tabId,
  test_id: text.max(200).optional(),
  window_seconds: z.number().positive().max(86_400).optional(),
};

export const testName = { test_id: text.max(200) };

export const noise = { include_noise: z.boolean().default(false) };
export const levels = { level: level.optional(), min_level: level.optional() };
export const source = { source: text.optional() };
export const method = { method: text.optional() };
export const statuses = {
  status_min: z.int().min(0).max(999).optional(),
  status_max: z.int().min(0).max(999).optional(),
};
export const socket = {
  connection_id: text.optional(),
  direction: z.enum(['incoming', 'outgoing']).optional(),
};
export const errorId = { error_id: id.optional() };
export const requestId = { request_id: id.optional() };
export const correlationId = { correlation_id: text };
export const recordingId = { recording_id: text };
export const twoRecordings = { original_id: text, replay_id: text };

export const TELEMETRY_MODES = ['off', 'auto', 'full'] as const;
/** Every tool takes it; configure, which sets what holds for all calls, lists it. */
export const telemetryMode = { telemetry_mode: z.enum(TELEMETRY_MODES).optional() };
export const quietTelemetryMode = { telemetry_mode: telemetryMode.telemetry_mode.meta(unlisted) };

export type Paging = {
  readonly limit: number;
  readonly last_n?: number | undefined;
  readonly after_cursor?: string | undefined;
  readonly before_cursor?: string | undefined;
  readonly since_cursor?: string | undefined;
  readonly restart_on_eviction?: boolean | undefined;
};

export type Scope = {
  readonly url?: string | undefined;
  readonly tab_id?: string | number | undefined;
  readonly test_id?: string | undefined;
  readonly window_seconds?: number | undefined;
};

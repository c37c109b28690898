/** The arguments of all three tools. One name means one thing everywhere, so each stands here once. */
import { z } from 'zod';
import { directions, since } from '../../kernel/arguments.ts';
import { alias } from '../../kernel/json-schema.ts';
import { LEVELS } from '../../store/level.ts';

const text = z.string().min(1);
const level = z.preprocess((word) => (word === 'warning' ? 'warn' : word), z.enum(LEVELS));
const id = z.union([text, z.number()]);

/** One element, as interact and screenshots take it. */
export const selector = {
  selector: text
    .meta({ ...alias('target', 'ref'), examples: ['text=Save'] })
    .describe('CSS, text=, role=, label=, placeholder=, aria-label=, >>>, :nth-match(n), ref, locator.'),
};

export const tabId = { tab_id: id.optional().describe('Id of observe tabs: t3 or 3.') };

/** How many items of a list at most. */
export const pageLimit = (preset: number) => z.int().min(1).max(1000).meta(alias('last_n')).default(preset);

/** Which part of a list. */
export const paging = {
  limit: pageLimit(100),
  after_cursor: text.optional().describe('Older than this (metadata.after_cursor).'),
  before_cursor: text.optional().describe('Newer than this, the nearest first.'),
  since_cursor: text.optional().describe('This and all newer, up to 10,000.'),
  restart_on_eviction: z.boolean().optional().describe('Expired cursor: from the oldest item.'),
};

export const testName = text.max(200).describe('Name of a test.');

/** As configure takes it. */
export const address = text
  .optional()
  .describe('Part of the address; recording_start: the page to open first.');

/** Which items. */
export const scope = {
  since: since.meta(alias('window_seconds')),
  url: text.optional().describe('Part of the address.'),
  ...tabId,
  test_id: testName.optional(),
};

export const noise = {
  include_noise: z.boolean().default(false).describe('Show what noise rules hide.'),
};
export const levels = {
  level: level.optional().describe('Only this one.'),
  min_level: level.optional().describe('This one and graver.'),
};
export const source = {
  source: text
    .optional()
    .describe(
      'errors, logs: console, exception, rejection, network, csp or part of a script; actions: human, ai, page; timeline: browser, wire, screen, agent.',
    ),
};
export const method = { method: text.optional().describe('HTTP.') };
export const statuses = {
  status_min: z.int().min(0).max(999).optional().describe('HTTP status.'),
  status_max: z.int().min(0).max(999).optional(),
};
export const socket = {
  connection_id: text.optional().describe('Of websocket_status.'),
  direction: directions('outgoing', 'incoming').optional(),
};
export const errorId = { error_id: id.optional().describe('This one in full.') };
export const requestId = { request_id: id.optional().describe('This one in full.') };
export const correlationId = { correlation_id: text.describe('Name of a command of interact.') };
export const recordingId = { recording_id: text.describe('Id or name of a recording.') };
export const twoRecordings = {
  original_id: text.describe('A recording.'),
  replay_id: text.describe('Another one, or a playback_id.'),
};

export const TELEMETRY_MODES = ['off', 'auto', 'full'] as const;
/** Every tool takes it; configure sets by it what holds for all calls. */
export const telemetryMode = {
  telemetry_mode: z.enum(TELEMETRY_MODES).optional().describe('News in answers.'),
};

export type Paging = {
  readonly limit: number;
  readonly after_cursor?: string | undefined;
  readonly before_cursor?: string | undefined;
  readonly since_cursor?: string | undefined;
  readonly restart_on_eviction?: boolean | undefined;
};

export type Scope = {
  readonly url?: string | undefined;
  readonly tab_id?: string | number | undefined;
  readonly test_id?: string | undefined;
  readonly since?: string | number | undefined;
};

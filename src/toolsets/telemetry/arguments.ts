/** The arguments of all telemetry tools. One name means one thing everywhere, so each stands here once. */
import { z } from 'zod';
import { directions, since } from '../../kernel/arguments.ts';
import { fault } from '../../kernel/fault.ts';
import { alias } from '../../kernel/json-schema.ts';
import { LEVELS } from '../../store/level.ts';

const text = z.string().min(1);
const level = z.preprocess((word) => (word === 'warning' ? 'warn' : word), z.enum(LEVELS));
const id = z.union([text, z.number()]);

/** One element, as interact and screenshots take it. */
export const selector = {
  selector: text
    .meta({ ...alias('target', 'ref'), examples: ['text=Save'] })
    .describe('Ref, CSS, locator, text=, role=, label=, placeholder=, >>>.'),
};

export const tabId = {
  tab_id: id.optional().describe('t3. Left out: all, or the active one.'),
};

/** How many items of a list at most. */
export const pageLimit = (preset: number) => z.int().min(1).max(1000).meta(alias('last_n')).default(preset);

/** Which part of a list. */
export const paging = {
  after_cursor: text.optional().describe('Of metadata: for older ones.'),
  limit: pageLimit(100),
  before_cursor: text.optional().describe('Newer, the nearest first.'),
  since_cursor: text.optional().describe('It and all newer.'),
  restart_on_eviction: z.boolean().optional().describe('If expired: begin anew.'),
};

export const testName = text.max(200);

/** As configure takes it. */
export const address = text.optional().describe('Part of the address; recording_start: page to open first.');

/** Which items. */
export const scope = {
  since: since.meta(alias('window_seconds')),
  url: text.optional().describe('Part of the address.'),
  ...tabId,
  test_id: testName.optional(),
};

export const noise = {
  include_noise: z.boolean().default(false).describe('Also what noise rules hide.'),
};
export const levels = {
  level: level.optional().describe('Only this one.'),
  min_level: level.optional().describe('This one and graver.'),
};
export const source = {
  source: text
    .optional()
    .describe(
      'With commas. errors: console, exception, rejection, network, csp; logs: console, network, csp, a script; actions: human, ai, page; timeline: browser, wire, screen, agent.',
    ),
};
/** Whether it is one of those that `source` names, separated by commas. */
export const isAmong = (wanted: string | undefined, is: (one: string) => boolean) =>
  wanted === undefined || wanted.split(',').some((one) => is(one.trim()));
export const words = { text: text.optional().describe('In the message, in any case.') };
export const saysIt = (message: string, wanted: string | undefined) =>
  wanted === undefined || message.toLowerCase().includes(wanted.toLowerCase());
export const method = { method: text.optional().describe('GET, POST, …') };
export const statuses = {
  status_min: z.int().min(0).max(999).optional(),
  status_max: z.int().min(0).max(999).optional(),
};
export const socket = {
  connection_id: text.optional().describe('Of websocket_status.'),
  direction: directions('outgoing', 'incoming').optional(),
};
export const errorId = { error_id: id.optional().describe('This one in full.') };
export const requestId = { request_id: id.optional().describe('This one in full.') };
export const correlationId = { correlation_id: text };
export const recordingId = { recording_id: text.describe('Id or name.') };
export const twoRecordings = {
  original_id: text.describe('A recording.'),
  replay_id: text.describe('Another, or a playback_id.'),
};

/** Every mode of observe takes it. */
export const whose = {
  scope: z.string().optional().describe("Others': folder, all, an id or client."),
};

export const TELEMETRY_MODES = ['off', 'auto', 'full'] as const;
/** Every tool takes it; configure sets by it what holds for all calls. */
const mode = z.enum(TELEMETRY_MODES).optional();
/** For one answer; configure telemetry sets it for all, and says what it is. */
export const telemetryMode = { telemetry_mode: mode };
export const setTelemetryMode = {
  telemetry_mode: mode.describe('Count what is new.'),
};

export type Paging = z.output<z.ZodObject<typeof paging>>;
export type Scope = z.output<z.ZodObject<typeof scope>>;

/** What the chosen mode cannot do without. */
export const missing = (tool: string, param: string) =>
  fault('INVALID_ARGUMENTS', { tool, problems: [`"${param}" is missing`], param, isMissing: true });

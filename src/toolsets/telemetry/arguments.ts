/** The arguments of all three tools. One name means one thing everywhere, so each stands here once. */
import { z } from 'zod';
import { unlisted } from '../../kernel/json-schema.ts';
import { meanings } from '../../kernel/meaning.ts';
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

export const tabId = {
  tab_id: id.optional().register(meanings, { says: 'The tab, as observe tabs names it: t3, or 3.' }),
};

/** Which part of a list. */
export const paging = {
  limit: count.default(100).register(meanings, { says: 'How many items at most.' }),
  /** Another word for limit. */
  last_n: count.optional().meta(unlisted),
  after_cursor: text.optional().register(meanings, {
    says: 'Only what is older than this cursor. A cursor is time:sequence, good across eviction and restart, whatever the filters; metadata.after_cursor of an answer leads to the next older page. Of several cursors after_cursor counts first, then before_cursor.',
  }),
  before_cursor: text.optional().register(meanings, {
    says: 'Only what is newer than this cursor, first that which is nearest to it; metadata.before_cursor of an answer leads on.',
  }),
  since_cursor: text.optional().register(meanings, {
    says: 'What is newer than this cursor, and its own item: all of it, whatever the limit, up to 10,000 items.',
  }),
  restart_on_eviction: z.boolean().optional().register(meanings, {
    says: 'A cursor whose items are gone is cursor_expired; with this the list goes on from the oldest item left and says what was lost.',
  }),
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
  url: text.optional().register(meanings, { says: 'A part of the address, upper or lower case.' }),
  ...tabId,
  test_id: text.max(200).optional().register(meanings, { says: 'Only what was seen while this test ran.' }),
  window_seconds: z.number().positive().max(86_400).optional().register(meanings, {
    says: 'Only the last so many seconds; with error_bundles how far around each error (3).',
  }),
};

export const testName = { test_id: text.max(200) };

export const noise = {
  include_noise: z.boolean().default(false).register(meanings, {
    says: 'Show what noise rules hide; metadata.filtered_count tells how much that is.',
  }),
};
export const levels = {
  level: level.optional().register(meanings, { says: 'Only this level.' }),
  min_level: level.optional().register(meanings, { says: 'This level and graver ones.' }),
};
export const source = {
  source: text.optional().register(meanings, {
    says: 'Where it comes from: for errors and logs console, exception, rejection, network, csp and the like or a part of the script; for actions human or ai; for the timeline browser, wire, screen or agent.',
  }),
};
export const method = {
  method: text.optional().register(meanings, { says: 'The HTTP method, upper or lower case.' }),
};
export const statuses = {
  status_min: z
    .int()
    .min(0)
    .max(999)
    .optional()
    .register(meanings, { says: 'This HTTP status and higher ones.' }),
  status_max: z
    .int()
    .min(0)
    .max(999)
    .optional()
    .register(meanings, { says: 'This HTTP status and lower ones.' }),
};
export const socket = {
  connection_id: text.optional().register(meanings, { says: 'One socket, as websocket_status names it.' }),
  direction: z
    .enum(['incoming', 'outgoing'])
    .optional()
    .register(meanings, { says: 'Messages of one direction.' }),
};
export const errorId = {
  error_id: id.optional().register(meanings, { says: 'One error in full, by the id that lists give.' }),
};
export const requestId = {
  request_id: id.optional().register(meanings, { says: 'One request in full, by the id that lists give.' }),
};
export const correlationId = {
  correlation_id: z.string().min(1).register(meanings, { says: 'The name of a command.' }),
};
export const recordingId = {
  recording_id: z
    .string()
    .min(1)
    .register(meanings, { says: 'Its id, as recording_start and observe recordings tell it, or its name.' }),
};
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

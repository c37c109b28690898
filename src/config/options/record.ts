import { z } from 'zod';
import { STREAMS } from '../../contract/streams.ts';
import { option } from '../option.ts';

const group = 'Record';
const items = z.int().min(1).max(100_000_000);
const mb = z.number().positive().max(10_000_000);
const days = z.number().positive().max(36_500);
const names = z.array(z.string().min(1).max(200)).optional();
const ADDED = 'They replace the usual ones; with + before each they are added to them.';

/** What is kept of what was seen, how long, and what never is. */
export const recordOptions = {
  store: option({
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'it takes a postgres:// address')
      .optional(),
    kind: 'text',
    group: 'Files',
    placeholder: 'URL',
    help: 'Keep the record in this PostgreSQL database instead of a file in the state folder.',
    secret: true,
  }),
  recordItems: option({
    schema: items.default(100_000),
    kind: 'number',
    group,
    placeholder: 'COUNT',
    help: 'How many items of each stream are kept; the oldest go first.',
  }),
  recordMb: option({
    schema: mb.default(1024),
    kind: 'number',
    group,
    placeholder: 'MB',
    help: 'How much of each stream is kept, bodies included.',
  }),
  recordDays: option({
    schema: days.default(7),
    kind: 'number',
    group,
    placeholder: 'DAYS',
    help: 'How long items are kept.',
  }),
  recordStreams: option({
    schema: z
      .partialRecord(
        z.enum(STREAMS),
        z.strictObject({ items: items.optional(), mb: mb.optional(), days: days.optional() }),
      )
      .default({}),
    kind: 'json',
    group,
    placeholder: 'JSON',
    help: `Other limits for some streams, such as {"websocket": {"items": 5000, "mb": 50, "days": 1}}. Streams: ${STREAMS.join(', ')}.`,
  }),
  bodyKb: option({
    schema: z.number().min(0).max(16_384).default(1024),
    kind: 'number',
    group,
    placeholder: 'KB',
    help: 'Longer bodies are cut in the record; their full length is kept.',
  }),
  recordBodies: option({
    schema: z.boolean().default(true),
    kind: 'switch',
    group,
    help: 'Record bodies of requests and messages of sockets. --no-record-bodies keeps their lengths only.',
  }),
  recordInput: option({
    schema: z.boolean().default(true),
    kind: 'switch',
    group,
    help: 'Record what is typed into fields; passwords and cards never are. --no-record-input keeps the lengths only.',
  }),
  privateHeaders: option({
    schema: names,
    kind: 'list',
    group,
    placeholder: 'NAMES',
    help: `Headers whose values are not recorded: authorization, cookie and the like. ${ADDED}`,
  }),
  privatePaths: option({
    schema: names,
    kind: 'list',
    group,
    placeholder: 'WORDS',
    help: `Words in a path that mark an endpoint for signing in, whose bodies are not recorded: login, oauth and the like. ${ADDED}`,
  }),
  privateFields: option({
    schema: names,
    kind: 'list',
    group,
    placeholder: 'WORDS',
    help: `Words in the name of a field whose value is not recorded, in forms, bodies and queries: password, token, card and the like. ${ADDED}`,
  }),
};

import { z } from 'zod';
import { STREAMS } from '../../contract/streams.ts';
import { option } from '../option.ts';

const items = z.int().min(1).max(100_000_000);
const mb = z.number().positive().max(10_000_000);
const days = z.number().positive().max(36_500);
const names = z.array(z.string().min(1).max(200)).optional();
const ADDED = 'They replace the usual ones; with + before each they are added to them.';

/** What is kept of what was seen, how long, and what never is. */
export const recordOptions = {
  store: option('Files', {
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'it takes a postgres:// address')
      .optional(),
    placeholder: 'URL',
    help: 'Keep the record in this PostgreSQL database instead of a file in the state folder.',
    secret: true,
  }),
  recordItems: option('Record', {
    schema: items.default(100_000),
    placeholder: 'COUNT',
    help: 'How many items of each stream are kept; the oldest go first.',
  }),
  recordMb: option('Record', {
    schema: mb.default(1024),
    placeholder: 'MB',
    help: 'How much of each stream is kept, bodies included.',
  }),
  recordDays: option('Record', {
    schema: days.default(7),
    placeholder: 'DAYS',
    help: 'How long items are kept.',
  }),
  recordStreams: option('Record', {
    schema: z
      .partialRecord(
        z.enum(STREAMS),
        z.strictObject({ items: items.optional(), mb: mb.optional(), days: days.optional() }),
      )
      .default({}),
    placeholder: 'JSON',
    help: `Other limits for some streams, such as {"websocket": {"items": 5000, "mb": 50, "days": 1}}. Streams: ${STREAMS.join(', ')}.`,
  }),
  bodyKb: option('Record', {
    schema: z.number().min(0).max(16_384).default(1024),
    placeholder: 'KB',
    help: 'Longer bodies are cut in the record; their full length is kept.',
  }),
  recordBodies: option('Record', {
    schema: z.boolean().default(true),
    help: 'Record bodies of requests and messages of sockets. --no-record-bodies keeps their lengths only.',
  }),
  recordInput: option('Record', {
    schema: z.boolean().default(true),
    help: 'Record what is typed into fields; passwords and cards never are. --no-record-input keeps the lengths only.',
  }),
  privateHeaders: option('Record', {
    schema: names,
    placeholder: 'NAMES',
    help: `Headers whose values are not recorded: authorization, cookie and the like. ${ADDED}`,
  }),
  privatePaths: option('Record', {
    schema: names,
    placeholder: 'WORDS',
    help: `Words in a path that mark an endpoint for signing in, whose bodies are not recorded: login, oauth and the like. ${ADDED}`,
  }),
  privateFields: option('Record', {
    schema: names,
    placeholder: 'WORDS',
    help: `Words in the name of a field whose value is not recorded, in forms, bodies and queries: password, token, card and the like. ${ADDED}`,
  }),
};

/** What `sensorium report` takes. */
export const reportOptions = {
  reportLast: option('Report', {
    schema: z
      .string()
      .regex(/^\d{1,6}[smhd]$/, 'it takes a number with s, m, h or d, such as 10m')
      .optional(),
    placeholder: 'TIME',
    help: 'Only what was seen in this time up to now, such as 90s, 10m, 2h or 1d. Without it: all of the record, the newest 1000 items.',
  }),
  reportFilter: option('Report', {
    schema: z.string().default(''),
    placeholder: 'WORDS',
    help: 'Only what fits, in the words of the web app: is:error, status:>=400, test:login, -lane:wire, /pattern/.',
  }),
  reportOutput: option('Report', {
    schema: z.string().min(1).optional(),
    placeholder: 'FILE',
    help: 'Write it to this .html file (-o for short). Without it: to one named after the moment, in this folder.',
  }),
};

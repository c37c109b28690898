import { z } from 'zod';
import { LOG_LEVELS } from '../kernel/log.ts';
import { ownFolder } from './folders.ts';
import { keyText, option, urlOf } from './option.ts';
import { answerOptions } from './options/answers.ts';
import { browserOptions } from './options/browser.ts';
import { instanceOptions } from './options/instances.ts';
import { recordOptions } from './options/record.ts';
import { remoteOptions } from './options/remote.ts';
import { screenOptions } from './options/screen.ts';
import { shotOptions } from './options/shot.ts';
import { telemetryOptions } from './options/telemetry.ts';

const port = z.int().min(0).max(65535);
const seconds = z.number().positive().max(86_400);
const list = z.array(z.string().min(1));
const host = z
  .string()
  .min(1)
  .regex(/^[^\s/]+$/, 'it takes a name or an address, without http:// and path');
const origin = z
  .string()
  .min(1)
  .regex(/^(?:\*|null|[a-z][\w+.-]*:\/\/[^\s/]+\/?)$/i, 'an origin reads https://tools.example:8443');

/** Everything that can be set. A profile says which of these it takes; nothing is listed a second time. */
export const options = {
  port: option({
    schema: port.optional(),
    kind: 'number',
    group: 'Serving',
    placeholder: 'PORT',
    help: 'Serve MCP over HTTP on this port instead of stdio; 0 lets the system choose.',
    alsoEnv: ['PLAYWRIGHT_MCP_PORT'],
  }),
  host: option({
    schema: host.default('localhost'),
    kind: 'text',
    group: 'Serving',
    placeholder: 'HOST',
    help: 'Address to listen on. Anything but loopback always needs a key.',
    alsoEnv: ['PLAYWRIGHT_MCP_HOST'],
  }),
  apiKey: option({
    schema: keyText.min(8).optional(),
    kind: 'text',
    group: 'Serving',
    placeholder: 'KEY',
    help: 'Key that HTTP clients must send as "Authorization: Bearer KEY". Without it one is made and printed; the app keeps its own.',
    secret: true,
  }),
  allowedHosts: option({
    schema: z.array(host).default([]),
    kind: 'list',
    isOpen: true,
    group: 'Serving',
    placeholder: 'NAMES',
    help: 'Host names, besides loopback, that HTTP requests may be addressed to; * for any.',
    alsoEnv: ['PLAYWRIGHT_MCP_ALLOWED_HOSTS'],
  }),
  allowedOrigins: option({
    schema: z.array(origin).default([]),
    kind: 'list',
    group: 'Serving',
    placeholder: 'ORIGINS',
    help: 'Web origins whose pages may call this server, such as https://tools.example.',
  }),
  publicUrl: option({
    schema: urlOf(/^https?$/, 'it takes an http:// or https:// address').optional(),
    kind: 'text',
    group: 'Serving',
    placeholder: 'URL',
    help: 'Address under which clients reach this server, when a proxy stands in front of it.',
  }),
  sessionIdle: option({
    schema: seconds.default(3600),
    kind: 'number',
    group: 'Serving',
    placeholder: 'SECONDS',
    help: 'End an HTTP session after this long without a request.',
  }),
  bridge: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Serving',
    help: 'Insist on the running app; without it, calls fail.',
  }),
  standalone: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Serving',
    help: 'Work alone, also when the app runs.',
  }),

  toolsets: option({
    schema: list.optional(),
    kind: 'list',
    group: 'Tools',
    placeholder: 'NAMES',
    help: 'Offer only these toolsets.',
  }),
  tools: option({
    schema: list.optional(),
    kind: 'list',
    group: 'Tools',
    placeholder: 'NAMES',
    help: 'Offer only these tools; names with a leading "!" are left out instead.',
  }),
  rateLimit: option({
    schema: z.int().min(0).max(1_000_000).default(500),
    kind: 'number',
    group: 'Tools',
    placeholder: 'CALLS',
    help: 'Tool calls a minute; 0 means no limit.',
  }),
  callTimeout: option({
    schema: seconds.default(60),
    kind: 'number',
    group: 'Tools',
    placeholder: 'SECONDS',
    help: 'Time limit of a call.',
  }),

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
  stateDir: option({
    schema: ownFolder.optional(),
    kind: 'text',
    group: 'Files',
    placeholder: 'FOLDER',
    help: 'Folder for the record, captures and settings. Owner-only.',
  }),
  outputDir: option({
    schema: ownFolder.optional(),
    kind: 'text',
    group: 'Files',
    placeholder: 'FOLDER',
    help: 'Folder for files that answers name. Default: .sensorium in the working folder, or .playwright-mcp with --answers playwright.',
    alsoEnv: ['PLAYWRIGHT_MCP_OUTPUT_DIR'],
  }),
  redactPatterns: option({
    schema: z.string().min(1).optional(),
    kind: 'text',
    group: 'Files',
    placeholder: 'FILE',
    help: 'JSON file with patterns of your own to hide: {"patterns":[{"name","pattern","replacement"}]}.',
  }),
  logLevel: option({
    schema: z.enum(LOG_LEVELS).default('info'),
    kind: 'text',
    group: 'Files',
    placeholder: LOG_LEVELS.join('|'),
    help: 'How much is logged.',
  }),
  logFile: option({
    schema: z.string().min(1).optional(),
    kind: 'text',
    group: 'Files',
    placeholder: 'FILE',
    help: 'Log to this file instead of stderr.',
  }),
  json: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Output',
    help: 'Print JSON instead of a table.',
  }),
  config: option({
    schema: z.string().min(1).optional(),
    kind: 'text',
    group: 'Files',
    placeholder: 'FILE',
    help: 'JSON file (comments allowed) with any of these settings, keys in camelCase, or a config file of playwright-mcp (JSON or INI).',
    alsoEnv: ['PLAYWRIGHT_MCP_CONFIG'],
  }),

  mcpPort: option({
    schema: port.optional(),
    kind: 'number',
    group: 'Wire',
    placeholder: 'PORT',
    help: 'Control at run time over MCP at http://localhost:PORT/mcp; 0 lets the system choose.',
  }),
  flushMillis: option({
    schema: z.int().min(1).max(3_600_000).default(2000),
    kind: 'number',
    group: 'Wire',
    placeholder: 'MS',
    help: 'How often captured traffic is written out.',
  }),
  filenameFormat: option({
    schema: z.string().min(1).default('rawprox_%Y-%m-%d-%H.ndjson'),
    kind: 'text',
    group: 'Wire',
    placeholder: 'FORMAT',
    help: 'strftime pattern of log files; a new file begins when it gives a new name.',
  }),
  onOverload: option({
    schema: z.enum(['slow', 'drop']).default('slow'),
    kind: 'text',
    group: 'Wire',
    placeholder: 'slow|drop',
    help: 'When the disk cannot keep up: slow the sender down, or drop from the log with a counted gap.',
  }),
  captureMb: option({
    schema: z.int().min(1).max(10_000_000).default(4096),
    kind: 'number',
    group: 'Wire',
    placeholder: 'MB',
    help: 'How much captured traffic is kept in the state folder; the oldest files go first.',
  }),
  wireHost: option({
    schema: host.default('localhost'),
    kind: 'text',
    group: 'Wire',
    placeholder: 'HOST',
    help: 'Address on which port rules listen.',
  }),
  rules: option({
    schema: z.array(z.string()).default([]),
    kind: 'list',
    group: 'Wire',
    placeholder: 'LOCAL:HOST:PORT',
    help: 'Port rules that are set at the start.',
  }),
  logDirectory: option({
    schema: z.string().min(1).optional(),
    kind: 'text',
    group: 'Wire',
    placeholder: 'FOLDER',
    help: 'Folder into which traffic is captured from the start.',
  }),

  ...browserOptions,
  ...answerOptions,
  ...instanceOptions,
  ...remoteOptions,
  ...screenOptions,
  ...shotOptions,
  ...telemetryOptions,
  ...recordOptions,
};

export type OptionKey = keyof typeof options;
export type Config = { readonly [K in OptionKey]: z.output<(typeof options)[K]['schema']> };

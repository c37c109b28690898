import { z } from 'zod';
import { hostName, option, portNumber } from '../option.ts';

/** How traffic is captured. */
export const wireOptions = {
  flushMillis: option('Wire', {
    schema: z.int().min(1).max(3_600_000).default(2000),
    placeholder: 'MS',
    help: 'How often captured traffic is written out.',
  }),
  filenameFormat: option('Wire', {
    schema: z.string().min(1).default('rawprox_%Y-%m-%d-%H.ndjson'),
    placeholder: 'FORMAT',
    help: 'strftime pattern of log files; a new file begins when it gives a new name.',
  }),
  onOverload: option('Wire', {
    schema: z.enum(['slow', 'drop']).default('slow'),
    help: 'When the disk cannot keep up: slow the sender down, or drop from the log with a counted gap.',
  }),
  wireHost: option('Wire', {
    schema: hostName.default('localhost'),
    placeholder: 'HOST',
    help: 'Address on which port rules listen.',
  }),
};

/** What RawProx does from its start on. */
export const rawproxOptions = {
  mcpPort: option('Wire', {
    schema: portNumber.optional(),
    placeholder: 'PORT',
    help: 'Control at run time over MCP at http://localhost:PORT/mcp; 0 lets the system choose.',
  }),
  rules: option('Wire', {
    schema: z.array(z.string()).default([]),
    placeholder: 'LOCAL:HOST:PORT',
    help: 'Port rules that are set at the start.',
  }),
  logDirectory: option('Wire', {
    schema: z.string().min(1).optional(),
    placeholder: 'FOLDER',
    help: 'Folder into which traffic is captured from the start.',
    isPath: true,
  }),
};

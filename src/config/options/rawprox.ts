import { z } from 'zod';
import { option, portNumber } from '../option.ts';

/** What RawProx does from its start on. */
export const rawproxOptions = {
  mcpPort: option({
    schema: portNumber.optional(),
    kind: 'number',
    group: 'Wire',
    placeholder: 'PORT',
    help: 'Control at run time over MCP at http://localhost:PORT/mcp; 0 lets the system choose.',
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
    isPath: true,
  }),
};

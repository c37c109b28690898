import { z } from 'zod';
import { ownFolder } from '../folders.ts';
import { option } from '../option.ts';

/** What every command that offers tools takes. */
export const workOptions = {
  tools: option({
    schema: z.array(z.string().min(1)).optional(),
    kind: 'list',
    group: 'Tools',
    placeholder: 'NAMES',
    help: 'Offer only these tools; names with a leading "!" are left out instead.',
  }),
  list: option({
    schema: z.enum(['full', 'short']).default('full'),
    kind: 'text',
    group: 'Tools',
    placeholder: 'full|short',
    help: 'How much the tool list tells: all, or one sentence a tool and only the first arguments.',
  }),
  rateLimit: option({
    schema: z.int().min(0).max(1_000_000).default(500),
    kind: 'number',
    group: 'Tools',
    placeholder: 'CALLS',
    help: 'Tool calls a minute; 0 means no limit.',
  }),
  callTimeout: option({
    schema: z.number().positive().max(86_400).default(60),
    kind: 'number',
    group: 'Tools',
    placeholder: 'SECONDS',
    help: 'Time limit of a call.',
  }),
  outputDir: option({
    schema: ownFolder.optional(),
    kind: 'text',
    group: 'Files',
    placeholder: 'FOLDER',
    help: 'Folder for files that answers name. Default: .sensorium in the working folder, or .playwright-mcp with --answers playwright.',
    alsoEnv: ['PLAYWRIGHT_MCP_OUTPUT_DIR'],
    isPath: true,
  }),
  redactPatterns: option({
    schema: z.string().min(1).optional(),
    kind: 'text',
    group: 'Files',
    placeholder: 'FILE',
    help: 'JSON file with patterns of your own to hide: {"patterns":[{"name","pattern","replacement"}]}.',
    isPath: true,
  }),
};

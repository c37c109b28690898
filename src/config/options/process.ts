import { z } from 'zod';
import { LOG_LEVELS } from '../../kernel/log.ts';
import { ownFolder } from '../folders.ts';
import { option } from '../option.ts';

/** What concerns only the process that is started, wherever the work is done. */
export const processOptions = {
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
  stateDir: option({
    schema: ownFolder.optional(),
    kind: 'text',
    group: 'Files',
    placeholder: 'FOLDER',
    help: 'Folder for the record, captures and settings. Owner-only.',
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
  config: option({
    schema: z.string().min(1).optional(),
    kind: 'text',
    group: 'Files',
    placeholder: 'FILE',
    help: 'JSON file (comments allowed) with any of these settings, keys in camelCase, or a config file of playwright-mcp (JSON or INI).',
    alsoEnv: ['PLAYWRIGHT_MCP_CONFIG'],
  }),
};

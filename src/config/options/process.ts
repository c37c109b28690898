import { z } from 'zod';
import { LOG_LEVELS } from '../../kernel/log.ts';
import { ownFolder } from '../folders.ts';
import { offSwitch, option, playwrightOption } from '../option.ts';

/** What concerns only the process that is started, wherever the work is done. */
export const processOptions = {
  bridge: offSwitch('Serving', 'Insist on the running app; without it, calls fail.'),
  standalone: offSwitch('Serving', 'Work alone, also when the app runs.'),
  stateDir: option('Files', {
    schema: ownFolder.optional(),
    placeholder: 'FOLDER',
    help: 'Folder for the record, captures and settings. Owner-only.',
  }),
  logLevel: option('Files', {
    schema: z.enum(LOG_LEVELS).default('info'),
    help: 'How much is logged.',
  }),
  logFile: option('Files', {
    schema: z.string().min(1).optional(),
    placeholder: 'FILE',
    help: 'Log to this file instead of stderr.',
  }),
  config: playwrightOption('Files', {
    schema: z.string().min(1).optional(),
    placeholder: 'FILE',
    help: 'JSON file (comments allowed) with any of these settings, keys in camelCase, or a config file of playwright-mcp (JSON or INI).',
  }),
};

/** How `sensorium doctor` answers. */
export const doctorOptions = {
  json: offSwitch('Output', 'Print JSON instead of a table.'),
};

import { z } from 'zod';
import { text } from '../../kernel/content.ts';
import { fault } from '../../kernel/fault.ts';
import { defineTool } from './deps.ts';

export const startLogging = defineTool({
  name: 'start-logging',
  title: 'Start logging',
  summary: 'Write forwarded traffic as NDJSON, to a directory or to STDOUT.',
  effect: 'write',
  idempotent: true,
  input: z.object({
    directory: z.string().min(1).nullable().default(null).describe('null or left out: STDOUT.'),
    filename_format: z.string().min(1).optional().describe('strftime, such as rawprox_%Y-%m-%d-%H.ndjson.'),
  }),
  faults: ['INVALID_ARGUMENTS', 'LOG_DESTINATION_FAILED'],
  async run({ args, deps }) {
    if (args.directory === null && args.filename_format !== undefined) {
      const problems = ['"filename_format" needs a "directory"; STDOUT has no file names'];
      throw fault('INVALID_ARGUMENTS', { tool: 'start-logging', problems });
    }
    const started = await deps.engine.startLogging({
      directory: args.directory,
      filenameFormat: args.filename_format,
    });
    const where = started.directory === null ? 'STDOUT' : `${started.directory} (${started.filenameFormat})`;
    return { blocks: [text(`Logging to ${where}`)] };
  },
});

export const stopLogging = defineTool({
  name: 'stop-logging',
  title: 'Stop logging',
  summary: 'Stop writing traffic.',
  effect: 'write',
  input: z.object({
    directory: z
      .string()
      .min(1)
      .nullable()
      .optional()
      .describe('Only this one; null: STDOUT; left out: all.'),
  }),
  faults: ['NOT_LOGGING'],
  async run({ args, deps }) {
    const stopped = await deps.engine.stopLogging(args.directory);
    const names = stopped.map((directory) => directory ?? 'STDOUT').join(', ');
    return { blocks: [text(names ? `Stopped logging to ${names}` : 'Nothing was being logged')] };
  },
});

import { resolve } from 'node:path';
import { z } from 'zod';
import type { DestinationState } from '../../engines/wire/log/destination.ts';
import { text } from '../../kernel/content.ts';
import { fault } from '../../kernel/fault.ts';
import type { Call } from '../../kernel/tool.ts';
import { defineTool, type WireDeps } from './deps.ts';

const SUFFIX = '.ndjson';

export const startLogging = defineTool({
  name: 'start-logging',
  title: 'Start logging',
  summary: 'Write forwarded traffic as NDJSON, to a directory or to STDOUT.',
  effect: 'write',
  idempotent: true,
  input: z.object({
    directory: z
      .string()
      .min(1)
      .nullable()
      .default(null)
      .describe('Within the output or working folder. null or left out: STDOUT.'),
    filename_format: z
      .string()
      .min(1)
      .optional()
      .describe('strftime, ends in .ndjson: rawprox_%Y-%m-%d-%H.ndjson.'),
  }),
  faults: ['INVALID_ARGUMENTS', 'INVALID_FILENAME_FORMAT', 'FILE_NOT_ALLOWED', 'LOG_DESTINATION_FAILED'],
  async run({ args, deps, caller }) {
    if (args.directory === null && args.filename_format !== undefined) {
      const problems = ['"filename_format" needs a "directory"; STDOUT has no file names'];
      throw fault('INVALID_ARGUMENTS', { tool: 'start-logging', problems });
    }
    if (args.filename_format !== undefined) assertLogName(args.filename_format);
    const folder = args.directory === null ? null : await folderOf({ deps, caller }, args.directory);
    const started = await deps.engine.startLogging({
      directory: folder,
      ...(folder !== null && { folder }),
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
  async run({ args, deps, caller }) {
    const stopped = await stop({ deps, caller }, args.directory);
    const told = stopped.map((one) => `${one.directory ?? 'STDOUT'}${lossOf(one)}`).join(', ');
    return { blocks: [text(told ? `Stopped logging to ${told}` : 'Nothing was being logged')] };
  },
});

/** A log that was stopped and says nothing is whole. */
function lossOf({ lostRecords, waitingBlocks, problem }: DestinationState): string {
  if (lostRecords === 0 && waitingBlocks === 0) return '';
  const what = lostRecords > 0 ? `${lostRecords} records` : 'the last records';
  return ` (not whole: ${what} could not be written${problem === null ? '' : `, ${problem}`})`;
}

type Asked = Pick<Call<unknown, WireDeps>, 'deps' | 'caller'>;

/** A client's folder, without links. It is meant from where the client works, else from the output folder. */
function folderOf({ deps: { logDirectory, output }, caller }: Asked, directory: string): Promise<string> {
  return output.writable(caller, directory, logDirectory === undefined ? [] : [logDirectory]);
}

async function stop(asked: Asked, directory: string | null | undefined): Promise<DestinationState[]> {
  const { engine } = asked.deps;
  if (typeof directory !== 'string') return engine.stopLogging(directory);
  const meant = resolve(asked.caller.cwd, directory);
  // What may not be written to is not logged to either; a folder may also have become a link meanwhile.
  const folder = await folderOf(asked, directory).catch(() => meant);
  const isLogged = engine.destinations().some((one) => one.directory === folder);
  return engine.stopLogging(isLogged ? folder : meant);
}

/** What a client has bytes written to never passes for a program, a setting or anything else but a log. */
function assertLogName(format: string): void {
  if (format.startsWith('.') || !format.endsWith(SUFFIX) || format === SUFFIX)
    throw fault('INVALID_FILENAME_FORMAT', {
      format,
      problem: `it must end in ${SUFFIX} and not begin with a dot`,
    });
}

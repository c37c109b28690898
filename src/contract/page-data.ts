/** What a page says, throws and where it goes, as the record keeps it. */
import { z } from 'zod';
import { place, scriptLocation, sourceLines } from './place-data.ts';

const LEVELS = ['debug', 'log', 'info', 'warn', 'error'] as const;

/** Who speaks on the console: the page's own scripts, or the browser about one of these matters. */
const CONSOLE_CATEGORIES = [
  'console',
  'network',
  'security',
  'csp',
  'deprecation',
  'intervention',
  'violation',
  'javascript',
  'rendering',
  'storage',
  'worker',
  'recommendation',
  'issue',
  'other',
] as const;

export const consoleData = z.object({
  ...place,
  level: z.enum(LEVELS),
  category: z.enum(CONSOLE_CATEGORIES),
  /** The console method (log, table, assert, …); for the browser's own words the same as the category. */
  api: z.string(),
  /** The line as a console shows it. */
  message: z.string(),
  /** The arguments as plain JSON; what JSON cannot say is a string such as "[Function save]" or "[circular]". */
  args: z.array(z.unknown()).optional(),
  /** Something of the message or the arguments was left out because it was too long or too deep. */
  cut: z.literal(true).optional(),
  location: scriptLocation.optional(),
  /** The innermost call first. */
  stack: z.array(scriptLocation).optional(),
  /** The request that the browser speaks about. */
  requestId: z.string().optional(),
  /** Details of a report: its code, such as DeprecationIssue, and its fields. */
  report: z.object({ code: z.string(), details: z.record(z.string(), z.unknown()) }).optional(),
  /** How many identical lines of the browser this stands for, when it folded them itself. */
  count: z.int().optional(),
});
export type ConsoleData = z.infer<typeof consoleData>;

export const exceptionData = z.object({
  ...place,
  level: z.literal('error'),
  kind: z.enum(['exception', 'rejection']),
  /** The class, such as TypeError; absent when something else than an error was thrown. */
  name: z.string().optional(),
  message: z.string(),
  /** As the engine prints it, with the stack as text. */
  text: z.string(),
  location: scriptLocation.optional(),
  stack: z.array(scriptLocation).optional(),
  /** Around the place in its source, where a source map holds it. */
  source: sourceLines.optional(),
  /** What was thrown when it is no error. */
  value: z.unknown().optional(),
  cut: z.literal(true).optional(),
});
export type ExceptionData = z.infer<typeof exceptionData>;

/** Where a page went, and that it came and went itself. */
export const navigationData = z.object({
  ...place,
  /** `same-document`: by the history API or a hash. The others but `document` are of the page as a whole. */
  kind: z.enum(['document', 'same-document', 'opened', 'closed', 'crashed']),
  documentId: z.string().optional(),
  /** Where it was before. */
  fromUrl: z.string().optional(),
  /** link, form, address, reload, back_forward, script, …: as far as the browser says. */
  reason: z.string().optional(),
  status: z.int().optional(),
  mimeType: z.string().optional(),
  /** The page that opened this one. */
  opener: z.string().optional(),
  /** The address that could not be opened, when this is the browser's error page. */
  unreachableUrl: z.string().optional(),
});

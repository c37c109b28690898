import { z } from 'zod';
import { option, playwrightEnv } from '../option.ts';

const CODEGEN = ['typescript', 'python', 'java', 'csharp', 'none'] as const;
const LEVELS = ['error', 'warning', 'info', 'debug'] as const;
/** The last two are what playwright-mcp calls the first, and pictures without words. */
const IMAGES = ['inline', 'file', 'omit', 'allow', 'only'] as const;

const milliseconds = z.int().min(0).max(86_400_000);

/** Which browser tools there are, and how they answer. */
export const answerOptions = {
  caps: option({
    schema: z.array(z.string().min(1)).default([]),
    kind: 'list',
    group: 'Browser answers',
    placeholder: 'NAMES',
    help: 'More browser tools: vision, pdf, network, storage, testing, devtools, extra, config, code.',
    alsoEnv: playwrightEnv('CAPS'),
  }),
  vision: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Browser answers',
    help: 'The same as --caps vision.',
    alsoEnv: playwrightEnv('VISION'),
  }),
  answers: option({
    schema: z.enum(['lean', 'playwright']).default('lean'),
    kind: 'text',
    group: 'Browser answers',
    placeholder: 'lean|playwright',
    help: 'lean: what an action changed. playwright: the sections and files of playwright-mcp.',
  }),
  snapshotBudget: option({
    schema: z.int().min(500).max(1_000_000).default(6000),
    kind: 'number',
    group: 'Browser answers',
    placeholder: 'CHARACTERS',
    help: 'Most characters of a page in an answer.',
  }),
  snapshotMode: option({
    schema: z.enum(['full', 'none']).default('full'),
    kind: 'text',
    group: 'Browser answers',
    placeholder: 'full|none',
    help: 'none: actions answer without telling what the page shows.',
    alsoEnv: playwrightEnv('SNAPSHOT_MODE'),
  }),
  snapshotBoxes: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Browser answers',
    help: 'Snapshots tell where each element lies.',
    alsoEnv: playwrightEnv('SNAPSHOT_BOXES'),
  }),
  codegen: option({
    schema: z.enum(CODEGEN).default('typescript'),
    kind: 'text',
    group: 'Browser answers',
    placeholder: CODEGEN.join('|'),
    help: 'Language of the test code that answers (with --answers playwright) and recordings show.',
    alsoEnv: playwrightEnv('CODEGEN'),
  }),
  consoleLevel: option({
    schema: z.enum(LEVELS).default('info'),
    kind: 'text',
    group: 'Browser answers',
    placeholder: LEVELS.join('|'),
    help: 'Console messages that are told: this level and more severe ones.',
    alsoEnv: playwrightEnv('CONSOLE_LEVEL'),
  }),
  imageResponses: option({
    schema: z.enum(IMAGES).default('inline'),
    kind: 'text',
    group: 'Browser answers',
    placeholder: 'inline|file|omit|only',
    help: 'Screenshots: inline in the answer (also "allow"), as a file, as a mere path, or as the picture only.',
    alsoEnv: playwrightEnv('IMAGE_RESPONSES'),
  }),
  filePaths: option({
    schema: z.enum(['relative', 'absolute']).default('relative'),
    kind: 'text',
    group: 'Browser answers',
    placeholder: 'relative|absolute',
    help: "Paths of files in answers: relative to the client's folder, or absolute.",
    alsoEnv: playwrightEnv('FILE_PATHS'),
  }),
  saveSession: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Browser answers',
    help: 'Write each call of a browser tool and its answer to session-….md in the output folder.',
    alsoEnv: playwrightEnv('SAVE_SESSION'),
  }),
  secrets: option({
    schema: z.union([z.string().min(1), z.record(z.string(), z.string())]).optional(),
    kind: 'text',
    group: 'Browser answers',
    placeholder: 'FILE',
    help: 'dotenv file: a text that is one of its names types the value, which no answer, file or log ever shows.',
    alsoEnv: ['PLAYWRIGHT_MCP_SECRETS_FILE'],
    secret: true,
  }),
  outputMaxSize: option({
    schema: z.int().min(1).optional(),
    kind: 'number',
    group: 'Browser answers',
    placeholder: 'BYTES',
    help: 'When the output folder holds more, its oldest files go.',
    alsoEnv: playwrightEnv('OUTPUT_MAX_SIZE'),
  }),
  timeoutExpect: option({
    schema: milliseconds.default(5000),
    kind: 'number',
    group: 'Pages',
    placeholder: 'MS',
    help: 'How long the browser_verify tools wait for what they verify.',
  }),
  sharedBrowserContext: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Browser',
    help: 'Several clients share the browser on purpose: none of them may close it.',
    alsoEnv: playwrightEnv('SHARED_BROWSER_CONTEXT'),
  }),
};

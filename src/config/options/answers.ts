import { z } from 'zod';
import { milliseconds, option } from '../option.ts';

const CODEGEN = ['typescript', 'python', 'java', 'csharp', 'none'] as const;
const LEVELS = ['error', 'warning', 'info', 'debug'] as const;
/** The last two are what playwright-mcp calls the first, and pictures without words. */
const IMAGES = ['inline', 'file', 'omit', 'allow', 'only'] as const;

/** Which browser tools there are, and how they answer. */
export const answerOptions = {
  caps: option('Browser answers', {
    schema: z.array(z.string().min(1)).default([]),
    placeholder: 'NAMES',
    help: 'More browser tools: vision, pdf, network, storage, testing, devtools, extra, config, code.',
    alsoEnv: ['PLAYWRIGHT_MCP_CAPS'],
  }),
  vision: option('Browser answers', {
    schema: z.boolean().default(false),
    help: 'The same as --caps vision.',
    alsoEnv: ['PLAYWRIGHT_MCP_VISION'],
  }),
  answers: option('Browser answers', {
    schema: z.enum(['lean', 'playwright']).default('lean'),
    help: 'lean: what an action changed. playwright: the sections and files of playwright-mcp.',
  }),
  snapshotBudget: option('Browser answers', {
    schema: z.int().min(500).max(1_000_000).default(6000),
    placeholder: 'CHARACTERS',
    help: 'Most characters of a page in an answer.',
  }),
  snapshotMode: option('Browser answers', {
    schema: z.enum(['full', 'none']).default('full'),
    help: 'none: actions answer without telling what the page shows.',
    alsoEnv: ['PLAYWRIGHT_MCP_SNAPSHOT_MODE'],
  }),
  snapshotBoxes: option('Browser answers', {
    schema: z.boolean().default(false),
    help: 'Snapshots tell where each element lies.',
    alsoEnv: ['PLAYWRIGHT_MCP_SNAPSHOT_BOXES'],
  }),
  codegen: option('Browser answers', {
    schema: z.enum(CODEGEN).default('typescript'),
    help: 'Language of the test code that answers (with --answers playwright) and recordings show.',
    alsoEnv: ['PLAYWRIGHT_MCP_CODEGEN'],
  }),
  consoleLevel: option('Browser answers', {
    schema: z.enum(LEVELS).default('info'),
    help: 'Console messages that are told: this level and more severe ones.',
    alsoEnv: ['PLAYWRIGHT_MCP_CONSOLE_LEVEL'],
  }),
  imageResponses: option('Browser answers', {
    schema: z.enum(IMAGES).default('inline'),
    placeholder: 'inline|file|omit|only',
    help: 'Screenshots: inline in the answer (also "allow"), as a file, as a mere path, or as the picture only.',
    alsoEnv: ['PLAYWRIGHT_MCP_IMAGE_RESPONSES'],
  }),
  filePaths: option('Browser answers', {
    schema: z.enum(['relative', 'absolute']).default('relative'),
    help: "Paths of files in answers: relative to the client's folder, or absolute.",
    alsoEnv: ['PLAYWRIGHT_MCP_FILE_PATHS'],
  }),
  saveSession: option('Browser answers', {
    schema: z.boolean().default(false),
    help: 'Write each call of a browser tool and its answer to session-….md in the output folder.',
    alsoEnv: ['PLAYWRIGHT_MCP_SAVE_SESSION'],
  }),
  secrets: option('Browser answers', {
    schema: z.union([z.string().min(1), z.record(z.string(), z.string())]).optional(),
    placeholder: 'FILE',
    help: 'dotenv file: a text that is one of its names types the value, which no answer, file or log ever shows.',
    alsoEnv: ['PLAYWRIGHT_MCP_SECRETS_FILE'],
    secret: true,
  }),
  outputMaxSize: option('Browser answers', {
    schema: z.int().min(1).optional(),
    placeholder: 'BYTES',
    help: 'When the output folder holds more, its oldest files go.',
    alsoEnv: ['PLAYWRIGHT_MCP_OUTPUT_MAX_SIZE'],
  }),
  timeoutExpect: option('Pages', {
    schema: milliseconds.default(5000),
    placeholder: 'MS',
    help: 'How long the browser_verify tools wait for what they verify.',
  }),
  sharedBrowserContext: option('Browser', {
    schema: z.boolean().default(false),
    help: 'Several clients share the browser on purpose: none of them may close it.',
    alsoEnv: ['PLAYWRIGHT_MCP_SHARED_BROWSER_CONTEXT'],
  }),
};

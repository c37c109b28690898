import { z } from 'zod';
import { milliseconds, option, playwrightOption, playwrightSwitch } from '../option.ts';

const CODEGEN = ['typescript', 'python', 'java', 'csharp', 'none'] as const;
const LEVELS = ['error', 'warning', 'info', 'debug'] as const;
/** The last two are what playwright-mcp calls the first, and pictures without words. */
const IMAGES = ['inline', 'file', 'omit', 'allow', 'only'] as const;

/** Which browser tools there are, and how they answer. */
export const answerOptions = {
  caps: playwrightOption('Browser answers', {
    schema: z.array(z.string().min(1)).default([]),
    placeholder: 'NAMES',
    help: 'More browser tools: vision, pdf, network, storage, testing, devtools, webmcp, extra, config, code.',
  }),
  vision: playwrightSwitch('Browser answers', 'The same as --caps vision.'),
  answers: option('Browser answers', {
    schema: z.enum(['lean', 'playwright']).default('lean'),
    help: 'lean: what an action changed. playwright: the sections and files of playwright-mcp.',
  }),
  snapshotBudget: option('Browser answers', {
    schema: z.int().min(500).max(1_000_000).default(6000),
    placeholder: 'CHARACTERS',
    help: 'Most characters of an answer, unless its call gives a budget.',
  }),
  snapshotMode: playwrightOption('Browser answers', {
    schema: z.enum(['full', 'none']).default('full'),
    help: 'none: actions answer without telling what the page shows.',
  }),
  snapshotBoxes: playwrightSwitch('Browser answers', 'Snapshots tell where each element lies.'),
  codegen: playwrightOption('Browser answers', {
    schema: z.enum(CODEGEN).default('typescript'),
    help: 'Language of the test code that answers (with --answers playwright) and recordings show.',
  }),
  consoleLevel: playwrightOption('Browser answers', {
    schema: z.enum(LEVELS).default('info'),
    help: 'Console messages that are told: this level and more severe ones.',
  }),
  imageResponses: playwrightOption('Browser answers', {
    schema: z.enum(IMAGES).default('inline'),
    placeholder: 'inline|file|omit|only',
    help: 'Screenshots: inline in the answer (also "allow"), as a file, as a mere path, or as the picture only.',
  }),
  filePaths: playwrightOption('Browser answers', {
    schema: z.enum(['relative', 'absolute']).default('relative'),
    help: "Paths of files in answers: relative to the client's folder, or absolute.",
  }),
  saveSession: playwrightOption('Browser answers', {
    schema: z.boolean().default(false),
    help: 'Write each call of a browser tool and its answer to session-…/session.md in the output folder.',
  }),
  secrets: option('Browser answers', {
    schema: z.union([z.string().min(1), z.record(z.string(), z.string())]).optional(),
    placeholder: 'FILE',
    help: 'dotenv file: a text that is one of its names types the value, which no answer, file or log ever shows.',
    alsoEnv: ['PLAYWRIGHT_MCP_SECRETS_FILE'],
    secret: true,
  }),
  outputMaxSize: playwrightOption('Browser answers', {
    schema: z.int().min(1).optional(),
    placeholder: 'BYTES',
    help: 'When the output folder holds more, its oldest files go.',
  }),
  timeoutExpect: option('Pages', {
    schema: milliseconds.default(5000),
    placeholder: 'MS',
    help: 'How long the browser_verify tools wait for what they verify.',
  }),
  sharedBrowserContext: playwrightOption('Browser', {
    schema: z.boolean().default(false),
    help: 'All clients have the same tabs and the same active page; none of them may close the browser.',
  }),
};

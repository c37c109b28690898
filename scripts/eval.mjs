/** `npm run eval -- ocr|pii [--seed N] [--pages N] [--engine E] [--verbose]`: how well screens are read and redacted. */
import path from 'node:path';
import process from 'node:process';
import { underModernNode } from './node24.mjs';
import { root, runAttached } from './run.mjs';
import { say } from './say.mjs';

await underModernNode();

const areas = ['ocr', 'pii'];
const [area, ...rest] = process.argv.slice(2);
if (area !== undefined && areas.includes(area)) {
  process.exitCode = await runAttached(process.execPath, [path.join(root, 'eval', `${area}.ts`), ...rest]);
} else {
  say(`Give one of these after "npm run eval --": ${areas.join(', ')}.`);
  process.exitCode = 2;
}

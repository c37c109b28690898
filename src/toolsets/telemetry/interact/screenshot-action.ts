import { defineMode } from '../deps.ts';
import { quietShotArguments, takeScreenshot } from '../take-screenshot.ts';

/** The same as observe screenshot: a picture changes nothing, so it waits for no turn. */
export const screenshotAction = defineMode({
  summary: 'The same as observe screenshot.',
  input: quietShotArguments,
  run: takeScreenshot,
});

import { defineMode } from '../deps.ts';
import { shotArguments, takeScreenshot } from '../take-screenshot.ts';

export const screenshotMode = defineMode({
  summary: 'A picture of the page, the whole page or one element: shown, and written to a file.',
  input: shotArguments,
  run: takeScreenshot,
});

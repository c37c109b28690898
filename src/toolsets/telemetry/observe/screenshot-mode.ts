import { defineMode } from '../deps.ts';
import { shotArguments, takeScreenshot } from '../take-screenshot.ts';

export const screenshotMode = defineMode({
  summary: 'A picture of the page or one element, shown and in a file.',
  input: shotArguments,
  run: takeScreenshot,
});

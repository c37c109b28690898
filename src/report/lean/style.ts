import type { BrowserStyle } from '../browser-style.ts';

/** Said once, so that no answer has to. */
const LEGEND =
  'Changes: + new, ~ altered, - gone, ↕ moved, = drawn anew (old→new refs). Folded or cut parts say ' +
  'what to give as browser_snapshot unfold (e4–e9, e5+240).';

/** What was done and what changed by it, in few words; the page's own words fenced. */
export const lean: BrowserStyle = {
  name: 'lean',
  legend: LEGEND,
  outputFolder: '.sensorium',
  refs: 'short',
  caps: () => [],
  answers: async (settings) => (await import('./answers.ts')).leanAnswers(settings),
};

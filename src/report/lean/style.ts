import type { BrowserStyle } from '../browser-style.ts';

/** Said once, so that no answer has to. */
const LEGEND =
  'Changes: + new, ~ altered, - gone, ↕ moved, = drawn anew (old→new refs). Folded parts name a ref: ' +
  'browser_snapshot unfold shows them, browser_find finds one element.';

/** What was done and what changed by it, in few words; the page's own words fenced. */
export const lean: BrowserStyle = {
  name: 'lean',
  legend: LEGEND,
  outputFolder: '.sensorium',
  refs: 'short',
  caps: () => [],
  answers: async (settings) => (await import('./answers.ts')).leanAnswers(settings),
};

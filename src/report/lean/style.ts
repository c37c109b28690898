import type { BrowserStyle } from '../browser-style.ts';

/** Said once, so that no answer has to. */
const LEGEND =
  'Actions answer with a glance; browser_snapshot shows all, its unfold what is folded or cut (e4–e9, e5+240). ' +
  '+ new, ~ altered, - gone, ↕ moved, = drawn anew (old→new refs).';

/** What was done and what changed by it, in few words; the page's own words fenced. */
export const lean: BrowserStyle = {
  name: 'lean',
  legend: LEGEND,
  outputFolder: '.sensorium',
  refs: 'short',
  // What people call an element: playwright-mcp's clients give it, and nothing comes of it here.
  hides: () => ['element', 'startElement', 'endElement'],
  caps: () => [],
  answers: async (settings) => (await import('./answers.ts')).leanAnswers(settings),
};

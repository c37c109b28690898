import { z } from 'zod';
import { quotePageText } from '../../../kernel/page-fence.ts';
import { defineLook } from './define-look.ts';
import { everyLook, patience } from './look-arguments.ts';
import { summarizePage } from './page-summary.page.ts';

const USUAL_MS = 10_000;

export const pageSummary = defineLook({
  summary: 'Kind of page, headings, links, forms, text.',
  input: z.object({ ...everyLook, ...patience }),
  limitMs: ({ timeout_ms: ms = USUAL_MS }) => ms,
  async run({ tab, signal, action }) {
    // In a world of our own: no policy of the page forbids it.
    const look = () => tab.cdp.run(summarizePage);
    const { value } = await tab.perform({ action, isReading: true, signal }, look);
    if (!value) tab.modals.assertFree();
    const { title = '', type = 'generic', word_count: words = 0 } = value ?? {};
    return { summary: `${type}, ${words} words, ${quotePageText(title)}`, ...value };
  },
});

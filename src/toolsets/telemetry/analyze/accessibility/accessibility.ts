import { z } from 'zod';
import { walkFocus } from '../../../../engines/browser/actions/focus-walk.ts';
import {
  type AxeResults,
  type AxeWanted,
  axeTags,
  type NodeResult,
  type Result,
  runAxe,
} from '../../../../engines/browser/inspect/run-axe.ts';
import { fault } from '../../../../kernel/fault.ts';
import type { ActionCall } from '../../interact/define-action.ts';
import { defineLook } from '../define-look.ts';
import { everyLook, part } from '../look-arguments.ts';

const MOST_NODES = 10;
const LIMIT_MS = 120_000;

export const accessibility = defineLook({
  summary: 'axe-core: violations, what needs review.',
  input: z.object({
    ...everyLook,
    selector: part.selector.optional(),
    tags: z.array(z.string().min(1)).min(1).max(20).optional().describe('Of axe; WCAG 2.2 AA.'),
    force_refresh: z.boolean().optional(),
    press_tab: z.boolean().optional(),
  }),
  limitMs: () => LIMIT_MS,
  async run({ tab, args, signal, action }) {
    const { selector, tags, force_refresh: isFresh = false } = args;
    await assertTags(tags);
    const { results, isCached } = await lookWithAxe({ tab, signal, action }, { selector, tags, isFresh });
    const walked = args.press_tab ? await walkFocus(tab, { signal }) : undefined;
    return {
      summary: words(results),
      ...told(results),
      by_tab: walked,
      cached: isCached || undefined,
    };
  },
});

/** No rule has an unknown tag: nothing would be looked at, and nothing found. */
async function assertTags(tags: readonly string[] = []): Promise<void> {
  const known = await axeTags();
  const unknown = tags.filter((tag) => !known.has(tag));
  if (unknown.length === 0) return;
  const usual = [...known].filter((tag) => !/\d{3,}|^(?:cat|TT|RGAA|EN-9|section508\.)/.test(tag)).toSorted();
  const problem = `"tags" has ${unknown.map((tag) => JSON.stringify(tag)).join(', ')}; axe-core has ${usual.join(', ')} and more`;
  throw fault('INVALID_ARGUMENTS', { tool: 'analyze', problems: [problem] });
}

/** axe-core on a page, unless a dialog stands before it. */
export async function lookWithAxe(
  { tab, signal, action }: Pick<ActionCall<unknown>, 'tab' | 'signal' | 'action'>,
  wanted: AxeWanted,
) {
  if (!tab.cdp.isThere) throw fault('NEEDS_CHROMIUM', { what: 'analyze accessibility' });
  const outcome = await tab.perform({ action, isReading: true, signal }, () =>
    runAxe(tab, wanted).catch((error: unknown) => {
      if (/No elements found for include/.test(String(error)))
        throw fault('ELEMENT_NOT_FOUND', { target: `"${wanted.selector}"` }, error);
      throw error;
    }),
  );
  if (!outcome.value) tab.modals.assertFree();
  return outcome.value!;
}

const IMPACTS = ['critical', 'serious', 'moderate', 'minor'];

function told({ violations, incomplete, passes, inapplicable, testEngine, url }: AxeResults) {
  return {
    url,
    counts: {
      violations: violations.length,
      incomplete: incomplete.length,
      passes: passes.length,
      inapplicable: inapplicable.length,
    },
    violations: violations.map(entryOf).toSorted(byImpact),
    incomplete: incomplete.map(entryOf).toSorted(byImpact),
    engine: `${testEngine.name} ${testEngine.version}`,
  };
}

type Entry = ReturnType<typeof entryOf>;
const rankOf = ({ impact }: Entry) => (IMPACTS.indexOf(impact ?? '') + 5) % 5;
const byImpact = (one: Entry, other: Entry) => rankOf(one) - rankOf(other);

function entryOf({ id, impact, help, helpUrl, tags, nodes }: Result) {
  return {
    id,
    impact: impact ?? undefined,
    help,
    help_url: helpUrl,
    wcag: tags.filter((tag) => /^wcag\d{3,}$/.test(tag)),
    node_count: nodes.length,
    nodes: nodes.slice(0, MOST_NODES).map(nodeOf),
  };
}

/** Frames and shadow roots on the way, each by its selector. */
export const pathIn = (target: NodeResult['target']) => target.flat().join(' >>> ');

function nodeOf({ target, html, failureSummary, any, all, none }: NodeResult) {
  return {
    path: pathIn(target),
    html: html.slice(0, 200),
    checks: [...any, ...all, ...none].map(({ id, message }) => ({ id, message })),
    fix: failureSummary,
  };
}

function words({ violations, incomplete }: AxeResults): string {
  const worst = IMPACTS.flatMap((impact) => {
    const count = violations.filter((one) => one.impact === impact).length;
    return count > 0 ? [`${count} ${impact}`] : [];
  });
  return `${violations.length} violations${worst.length > 0 ? ` (${worst.join(', ')})` : ''}, ${incomplete.length} need review`;
}

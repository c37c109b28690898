import type { Tab } from '../../../engines/browser/page/tab.ts';
import type { Locator } from '../locate.ts';
import { selectorCandidates } from '../semantic-selector.ts';
import type { RecordedAction } from './recording.ts';

export interface Way {
  readonly strategy: 'test_id' | 'role' | 'label' | 'placeholder' | 'text' | 'css';
  readonly selector: string;
}

export interface Healed extends Way {
  readonly locator: Locator;
  /** It was not found in the best of the ways that were recorded. */
  readonly isHealed: boolean;
}

const FIRST_ONLY_MS = 1500;
const LOOK_MS = 5000;
const PAUSE_MS = 50;

/** The ways to find the element of an action, best first. Where none helps, its position is left. */
export function waysOf({ selectors }: RecordedAction): readonly Way[] {
  if (!selectors) return [];
  const { testId, testIdAttribute = 'data-testid', role, label, placeholder, text, css } = selectors;
  const quoted = (words: string) => JSON.stringify(words);
  return [
    testId !== undefined &&
      ({ strategy: 'test_id', selector: `css=[${testIdAttribute}=${quoted(testId)}]` } as const),
    role?.name && ({ strategy: 'role', selector: `role=${role.role}[name=${quoted(role.name)}s]` } as const),
    label !== undefined && ({ strategy: 'label', selector: `internal:label=${quoted(label)}s` } as const),
    placeholder !== undefined &&
      ({ strategy: 'placeholder', selector: `internal:attr=[placeholder=${quoted(placeholder)}s]` } as const),
    text !== undefined && ({ strategy: 'text', selector: `text=${quoted(text)}` } as const),
    { strategy: 'css', selector: selectorCandidates(css)[0]! } as const,
  ].filter((way) => way !== false && way !== '' && way !== undefined);
}

/**
 * The element of an action, in the first way that leads to exactly one. The best way has a moment for itself:
 * a page that is still building must not be taken for one that has changed.
 */
export async function heal(
  tab: Tab,
  action: RecordedAction,
  signal: AbortSignal,
): Promise<Healed | undefined> {
  const ways = waysOf(action);
  const start = performance.now();
  while (ways.length > 0 && !signal.aborted) {
    const passed = performance.now() - start;
    const open = passed < FIRST_ONLY_MS ? ways.slice(0, 1) : ways;
    for (const way of open) {
      const locator = await only(tab, way.selector);
      if (locator) return { ...way, locator, isHealed: way !== ways[0] };
    }
    if (passed > LOOK_MS) break;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return undefined;
}

/** The one element, in whichever frame; of several, the one that can be seen. */
async function only(tab: Tab, selector: string): Promise<Locator | undefined> {
  for (const frame of tab.page.frames()) {
    const all = frame.locator(selector);
    const count = await all.count().catch(() => 0); // the frame is on its way out
    if (count === 1) return all;
    if (count === 0) continue;
    const seen = all.filter({ visible: true });
    if ((await seen.count().catch(() => 0)) === 1) return seen;
  }
  return undefined;
}

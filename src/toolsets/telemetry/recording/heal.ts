import { selectorCandidates } from '../../../engines/browser/actions/semantic-selector.ts';
import { type Found, findIn } from '../../../engines/browser/actions/target.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import type { RecordedAction } from './recording.ts';

interface Way {
  readonly strategy: 'test_id' | 'role' | 'label' | 'placeholder' | 'text' | 'css';
  readonly selector: string;
}

export interface Healed extends Way {
  readonly found: Found;
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
      const found = await only(tab, way.selector);
      if (found) return { ...way, found, isHealed: way !== ways[0] };
    }
    if (passed > LOOK_MS) break;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return undefined;
}

/** The one element, in whichever frame; of several, the one that can be seen. */
async function only(tab: Tab, selector: string): Promise<Found | undefined> {
  for (const frame of tab.page.frames()) {
    // Several are no way, and a frame may be on its way out.
    const locator = await findIn(tab, frame, selector, { prefersSeen: true }).catch(() => undefined);
    if (locator) return { locator, written: selector };
  }
  return undefined;
}

import type { DrawnMark, FoundElement, MarkBox, MarkedElement } from '../../../contract/marks.ts';
import { cut } from '../../../kernel/cut.ts';
import { type ScreenshotOptions, screenshot } from '../actions/screenshot.ts';
import { inspectElements } from '../inspect/inspect-elements.ts';
import type { Tab } from '../page/tab.ts';
import { shielded } from '../snapshot/field-shield.ts';
import { lookOnly } from './overlay.page.ts';

/** What of a look is talked about. */
const STYLES = [
  ...['color', 'background-color', 'background-image', 'opacity', 'font-family', 'font-size', 'font-weight'],
  ...['line-height', 'letter-spacing', 'text-align', 'text-decoration-line', 'text-transform', 'white-space'],
  ...['display', 'position', 'z-index', 'width', 'height', 'margin', 'padding', 'gap', 'flex-direction'],
  ...['align-items', 'justify-content', 'grid-template-columns', 'overflow', 'border', 'border-radius'],
  ...['box-shadow', 'outline', 'cursor', 'visibility', 'transform', 'transition-duration', 'pointer-events'],
];
const OUTLINE_MS = 2_000;
const MOST_OUTLINE = 2_000;
const MOST_RULES = 20;

/** All that the browser knows of an element below a mark; of one that is gone, what was seen of it. */
export async function lookAtElement(tab: Tab, found: FoundElement): Promise<MarkedElement> {
  const { selector, frame } = found;
  const looking = { frame, withStyles: true, properties: STYLES, depth: 0 };
  const inspected = inspectElements(tab, selector, looking).catch(() => undefined);
  const [seen, outline] = await Promise.all([inspected, outlineOf(tab, found)]);
  const [facts] = (seen?.matches ?? []) as readonly Facts[];
  const { role, name, computed = {}, css_rules: rules } = facts ?? {};
  return {
    ...found,
    ...(role && { role }),
    ...(name && { name }),
    styles: Object.fromEntries(Object.entries(computed).filter(([, value]) => value !== '')),
    ...(rules && { rules: rules.slice(0, MOST_RULES) }),
    ...(outline && { outline }),
  };
}

interface Facts {
  readonly role?: string;
  readonly name?: string;
  readonly computed?: Readonly<Record<string, string>>;
  readonly css_rules?: unknown[];
}

/** What stands around it, as those hear it who do not see it. */
async function outlineOf(tab: Tab, { around, frame }: FoundElement): Promise<string | undefined> {
  if (around === undefined) return undefined;
  const plain = (css: string) => css.replaceAll(' >>> ', ' ');
  const root = frame === undefined ? tab.page : tab.page.frameLocator(plain(frame));
  const read = () => root.locator(plain(around)).first().ariaSnapshot({ timeout: OUTLINE_MS });
  const lines = await shielded(tab.page, read).catch(() => undefined); // it was taken away meanwhile
  return lines && cut(lines, MOST_OUTLINE);
}

const MARGIN = 80;
const LEAST = { width: 360, height: 240 };

/** The part of the view that shows a mark and what is around it. */
export function viewAround({ box, viewport }: Pick<DrawnMark, 'box' | 'viewport'>): MarkBox {
  const width = Math.min(viewport.width, Math.max(LEAST.width, box.width + 2 * MARGIN));
  const height = Math.min(viewport.height, Math.max(LEAST.height, box.height + 2 * MARGIN));
  const into = (start: number, length: number, whole: number) => Math.max(0, Math.min(start, whole - length));
  return {
    x: into(box.x + box.width / 2 - width / 2, width, viewport.width),
    y: into(box.y + box.height / 2 - height / 2, height, viewport.height),
    width,
    height,
  };
}

/**
 * The view with the marks and without them. Always the whole of it: of a part, the browser shows its person nothing
 * but that part meanwhile, and what they draw then falls beside it.
 */
export async function picturesOf(
  tab: Tab,
  scale?: ScreenshotOptions['scale'],
): Promise<{ readonly marked: Buffer; readonly plain: Buffer }> {
  const options: ScreenshotOptions = { type: 'png', scale };
  try {
    await tab.cdp.run(lookOnly, 'nothing');
    const plain = (await screenshot(tab, options)).bytes;
    await tab.cdp.run(lookOnly, 'marks');
    const marked = (await screenshot(tab, options)).bytes;
    return { marked, plain };
  } finally {
    await tab.cdp.run(lookOnly, 'all').catch(() => {}); // it went with its page
  }
}

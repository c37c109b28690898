/** What pages show: at the beginning of a recording and at its end, so that a test can tell whether it came to the same. */
import type { Frame, Locator, Page } from 'playwright-core';
import { within } from '../../../kernel/within.ts';
import { shielded } from './field-shield.ts';

/** Something that can be seen, as a test finds it: unique on its page. */
export interface Sight {
  /** The tab. */
  readonly page: string;
  /** `getByRole('heading', { name: 'Thanks' })`, with the way into its frame. */
  readonly locator: string;
}

export interface ShownTab {
  readonly id: string;
  readonly page: Page;
}

const LOOK_MS = 2000;
const MOST_LINES = 2000;
const MOST_SIGHTS = 5;
/** How many of what is new are tried. */
const TRIED = 20;

/** The lines of the accessibility tree of all frames. */
export async function linesOf(page: Page): Promise<readonly string[]> {
  const lines = await shielded(page, () => Promise.all(page.frames().map(framed)));
  return lines.flat().slice(0, MOST_LINES);
}

async function framed(frame: Frame): Promise<readonly string[]> {
  const tree = frame.locator('body').ariaSnapshot({ timeout: LOOK_MS });
  // A frame that hangs, or goes away, shows nothing.
  const text = (await within(tree, LOOK_MS).catch(() => undefined)) ?? '';
  return text.split('\n').map((line) => unwrapped(line.trim()));
}

/** What is there now and was not before, best first: alerts and headings say more than a button does. */
export async function newSights(
  { id, page }: ShownTab,
  before: readonly string[],
): Promise<readonly Sight[]> {
  const known = new Set(before);
  const found: Sight[] = [];
  for (const frame of page.frames()) {
    const lines = await shielded(page, () => framed(frame));
    const way = frame === page.mainFrame() ? '' : await wayInto(page, frame);
    if (way === undefined) continue;
    const fresh = [...new Set(lines)].filter((line) => !known.has(line)).map(readLine);
    const best = fresh.filter((line) => line !== undefined).toSorted((a, b) => a.rank - b.rank);
    for (const { find } of best.slice(0, TRIED)) {
      if (found.length >= MOST_SIGHTS) return found;
      const locator = find(frame);
      if (await isOnlyOne(locator)) found.push({ page: id, locator: way + locator });
    }
  }
  return found;
}

async function isOnlyOne(locator: Locator): Promise<boolean> {
  try {
    return (await locator.count()) === 1 && (await locator.isVisible());
  } catch {
    return false; // the frame went away
  }
}

/** `locator('iframe[name="pay"]').contentFrame().`, for frames that are in the page itself. */
async function wayInto(page: Page, frame: Frame): Promise<string | undefined> {
  if (frame.parentFrame() !== page.mainFrame()) return undefined;
  const name = frame.name();
  const named = page.locator(`iframe[name=${JSON.stringify(name)}]`);
  if (name !== '' && (await named.count()) === 1) return `${named}.contentFrame().`;
  const index = page.mainFrame().childFrames().indexOf(frame);
  return index < 0 ? undefined : `locator('iframe').nth(${index}).contentFrame().`;
}

/** Where a line holds a colon, YAML puts all that stands before the text into quotes of its own. */
const unwrapped = (line: string) =>
  line.replace(/^- '((?:[^']|'')*)'/, (_, inside: string) => `- ${inside.replaceAll("''", "'")}`);

/** Times, dates and long numbers differ with every run. */
const VOLATILE = /\d{1,2}:\d{2}|\d{4}-\d{2}|\d{5,}|[0-9a-f]{8}-/i;
const RANKS: Readonly<Record<string, number>> = {
  alert: 0,
  status: 0,
  dialog: 0,
  heading: 1,
  listitem: 2,
  cell: 2,
};
const WORDS = 100;

/** A line such as `- heading "Thanks" [level=1]` or `- listitem: Milk`. */
function readLine(line: string) {
  const [, role = '', name, words] =
    /^- ([a-z]+)(?: "((?:[^"\\]|\\.)*)")?(?: \[[^\]]*\])*(?:: (.*))?$/.exec(line) ?? [];
  // What was typed is no outcome, and pictures of letters are no words.
  if (role === '' || /^(textbox|searchbox|combobox|spinbutton|slider|option)$/.test(role)) return undefined;
  const said = unquoted(words ?? '');
  const title = name === undefined ? '' : unquoted(`"${name}"`);
  const text = title || said;
  if (text.length < 2 || text.length > WORDS || VOLATILE.test(text)) return undefined;
  const rank = RANKS[role] ?? (title ? 4 : 3);
  const find = (frame: Frame) =>
    title && role !== 'text'
      ? frame.getByRole(role as 'heading', { name: title, exact: true })
      : frame.getByText(said, { exact: true });
  return { rank, find };
}

function unquoted(words: string): string {
  if (!/^".*"$/.test(words)) return words;
  try {
    return String(JSON.parse(words));
  } catch {
    return words;
  }
}

import { fencePageText, quotePageText } from '../../kernel/page-fence.ts';
import type { ResultText, SeenBeside } from '../browser-result.ts';
import type { Arrival, DownloadState, ModalFacts, PageChanges } from '../browser-style.ts';
import type { ShownSnapshot } from '../listing.ts';

/** All that an answer says, before it is put into words. */
export interface LeanAnswer {
  /** What was done, in the server's own words. */
  readonly done?: string | undefined;
  readonly results?: readonly ResultText[];
  /** Where the page is, when that is news. */
  readonly page?: PageNews | undefined;
  readonly modals?: readonly ModalFacts[] | undefined;
  readonly snapshot?: ShownSnapshot | undefined;
  readonly changes?: PageChanges | undefined;
  /** Told where the outline says nothing. */
  readonly seen?: SeenBeside | undefined;
  /** Of the console, that came with this action. */
  readonly errors?: readonly string[];
  readonly downloads?: readonly Pick<DownloadState, 'filename' | 'path' | 'size' | 'failure'>[];
}

export interface PageNews {
  /** Absent where it is the one that was asked for. */
  readonly url?: string | undefined;
  readonly title: string;
  readonly arrival?: Arrival | undefined;
}

export interface LeanStyle {
  /** New for every answer; see page-fence.ts. */
  readonly tag: string;
  /** Most characters of page text in the answer. */
  readonly budget: number;
}

const MOST_ERRORS = 5;
const MOST_ERROR_CHARS = 300;
const MOST_TITLE_CHARS = 120;
const MOST_URL_CHARS = 100;

/** What was done and what changed by it; the server's words first, the page's words fenced. */
export function renderLean(answer: LeanAnswer, style: LeanStyle): string {
  const { done, results = [], modals = [], downloads = [] } = answer;
  const page = cut(pageLines(answer).join('\n'), style.budget);
  return [
    ...(done ? [done] : []),
    ...results.filter(({ fromPage }) => !fromPage).map(({ text }) => text),
    ...modals.map(({ kind, tool }) => `Open: ${kind}. Handle it with ${tool}.`),
    ...downloads.map(downloadLine),
    ...(page.text ? [fencePageText(page.text, style.tag)] : []),
    ...(page.left ? [`${page.left} characters left out; give a filename or a larger budget for all.`] : []),
    ...tailLines(answer),
  ]
    .join('\n')
    .toWellFormed();
}

function pageLines({
  page,
  modals = [],
  errors = [],
  results = [],
  snapshot,
  changes,
  seen,
}: LeanAnswer): string[] {
  const messages = modals.flatMap(({ message }) => message ?? []);
  const shown = snapshot?.text || changes?.text;
  return [
    ...(page ? newsLines(page, changes?.text) : []),
    ...messages.map((message) => `dialog: ${quotePageText(message, MOST_ERROR_CHARS)}`),
    ...errors
      .slice(0, MOST_ERRORS)
      .map((error) => `console error: ${quotePageText(error, MOST_ERROR_CHARS)}`),
    ...(errors.length > MOST_ERRORS ? [`… ${errors.length - MOST_ERRORS} more console errors`] : []),
    ...results.filter(({ fromPage }) => fromPage).map(({ text }) => text),
    ...(shown ? [shown] : []),
    ...(changes?.kind === 'none' && seen ? besideLines(seen) : []),
  ];
}

function besideLines({ scrolled, focus, selection, altered }: SeenBeside): string[] {
  return [
    ...scrolled.map((one) => `scrolled: ${one}`),
    ...(focus ? [`focus: ${focus}`] : []),
    ...(selection ? [`selected: ${quotePageText(selection, MOST_TITLE_CHARS)}`] : []),
    ...altered.map((one) => `~ ${one}`),
  ];
}

function newsLines({ url, title, arrival }: PageNews, shown = ''): string[] {
  const lines: string[] = [];
  if (url) lines.push(`url: ${url.length > MOST_URL_CHARS ? `${url.slice(0, MOST_URL_CHARS)}…` : url}`);
  // Where the first heading says the same, it is told there.
  const quoted = quotePageText(title, MOST_TITLE_CHARS);
  if (title && !`\n${shown}\n`.includes(`\nh1 ${quoted}\n`)) lines.push(`title: ${quoted}`);
  if (arrival && (arrival.status < 200 || arrival.status >= 300))
    lines.push(`http: ${arrival.status} ${arrival.statusText}`.trim());
  return lines;
}

function downloadLine({
  filename,
  path,
  size,
  failure,
}: NonNullable<LeanAnswer['downloads']>[number]): string {
  const name = quotePageText(filename, MOST_TITLE_CHARS);
  if (failure !== undefined) return `The download of ${name} failed: ${quotePageText(failure)}.`;
  if (path === undefined) return `Downloading ${name} …`;
  return `Downloaded to ${quotePageText(path)}${size === undefined ? '' : ` (${size} bytes)`}.`;
}

/** What is missing and how to get it. */
function tailLines({ snapshot, changes, seen }: LeanAnswer): string[] {
  const saved = snapshot?.file ? [`Snapshot saved to ${snapshot.file}.`] : [];
  if (snapshot?.text) return [...saved, ...leftOut(snapshot)];
  if (changes?.kind === 'page' && changes.elements === 0) return [...saved, 'The page shows nothing.'];
  if (changes?.kind === 'page')
    return changes.omitted ? [...saved, `${changes.omitted} more: browser_snapshot.`] : saved;
  if (changes?.kind === 'none') return [...saved, nothing(seen)];
  if (!changes?.omitted) return saved;
  return [
    ...saved,
    `${changes.omitted} more ${changes.omitted === 1 ? 'change' : 'changes'}: browser_snapshot.`,
  ];
}

/** No more is claimed than was looked at: what is painted on a canvas, for one, nobody has seen. */
function nothing({ changes = 0, altered = [] }: Partial<SeenBeside> = {}): string {
  const isElsewhere = changes > 0 && altered.length === 0;
  return `Nothing in the outline changed${isElsewhere ? `, though the document did (${changes} times)` : ''}.`;
}

function leftOut({ elements = 0, omitted = 0 }: ShownSnapshot): string[] {
  if (!omitted) return [];
  return [
    `${omitted} of ${elements} elements left out; browser_snapshot takes root, unfold, interactive, budget.`,
  ];
}

/** Cut at a line end, so that no element is shown in half; a single long line is cut where it must be. */
function cut(text: string, budget: number): { text: string; left: number } {
  if (text.length <= budget) return { text, left: 0 };
  const lineEnd = text.lastIndexOf('\n', budget);
  const kept = text.slice(0, lineEnd > budget / 2 ? lineEnd : budget);
  return { text: kept, left: text.length - kept.length };
}

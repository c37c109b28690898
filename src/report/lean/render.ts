import type { AnswerDownload, AnswerPage, BrowserAnswer } from '../browser-answer.ts';
import { fencePageText, quotePageText } from '../page-fence.ts';

export interface LeanStyle {
  /** New for every answer; see page-fence.ts. */
  readonly tag: string;
  /** Most characters of page text in the answer. */
  readonly budget: number;
}

const MOST_ERRORS = 5;
const MOST_ERROR_CHARS = 300;
const MOST_TITLE_CHARS = 120;
const MOST_URL_CHARS = 300;

/** What was done and what changed by it; the server's words first, the page's words fenced. */
export function renderLean(answer: BrowserAnswer, style: LeanStyle): string {
  const head: string[] = [...(answer.errors ?? [])];
  if (answer.done) head.push(answer.done);
  for (const result of answer.results ?? []) if (!result.fromPage) head.push(result.text);
  for (const modal of answer.modals ?? []) head.push(`Open: ${modal.kind}. Handle it with ${modal.tool}.`);
  for (const download of answer.downloads ?? []) head.push(downloadLine(download));
  const page = cut(pageLines(answer).join('\n'), style.budget);
  const tail = tailLines(answer);
  if (page.left)
    tail.unshift(`${page.left} characters left out; give a filename or a larger budget for all.`);
  return [...head, ...(page.text ? [fencePageText(page.text, style.tag)] : []), ...tail]
    .join('\n')
    .toWellFormed();
}

function pageLines(answer: BrowserAnswer): string[] {
  const lines: string[] = [];
  if (answer.page) lines.push(...headerLines(answer.page));
  for (const { message } of answer.modals ?? []) {
    if (message !== undefined) lines.push(`dialog: ${quotePageText(message, MOST_ERROR_CHARS)}`);
  }
  lines.push(...errorLines(answer));
  for (const result of answer.results ?? []) if (result.fromPage) lines.push(result.text);
  if (answer.snapshot?.text) lines.push(answer.snapshot.text);
  else if (answer.changes?.text) lines.push(answer.changes.text);
  return lines;
}

function headerLines(page: AnswerPage): string[] {
  const lines: string[] = [];
  if (page.isNew) {
    const url = page.url.length > MOST_URL_CHARS ? `${page.url.slice(0, MOST_URL_CHARS)}…` : page.url;
    lines.push(`url: ${url}`);
    if (page.title) lines.push(`title: ${quotePageText(page.title, MOST_TITLE_CHARS)}`);
  }
  if (page.isCrashed) lines.push('status: crashed');
  if (page.isNew && page.status && (page.status.code < 200 || page.status.code >= 300)) {
    lines.push(`http: ${page.status.code} ${page.status.text}`.trim());
  }
  return lines;
}

function errorLines({ console }: BrowserAnswer): string[] {
  const errors = console?.newErrors ?? [];
  const lines = errors
    .slice(0, MOST_ERRORS)
    .map((error) => `console error: ${quotePageText(error, MOST_ERROR_CHARS)}`);
  if (errors.length > MOST_ERRORS) lines.push(`… ${errors.length - MOST_ERRORS} more console errors`);
  return lines;
}

function downloadLine({ name, path, bytes, failure }: AnswerDownload): string {
  if (failure !== undefined)
    return `The download of ${quotePageText(name, MOST_TITLE_CHARS)} failed: ${failure}.`;
  if (path === undefined) return `Downloading ${quotePageText(name, MOST_TITLE_CHARS)} …`;
  return `Downloaded to ${path}${bytes === undefined ? '' : ` (${bytes} bytes)`}.`;
}

/** What is missing and how to get it. */
function tailLines({ snapshot, changes }: BrowserAnswer): string[] {
  const lines: string[] = [];
  if (snapshot?.file) lines.push(`Snapshot saved to ${snapshot.file}.`);
  if (snapshot?.text) lines.push(...leftOut(snapshot.elements ?? 0, snapshot.omitted ?? 0));
  else if (changes?.kind === 'page') lines.push(...leftOut(changes.elements, changes.omitted));
  else if (changes?.kind === 'none') lines.push('Nothing on the page changed.');
  else if (changes?.omitted) {
    lines.push(`${changes.omitted} more changes left out; browser_snapshot shows the page.`);
  }
  return lines;
}

function leftOut(elements: number, omitted: number): string[] {
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

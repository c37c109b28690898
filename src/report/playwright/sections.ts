import { withoutHeadings } from '../../kernel/page-fence.ts';
import type { ResultText } from '../browser-result.ts';
import type { AnswerSource, Arrival, DownloadState, ModalFacts, PageFacts } from '../browser-style.ts';
import type { CodeLanguage } from '../code/code-step.ts';
import type { ShownSnapshot } from '../listing.ts';

export interface TabHeader {
  readonly title: string;
  readonly url: string;
  readonly isCurrent: boolean;
  readonly isCrashed?: boolean;
  readonly arrival?: Arrival | undefined;
  /** Since the document was loaded. */
  readonly errors: number;
  readonly warnings: number;
}

/** All that an answer says, before it is put into words. */
export interface Answer {
  readonly errors?: readonly string[];
  readonly results?: readonly ResultText[];
  readonly code?: { readonly language: CodeLanguage; readonly lines: readonly string[] } | undefined;
  /** All tabs of the context, in order. */
  readonly tabs?: readonly TabHeader[];
  /** Given when the answer should head with the page: it has a snapshot, or the header of a tab changed. */
  readonly page?: TabHeader | undefined;
  readonly modals?: readonly ModalFacts[] | undefined;
  readonly snapshot?: ShownSnapshot | undefined;
  /** Where new entries of the console were saved: `….log#L1-L3`. */
  readonly log?: string | undefined;
  /** Of a script that is paused in the context. */
  readonly paused?: readonly string[];
  /** Those without a path have begun. */
  readonly downloads?: readonly Pick<DownloadState, 'filename' | 'path'>[];
}

interface Section {
  readonly title: string;
  readonly lines: readonly string[];
  /** Language of the fence around the lines. */
  readonly fence?: string;
}

const FENCES = { typescript: 'js', python: 'python', java: 'java', csharp: 'csharp' } as const;

/** The sections of an answer, in their order and wording. */
export function renderSections(answer: Answer): string {
  return sectionsOf(answer)
    .filter(({ lines }) => lines.length > 0)
    .map(withHeading)
    .join('\n')
    .toWellFormed();
}

function withHeading({ title, lines, fence }: Section): string {
  // Words of a page begin no section of ours, and end none.
  const own = lines.map(withoutHeadings);
  const body = fence ? [`\`\`\`${fence}`, ...own, '```'] : own;
  return [`### ${title}`, ...body].join('\n');
}

function sectionsOf(answer: Answer): Section[] {
  const { errors = [], results = [], code, tabs = [], page, modals = [] } = answer;
  return [
    { title: 'Error', lines: errors },
    { title: 'Result', lines: results.map((result) => result.text) },
    ...(code ? [{ title: 'Ran Playwright code', lines: code.lines, fence: FENCES[code.language] }] : []),
    ...(page && tabs.length !== 1 ? [{ title: 'Open tabs', lines: tabLines(tabs) }] : []),
    ...(page ? [{ title: 'Page', lines: pageLines(page) }] : []),
    { title: 'Modal state', lines: modals.map(modalLine) },
    ...snapshotSection(answer),
    { title: 'Events', lines: eventLines(answer) },
    { title: 'Paused', lines: answer.paused ?? [] },
  ];
}

/** Also the result of browser_tabs. */
export function tabLines(tabs: readonly TabHeader[]): string[] {
  if (tabs.length === 0) return ['No open tabs. Navigate to a URL to create one.'];
  return tabs.map((tab, i) => {
    const current = tab.isCurrent ? ' (current)' : '';
    return `- ${i}:${current} [${tab.title}](${tab.url})${tab.isCrashed ? ' [crashed]' : ''}`;
  });
}

function pageLines(page: TabHeader): string[] {
  const lines = [`- Page URL: ${page.url}`];
  if (page.title) lines.push(`- Page Title: ${page.title}`);
  if (page.isCrashed) lines.push('- Page status: crashed');
  const { status = 200, statusText } = page.arrival ?? {};
  if (status < 200 || status >= 300) lines.push(`- HTTP status: ${`${status} ${statusText}`.trim()}`);
  if (page.errors || page.warnings) lines.push(`- Console: ${page.errors} errors, ${page.warnings} warnings`);
  return lines;
}

const modalLine = (modal: ModalFacts) => `- [${modal.description}]: can be handled by ${modal.tool}`;

function snapshotSection({ snapshot, modals = [] }: Answer): Section[] {
  if (!snapshot || (modals.length && !snapshot.file && !snapshot.text)) return [];
  if (snapshot.file) return [{ title: 'Snapshot', lines: [`- [Snapshot](${snapshot.file})`] }];
  return [{ title: 'Snapshot', lines: [snapshot.text ?? ''], fence: 'yaml' }];
}

function eventLines({ log, downloads = [] }: Answer): string[] {
  return [
    ...(log ? [`- New console entries: ${log}`] : []),
    ...downloads.map(({ filename, path }) =>
      path ? `- Downloaded file ${filename} to "${path}"` : `- Downloading file ${filename} ...`,
    ),
  ];
}

/** A tab that nobody was told of yet. */
const NEVER_TOLD = JSON.stringify(['about:blank', 'about:blank', false, false, null, 0, 0, 0]);

/** An answer is headed with the page when any header of a tab differs from what was last said. */
export class TabHeaders {
  readonly #told = new WeakMap<PageFacts, string>();

  /** The headers of all tabs, and whether there is news in them; from now on there is none. */
  async take({ tabs: open, active }: ReturnType<AnswerSource['tabs']>) {
    const tabs = new Map<PageFacts, TabHeader>();
    let hasNews = false;
    for (const { tab, header, key } of await Promise.all(open.map((tab) => read(tab, tab === active)))) {
      if ((this.#told.get(tab) ?? NEVER_TOLD) !== key) hasNews = true;
      this.#told.set(tab, key);
      tabs.set(tab, header);
    }
    return { tabs, hasNews };
  }
}

async function read(tab: PageFacts, isCurrent: boolean) {
  const { isCrashed, url } = tab;
  const said = isCrashed ? [] : tab.console.list({ level: 'debug' });
  const { arrival } = tab.network;
  // A page that waits for an answer is not asked for its title.
  const title = isCrashed || tab.modals.open.length > 0 ? '' : await tab.title();
  const errors = said.filter(({ type }) => type === 'error' || type === 'pageerror').length;
  const warnings = said.filter(({ type }) => type === 'warning').length;
  const header: TabHeader = { title, url, isCurrent, isCrashed, arrival, errors, warnings };
  const parts = [title, url, isCurrent, isCrashed, arrival ?? null, errors, warnings, said.length];
  return { tab, header, key: JSON.stringify(parts) };
}

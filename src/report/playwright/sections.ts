import type { ResultText } from '../browser-result.ts';
import type { DownloadState, ModalFacts } from '../browser-style.ts';
import type { CodeLanguage } from '../code/code-step.ts';
import type { ShownSnapshot } from '../listing.ts';
import type { TabHeader } from './tab-headers.ts';

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
  const body = fence ? [`\`\`\`${fence}`, ...lines, '```'] : lines;
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

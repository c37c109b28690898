import type { AnswerPage, AnswerTab, BrowserAnswer } from '../browser-answer.ts';
import type { ModalFacts } from '../browser-style.ts';

interface Section {
  readonly title: string;
  readonly lines: readonly string[];
  /** Language of the fence around the lines. */
  readonly fence?: string;
}

const FENCES = { typescript: 'js', python: 'python', java: 'java', csharp: 'csharp' } as const;

/** The sections of an answer, in their order and wording. */
export function renderSections(answer: BrowserAnswer): string {
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

function sectionsOf(answer: BrowserAnswer): Section[] {
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
export function tabLines(tabs: readonly AnswerTab[]): string[] {
  if (tabs.length === 0) return ['No open tabs. Navigate to a URL to create one.'];
  return tabs.map((tab, i) => {
    const current = tab.isCurrent ? ' (current)' : '';
    return `- ${i}:${current} [${tab.title}](${tab.url})${tab.isCrashed ? ' [crashed]' : ''}`;
  });
}

function pageLines(page: AnswerPage): string[] {
  const lines = [`- Page URL: ${page.url}`];
  if (page.title) lines.push(`- Page Title: ${page.title}`);
  if (page.isCrashed) lines.push('- Page status: crashed');
  if (page.status && (page.status.code < 200 || page.status.code >= 300)) {
    lines.push(`- HTTP status: ${`${page.status.code} ${page.status.text}`.trim()}`);
  }
  if (page.errors || page.warnings) lines.push(`- Console: ${page.errors} errors, ${page.warnings} warnings`);
  return lines;
}

const modalLine = (modal: ModalFacts) => `- [${modal.description}]: can be handled by ${modal.tool}`;

function snapshotSection({ snapshot, modals = [] }: BrowserAnswer): Section[] {
  if (!snapshot || (modals.length && !snapshot.file && !snapshot.text)) return [];
  if (snapshot.file) return [{ title: 'Snapshot', lines: [`- [Snapshot](${snapshot.file})`] }];
  return [{ title: 'Snapshot', lines: [snapshot.text ?? ''], fence: 'yaml' }];
}

function eventLines({ console, downloads = [] }: BrowserAnswer): string[] {
  const lines = console?.link ? [`- New console entries: ${console.link}`] : [];
  for (const { name, path } of downloads) {
    lines.push(path ? `- Downloaded file ${name} to "${path}"` : `- Downloading file ${name} ...`);
  }
  return lines;
}

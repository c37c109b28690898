import type { AnswerModal, AnswerPage, AnswerTab, BrowserAnswer } from './browser-answer.ts';

interface Section {
  readonly title: string;
  readonly lines: readonly string[];
  /** Language of the fence around the lines. */
  readonly fence?: string;
  readonly json?: unknown;
}

export interface PlaywrightStyle {
  /** sections: headings and all. raw: error, result and snapshot without headings. json: one object. */
  readonly form?: 'sections' | 'raw' | 'json';
}

const RAW_SECTIONS = new Set(['Error', 'Result', 'Snapshot']);

const FENCES = { typescript: 'js', python: 'python', java: 'java', csharp: 'csharp' } as const;

/** The answer in the sections, order and wording of playwright-mcp. */
export function renderPlaywright(answer: BrowserAnswer, style: PlaywrightStyle = {}): string {
  const sections = sectionsOf(answer).filter((section) => section.lines.length || section.json !== undefined);
  const form = style.form ?? 'sections';
  if (form === 'sections') return sections.map(withHeading).join('\n').toWellFormed();
  const wanted = sections.filter((section) => RAW_SECTIONS.has(section.title));
  if (form === 'raw')
    return wanted
      .flatMap((section) => section.lines)
      .join('\n')
      .toWellFormed();
  return asJson(wanted);
}

function withHeading({ title, lines, fence }: Section): string {
  const body = fence ? [`\`\`\`${fence}`, ...lines, '```'] : lines;
  return [`### ${title}`, ...body].join('\n');
}

function asJson(sections: readonly Section[]): string {
  const payload: Record<string, unknown> = {};
  if (sections.some((section) => section.title === 'Error')) payload.isError = true;
  for (const { title, lines, json } of sections) {
    const file = title === 'Snapshot' ? /^- \[Snapshot\]\((.+)\)$/.exec(lines[0] ?? '')?.[1] : undefined;
    payload[title.toLowerCase()] = file ? { file } : (json ?? lines.join('\n'));
  }
  return JSON.stringify(payload, null, 2).toWellFormed();
}

function sectionsOf(answer: BrowserAnswer): Section[] {
  const { errors = [], results = [], code, tabs = [], page, modals = [] } = answer;
  return [
    { title: 'Error', lines: errors },
    { title: 'Result', lines: results.map((result) => result.text) },
    ...(code ? [{ title: 'Ran Playwright code', lines: code.lines, fence: FENCES[code.language] }] : []),
    ...(page && tabs.length !== 1 ? [{ title: 'Open tabs', lines: playwrightTabs(tabs) }] : []),
    ...(page ? [{ title: 'Page', lines: pageLines(page) }] : []),
    { title: 'Modal state', lines: modals.map(modalLine) },
    ...snapshotSection(answer),
    { title: 'Events', lines: eventLines(answer) },
    { title: 'Paused', lines: pausedLines(answer) },
  ];
}

/** Also the result of browser_tabs. */
export function playwrightTabs(tabs: readonly AnswerTab[]): string[] {
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

const modalLine = (modal: AnswerModal) => `- [${modal.description}]: can be handled by ${modal.tool}`;

function snapshotSection({ snapshot, modals = [] }: BrowserAnswer): Section[] {
  if (!snapshot || (modals.length && !snapshot.file && !snapshot.text)) return [];
  if (snapshot.file) return [{ title: 'Snapshot', lines: [`- [Snapshot](${snapshot.file})`] }];
  return [{ title: 'Snapshot', lines: [snapshot.text ?? ''], fence: 'yaml', json: snapshot.json }];
}

function eventLines({ console, downloads = [] }: BrowserAnswer): string[] {
  const lines = console?.link ? [`- New console entries: ${console.link}`] : [];
  for (const { name, path } of downloads) {
    lines.push(path ? `- Downloaded file ${name} to "${path}"` : `- Downloading file ${name} ...`);
  }
  return lines;
}

function pausedLines({ paused }: BrowserAnswer): string[] {
  if (!paused) return [];
  return [
    `- ${paused.title} at ${paused.at}`,
    '- Use any tools to explore and interact, resume by calling resume/step-over/pause-at',
  ];
}

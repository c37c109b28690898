/** What people marked on pages, as Markdown for people: a report of all of it, or the text of one issue. */

export interface ReportedMark {
  readonly number: number;
  readonly kind: string;
  readonly text: string;
  readonly state: string;
  readonly reply?: string | undefined;
  readonly url: string;
  /** `button "Save"` */
  readonly element?: string | undefined;
  readonly selector?: string | undefined;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly flags: readonly string[];
  readonly styles: Readonly<Record<string, string>>;
  readonly outline?: string | undefined;
  /** Links to files. */
  readonly pictures: { readonly marked?: string | undefined; readonly plain?: string | undefined };
}

export interface ReportedDrawing {
  readonly title: string;
  readonly url: string;
  readonly question?: string | undefined;
  readonly asked: string;
  readonly status: string;
  readonly picture?: string | undefined;
  readonly marks: readonly ReportedMark[];
}

export function marksReport(name: string | undefined, drawings: readonly ReportedDrawing[]): string {
  const count = drawings.reduce((sum, { marks }) => sum + marks.length, 0);
  const parts = drawings.map((drawing) =>
    [
      `## ${line(drawing.title || drawing.url)}`,
      `${link(drawing.url)}, ${drawing.asked}, ${drawing.status}`,
      ...(drawing.question ? [`> ${line(drawing.question)}`] : []),
      ...(drawing.picture ? [image('All marks', drawing.picture)] : []),
      ...drawing.marks.map((mark) => `### ${mark.number}. ${title(mark)}\n\n${markBody(mark)}`),
    ].join('\n\n'),
  );
  const head = `# Marks${name === undefined ? '' : `: ${line(name)}`}`;
  return `${[head, `${count} marks on ${drawings.length} pages.`, ...parts].join('\n\n')}\n`;
}

/** What an issue about one mark is called and says. */
export const markIssue = (mark: ReportedMark): { readonly title: string; readonly body: string } => ({
  title: title(mark),
  body: markBody(mark),
});

const MOST_TITLE = 80;

function title({ text, element, kind }: ReportedMark): string {
  const words = line(text) || `${kind} at ${line(element ?? 'the page')}`;
  return words.length > MOST_TITLE ? `${words.slice(0, MOST_TITLE - 1)}…` : words;
}

function markBody(mark: ReportedMark): string {
  const { text, url, element, selector, box, flags, styles, outline, pictures, state, reply } = mark;
  const place = `${Math.round(box.width)}×${Math.round(box.height)} at ${Math.round(box.x)}, ${Math.round(box.y)}`;
  const rows = [
    ['page', link(url)],
    ['element', element && code(element)],
    ['selector', selector && code(selector)],
    ['place', place],
    ['flags', flags.map(code).join(', ')],
    ['state', `${state}${reply ? `: ${line(reply)}` : ''}`],
  ].filter(([, words]) => words);
  return [
    ...(text ? [quoted(text)] : []),
    ['| | |', '|---|---|', ...rows.map(([name, words]) => `| ${name} | ${words} |`)].join('\n'),
    ...(pictures.marked ? [image('With the mark', pictures.marked)] : []),
    ...(pictures.plain ? [image('Without it', pictures.plain)] : []),
    ...(Object.keys(styles).length > 0 ? [folded('Styles', stylesText(styles))] : []),
    ...(outline ? [folded('Around it', outline)] : []),
  ].join('\n\n');
}

const stylesText = (styles: Readonly<Record<string, string>>) =>
  Object.entries(styles)
    .map(([name, value]) => `${name}: ${value};`)
    .join('\n');

/** In one line, and as it is: nothing of it becomes markup. */
const line = (words: string) =>
  words
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]<>()#+!|~-]/g, (sign) => `\\${sign}`);
const code = (words: string) => `\`${words.replaceAll(/[\s`|]+/g, ' ').trim()}\``;
const link = (url: string) => (/^https?:\/\/[^\s<>|]+$/.test(url) ? `<${url}>` : code(url));
const image = (words: string, path: string) => `![${words}](<${path.replaceAll(/[<>\n]/g, '')}>)`;
const quoted = (words: string) =>
  words
    .trim()
    .split(/\r?\n/)
    .map((one) => `> ${line(one)}`)
    .join('\n');
/** Longer than any run of the same sign inside. */
const folded = (name: string, words: string) => {
  const longest = Math.max(2, ...(words.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `<details><summary>${name}</summary>\n\n${fence}\n${words}\n${fence}\n\n</details>`;
};

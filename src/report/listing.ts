import { type Block, type ResourceLink, text } from '../kernel/content.ts';
import { begin } from '../kernel/cut.ts';
import type { Reply } from '../kernel/tool.ts';
import {
  type BrowserResult,
  type ConsoleMessage,
  type CookieEntry,
  ownText,
  pageText,
  type ResultText,
  type RouteEntry,
  type View,
  type ViewOf,
} from './browser-result.ts';
import type { AnswerSettings, AnswerSource, OwnName, PageSource, SavedFile } from './browser-style.ts';

/** A result with what it shows, read. */
export interface Shown extends BrowserResult {
  readonly snapshot?: ShownSnapshot | undefined;
  /** Of the page, where reading it told. */
  readonly title?: string | undefined;
  /** What was done, where a style says it in its own words. */
  readonly words?: readonly string[];
  readonly pictures?: readonly Block[];
  readonly links?: readonly ResourceLink[];
  /** The pictures are the whole answer. */
  readonly isWordless?: boolean;
}

/** The tree, or the file that it was saved in. */
export interface ShownSnapshot {
  readonly text?: string | undefined;
  readonly file?: string | undefined;
  readonly elements?: number;
  readonly omitted?: number;
}

/** What a view is read with: the page that it is of, and whoever knows the rest. */
export interface Showing {
  readonly page: PageSource;
  readonly source: AnswerSource;
  readonly settings: AnswerSettings;
}

/** How a style shows each kind of view. */
export type Views<At = Showing> = {
  readonly [Kind in View['kind']]: (view: ViewOf<Kind>, at: At) => Shown | Promise<Shown>;
};

/** The result with what it shows, read. */
export async function withView<At>(views: Views<At>, result: BrowserResult, at: At): Promise<Shown> {
  const { view } = result;
  if (!view) return result;
  const show = views[view.kind] as (view: View, at: At) => Shown | Promise<Shown>;
  return { ...result, ...(await show(view, at)) };
}

export function replyOf(
  { pictures = [], isWordless, data }: Shown,
  words: string,
  links: readonly Block[] = [],
): Reply {
  const blocks = [...pictures, ...links];
  return { blocks: isWordless ? blocks : [text(words), ...blocks], data };
}

/** The last lines that fit into so many characters, and how many before them do not. The very last always stays. */
export function newestWithin(
  lines: readonly string[],
  budget: number,
): { kept: readonly string[]; left: number } {
  let room = budget;
  let from = lines.length;
  while (from > 0 && (from === lines.length || room >= lines[from - 1]!.length + 1)) {
    from--;
    room -= lines[from]!.length + 1;
  }
  return { kept: lines.slice(from), left: from };
}

/** The same from the other end. */
export function firstWithin(lines: readonly string[], budget: number): ReturnType<typeof newestWithin> {
  const { kept, left } = newestWithin(lines.toReversed(), budget);
  return { kept: kept.toReversed(), left };
}

export const fileLink = ({ uri, shown, bytes }: SavedFile, mimeType: string): ResourceLink => ({
  type: 'resource_link',
  uri,
  name: shown,
  mimeType,
  size: bytes,
});

export function cookieLines(cookies: readonly CookieEntry[]): ResultText {
  const lines = cookies.map(
    ({ name, value, domain, path }) => `${name}=${value} (domain: ${domain}, path: ${path})`,
  );
  return lines.length > 0 ? pageText(lines.join('\n')) : ownText('No cookies found');
}

export function routeLines(routes: readonly RouteEntry[]): ResultText {
  const lines = routes.map((route, i) => `${i + 1}. ${routeLine(route)}`);
  return ownText(lines.length > 0 ? lines.join('\n') : 'No active routes');
}

function routeLine(route: RouteEntry): string {
  const { pattern, hits, status, body, contentType, headers, removeHeaders, ...rest } = route;
  const details = {
    status,
    body: body !== undefined && body.length > 50 ? `${begin(body, 50)}...` : body,
    contentType,
    addHeaders: headers && JSON.stringify(headers),
    removeHeaders: removeHeaders?.join(','),
    ...rest,
    hits,
  };
  const known = Object.entries(details).filter(([, value]) => value !== undefined);
  const words = known.map(([name, value]) => `${name}=${value}`).join(', ');
  return words ? `${pattern} (${words})` : pattern;
}

/** Larger pictures go to a file: clients choke on them, and no model looks at so many pixels. */
const MOST_INLINE = 1_000_000;

/** Whether a picture is small enough for an answer, and stands in it. */
export function pictureRoom(
  { bytes, filename }: ViewOf<'picture'>,
  { images }: AnswerSettings,
): { isSmall: boolean; isInline: boolean } {
  const isSmall = bytes.length <= MOST_INLINE;
  const isInline = (images === 'inline' || images === 'only') && isSmall && filename === undefined;
  return { isSmall, isInline };
}

/** Writes words to the file that was asked for, and links to it. */
export async function filed(
  source: AnswerSource,
  filename: string,
  title: string,
  own: OwnName,
  words: string,
): Promise<{ readonly results: readonly ResultText[]; readonly data: { readonly path: string } }> {
  const file = await source.save(filename, own, words);
  return { results: [ownText(`- [${title}](${file.shown})`)], data: { path: file.path } };
}

/** Words of the page, or a link to the file that was asked for. */
export async function written(
  { filename }: { readonly filename?: string | undefined },
  source: AnswerSource,
  title: string,
  own: OwnName,
  words: string,
): Promise<{ readonly results: readonly ResultText[] }> {
  if (filename === undefined) return { results: [pageText(words)] };
  return { results: (await filed(source, filename, title, own, words)).results };
}

export function consoleHeader(
  returned: number,
  level: string,
  { error, warning, total }: { error: number; warning: number; total: number },
): string {
  const head = `Total messages: ${total} (Errors: ${error}, Warnings: ${warning})`;
  return returned === total ? head : `${head}\nReturning ${returned} messages for level "${level}"`;
}

export const messageData = ({ level, type, text, url, line, column, time }: ConsoleMessage) => ({
  level,
  type,
  text,
  url,
  line,
  column,
  time: new Date(time / 1000).toISOString(),
});

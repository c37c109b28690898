import { image } from '../../kernel/content.ts';
import { quotePageText } from '../../kernel/page-fence.ts';
import { type ConsoleMessage, ownText, type PausedScript, pageText, type ViewOf } from '../browser-result.ts';
import {
  consoleHeader,
  cookieLines,
  filed,
  fileLink,
  messageData,
  newestWithin,
  pictureRoom,
  routeLines,
  type Showing,
  type Shown,
  type Views,
  written,
} from '../listing.ts';
import { request, requests } from './requests.ts';

export const VIEWS: Views = {
  snapshot,
  matches,
  console: messages,
  requests,
  request,
  picture,
  value: (view, { source }) =>
    written(view, source, 'Evaluation result', ['result', 'json'], JSON.stringify(view.value) ?? 'undefined'),
  tabs: ({ tabs }, { source }) => ({
    results: [pageText(tabs.map((tab) => tabLine(tab, source.contexts > 1)).join('\n'))],
  }),
  cookies: ({ ofDomain }) => ({ results: [cookieLines(ofDomain)], data: { cookies: ofDomain } }),
  routes: ({ routes }) => ({ results: [routeLines(routes)] }),
  async locator({ target }, { page }) {
    const locator = await page.locator(target);
    return { results: [pageText(locator)], data: { locator } };
  },
  marked: ({ done, target }) => ({ results: [ownText(`${done} ${target}`)] }),
  paused: ({ script }) => ({
    results: [
      ownText(
        script
          ? `The script is paused at ${pausedAt(script)}.`
          : 'The script has ended: its context is closed.',
      ),
    ],
    data: { paused: script ?? null },
  }),
  trace({ zip }) {
    if (!zip) return {};
    return { results: [ownText(`Trace recording stopped.\n- [Trace](${zip.link.name})`)], files: [zip.link] };
  },
};

const pausedAt = ({ title, file, line }: PausedScript) =>
  `${quotePageText(line === undefined ? file : `${file}:${line}`)}, before ${quotePageText(title)}`;

async function snapshot(
  { kind: _kind, filename, ...part }: ViewOf<'snapshot'>,
  { page, source, settings }: Showing,
): Promise<Shown> {
  // A file has room; in an answer the lines around the page need a little of it.
  const budget = filename === undefined ? Math.max(200, settings.budget - 300) : (part.budget ?? 10_000_000);
  const taken = await page.outline({ ...part, boxes: part.boxes ?? settings.boxes, budget });
  if (!taken) page.tab.modals.assertFree(); // a dialog came in between
  const { title, text = '', elements = 0, omitted = 0 } = taken ?? {};
  if (filename === undefined) return { snapshot: { text, elements, omitted }, title };
  const file = await source.save(filename, ['page', 'txt'], text);
  return { snapshot: { file: file.shown, elements }, title };
}

async function matches(
  { kind: _kind, filename, ...query }: ViewOf<'matches'>,
  { page, source }: Showing,
): Promise<Shown> {
  const answer = await page.find(query);
  if (!answer) page.tab.modals.assertFree();
  const { total = 0, found = [], unread = 0 } = answer ?? {};
  const lines = found.map(({ line, path }) => (path.length > 0 ? `${line}  (in ${path.join(' › ')})` : line));
  const more = total > found.length ? [`${total} found, ${found.length} shown; limit shows more.`] : [];
  if (unread > 0)
    more.push(`${unread} more rows may fit and were not read: give words that are in few of them.`);
  if (total === 0) more.unshift('Nothing found.');
  const results = [...more.map(ownText), ...(total > 0 ? [pageText(lines.join('\n'))] : [])];
  if (filename === undefined) return { results };
  const words = results.map(({ text }) => text).join('\n');
  return written({ filename }, source, 'Find results', ['find', 'md'], words);
}

async function messages(view: ViewOf<'console'>, { page, source, settings }: Showing): Promise<Shown> {
  const { console: log } = page.tab;
  const level = view.level ?? settings.consoleLevel;
  const entries = log.list({ level, all: view.all }).slice(-(view.limit ?? 0));
  const { error, warning, info, debug } = log.counts;
  const lines = entries.map(consoleLine);
  if (view.filename !== undefined)
    return filed(source, view.filename, 'Console', ['console', 'log'], lines.join('\n'));
  const { kept, left } = newestWithin(lines, settings.budget);
  const total = error + warning + info + debug;
  return {
    results: [
      ownText(consoleHeader(entries.length, level, { error, warning, total })),
      ...(left > 0
        ? [ownText(`${left} earlier ones left out; give a filename or a larger budget for all.`)]
        : []),
      ...(kept.length > 0 ? [pageText(kept.join('\n'))] : []),
    ],
    data: { counts: log.counts, messages: entries.slice(left).map(messageData) },
  };
}

/** `[ERROR] text @ url:line`. */
export function consoleLine({
  level,
  text,
  url,
  line,
}: Pick<ConsoleMessage, 'level' | 'text' | 'url' | 'line'>): string {
  const from = line > 0 ? `${url}:${line}` : url;
  return `[${level.toUpperCase()}] ${text}${from ? ` @ ${from}` : ''}`;
}

async function picture(view: ViewOf<'picture'>, { source, settings }: Showing): Promise<Shown> {
  const { isInline } = pictureRoom(view, settings);
  const file = isInline ? undefined : await source.save(view.filename, [view.stem, view.type], view.bytes);
  const page = view.fullPage ? 'full page' : 'viewport';
  const what = view.target === undefined ? page : view.element || view.target;
  const { width, height, scale } = view;
  const scaled = scale === 1 ? '' : `, ${Math.round(scale * 1000) / 1000} of its size`;
  const saved = file ? ` Saved to ${file.shown} (${file.bytes} bytes).` : '';
  const known = view.id ? ` screenshot_id: ${view.id}` : '';
  return {
    done: `Screenshot of ${what}: ${width}x${height}${scaled}.${saved}${known}`,
    pictures: isInline ? [image(view.bytes, view.mimeType)] : [],
    files: file && settings.images !== 'omit' ? [fileLink(file, view.mimeType)] : [],
    isWordless: isInline && settings.images === 'only',
  };
}

function tabLine(
  { index, id, title, url, context, isCurrent, isCrashed }: ViewOf<'tabs'>['tabs'][number],
  hasMany: boolean,
): string {
  const marks = [isCurrent && 'current', isCrashed && 'crashed', hasMany && `context ${context}`].filter(
    Boolean,
  );
  return `${index} ${id}${marks.length > 0 ? ` (${marks.join(', ')})` : ''} ${quotePageText(title, 100)} ${url}`;
}

import { image } from '../../kernel/content.ts';
import { ownText, pageText, type ViewOf } from '../browser-result.ts';
import { options, withOptions } from '../code/code-step.ts';
import {
  cookieLines,
  fileLink,
  pictureRoom,
  routeLines,
  type Showing,
  type Shown,
  type Views,
  written,
} from '../listing.ts';
import { messages } from './console.ts';
import { request, requests } from './requests.ts';
import { type TabHeaders, tabLines } from './sections.ts';
import { snippets } from './snippets.ts';

export interface PlaywrightShowing extends Showing {
  readonly headers: TabHeaders;
}

export const VIEWS: Views<PlaywrightShowing> = {
  snapshot,
  matches,
  console: messages,
  requests,
  request,
  picture,
  value: (view, { source }) =>
    written(view, source, 'Evaluation result', ['result', 'json'], json(view.value)),
  async tabs({ context }, { source, headers }) {
    const { tabs } = await headers.take(source.tabs(context));
    return { results: [pageText(tabLines([...tabs.values()]).join('\n'))] };
  },
  cookies({ all, domain: wanted = '' }) {
    // Any part of a domain will do.
    const cookies = all.filter(({ domain }) => domain.includes(wanted));
    return { results: [cookieLines(cookies)], data: { cookies } };
  },
  routes: ({ routes }) => ({ results: [routeLines(routes.map(({ hits: _hits, ...route }) => route))] }),
  async locator({ target }, { page }) {
    // What was written is given back, unless it was a ref.
    const locator = await (page.isRef(target) ? page.locator(target) : page.writtenLocator(target));
    return { results: [pageText(locator)], data: { locator } };
  },
  async marked({ done, target, element }, { page }) {
    // By its description, or as a locator.
    const named = page.isRef(target) && (element || `locator('aria-ref=${target}')`);
    return { results: [ownText(`${done} ${named || (await page.writtenLocator(target))}`)] };
  },
  // The section of that name tells it.
  paused: ({ script }) => ({ data: { paused: script ?? null } }),
  trace,
};

async function snapshot(
  { root, unfold, depth, boxes, filename }: ViewOf<'snapshot'>,
  { page, source, settings }: Showing,
): Promise<Shown> {
  const tree = await page.tree({ root: root ?? unfold, depth, boxes: boxes ?? settings.boxes });
  if (tree === undefined) page.tab.modals.assertFree();
  if (filename === undefined) return { snapshot: { text: tree ?? '' } };
  const file = await source.save(filename, ['page', 'yml'], tree ?? '');
  return { snapshot: { file: file.shown } };
}

/** Matching lines of the snapshot with a few lines around them. */
async function matches(
  { text, regex, role, name, filename }: ViewOf<'matches'>,
  { page, source }: Showing,
): Promise<Shown> {
  const tree = await page.tree({});
  if (tree === undefined) page.tab.modals.assertFree();
  const wanted = text ?? name ?? role ?? '';
  const fits = (line: string) =>
    regex ? regex.test(line) : line.toLowerCase().includes(wanted.toLowerCase());
  const query = regex ? String(regex) : `"${wanted}"`;
  const found = snippets(tree ?? '', fits);
  const head = `Found ${found.count} ${found.count === 1 ? 'match' : 'matches'} for ${query}:`;
  const words = found.count === 0 ? `No matches found for ${query}.` : `${head}\n\n${found.text}`;
  return written({ filename }, source, 'Find results', ['find', 'md'], words);
}

/** It lies in a file in any case. */
async function picture(view: ViewOf<'picture'>, { source, settings }: Showing): Promise<Shown> {
  const { isInline, isSmall } = pictureRoom(view, settings);
  const { fullPage, type, pixels = 'css', on, id } = view;
  const file = await source.save(view.filename, [view.stem, type], view.bytes);
  const page = fullPage ? 'full page' : 'viewport';
  const what = view.target === undefined ? page : view.element || 'element';
  const quality = type === 'jpeg' ? 90 : undefined;
  const step = {
    ...(on && { on }),
    note: `Screenshot ${what} and save it as ${file.shown}`,
    call: 'screenshot',
    args: withOptions([], options({ fullPage, path: file.shown, quality, scale: pixels, type })),
    isLong: true,
  };
  return {
    words: [`- [Screenshot of ${what}](${file.shown})`, ...(id ? [`- screenshot_id: ${id}`] : [])],
    pictures: isInline ? [image(view.bytes, view.mimeType)] : [],
    links: isSmall || settings.images === 'omit' ? [] : [fileLink(file, view.mimeType)],
    isWordless: isInline && settings.images === 'only',
    code: [step],
  };
}

const json = (value: unknown) => JSON.stringify(value, null, 2) ?? 'undefined';

/** Its files lie in a folder, and are named already when it starts. */
async function trace(view: ViewOf<'trace'>, { source }: Showing): Promise<Shown> {
  const { folder, name, zip, filename } = view;
  const stopped = ownText('Trace recording stopped.');
  if (zip && filename !== undefined) return { results: [stopped, ownText(`- [Trace](${zip.link.name})`)] };
  await zip?.unpack();
  const link = (words: string, file: string) =>
    ownText(`- [${words}](${source.shownPath(`${folder}/${file}`)})`);
  return {
    results: [
      zip ? stopped : ownText('Trace recording started'),
      link(zip ? 'Trace' : 'Action log', `${name}.trace`),
      link('Network log', `${name}.network`),
      link('Resources', 'resources'),
    ],
  };
}

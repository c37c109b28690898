import { type AnnotatedFrame, annotate as ask } from '../../../engines/browser/media/dashboard.ts';
import { stampedName } from '../../../engines/browser/stamped-name.ts';
import { ownText, pageText, type ResultText } from '../../../report/browser-result.ts';
import type { SavedFile } from '../../../report/browser-style.ts';
import { fileLink } from '../../../report/listing.ts';
import { PAGE_FAULTS, type PageCall, pageTool } from '../define-tool.ts';
import { save } from '../files.ts';

export const annotate = pageTool({
  name: 'browser_annotate',
  title: 'Annotate',
  summary: 'Show the page to a person in a window, wait until they have drawn on it, and get what they drew.',
  effect: 'write',
  input: {},
  faults: ['ANNOTATION_FAILED', ...PAGE_FAULTS],
  // People take their time.
  timeoutMs: () => 3_600_000,
  async run(call) {
    const { deps, tab, signal, caller } = call;
    const given = await ask(tab, { env: deps.env, folder: caller.cwd, signal });
    if (!given) return { results: [ownText('No annotations were submitted.')], show: 'nothing' };
    const { frames, feedback } = given;
    const told: Told[] = [];
    const time = new Date();
    for (const [place, frame] of frames.entries())
      told.push(await toldOf(call, frame, frames.length > 1 ? place + 1 : undefined, time));
    return {
      results: [...(feedback ? [ownText(feedback)] : []), ...told.flatMap(({ results }) => results)],
      data: { feedback, frames: frames.map(({ data: _data, ariaSnapshot: _tree, ...rest }) => rest) },
      files: told.flatMap(({ files }) => files.map(([file, type]) => fileLink(file, type))),
      show: 'nothing',
    };
  },
});

interface Told {
  readonly results: readonly ResultText[];
  readonly files: readonly (readonly [SavedFile, string])[];
}

/** What was drawn is the person's, what it was drawn on the page's. */
async function toldOf(
  call: PageCall<object>,
  frame: AnnotatedFrame,
  number: number | undefined,
  time: Date,
): Promise<Told> {
  const { sessionTitle, title, url, viewportWidth, viewportHeight, annotations, data, ariaSnapshot } = frame;
  const of = number === undefined ? '' : ` ${number}`;
  const stem = number === undefined ? 'annotations' : `annotations-${number}`;
  const head = `${sessionTitle || 'session'} / ${title || 'tab'} @ ${url} (${viewportWidth}x${viewportHeight})`;
  const picture =
    data && (await save(call, undefined, stampedName(stem, 'png', time), Buffer.from(data, 'base64')));
  const tree = ariaSnapshot && (await save(call, undefined, stampedName(stem, 'yaml', time), ariaSnapshot));
  return {
    results: [
      pageText(number === undefined ? head : `Screenshot ${number}: ${head}`),
      ...annotations.map(({ x, y, width, height, text }) =>
        ownText(`  { x: ${x}, y: ${y}, width: ${width}, height: ${height} }: ${text}`),
      ),
      ...(picture ? [ownText(`- [Annotation image${of}](${picture.shown})`)] : []),
      ...(tree ? [ownText(`- [Annotation snapshot${of}](${tree.shown})`)] : []),
    ],
    files: [
      ...(picture ? [[picture, 'image/png'] as const] : []),
      ...(tree ? [[tree, 'application/yaml'] as const] : []),
    ],
  };
}

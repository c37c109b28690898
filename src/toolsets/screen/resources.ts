import { shownSettings } from '../../engines/screen/settings/settings.ts';
import { markData, OUTSIDE } from '../../kernel/page-fence.ts';
import type { Resource } from '../../kernel/toolset.ts';
import type { ScreenDeps } from './deps.ts';
import { readScreenshot } from './ocr-screenshot.ts';
import { describe, fittingFile } from './shown-picture.ts';
import { DEFAULT_LIMIT } from './take-screenshot.ts';

const json = (uri: string, value: object) => ({
  uri,
  mimeType: 'application/json',
  text: JSON.stringify(Array.isArray(value) ? value : markData(value)),
  _meta: OUTSIDE,
});

const MOST_IDS = 100;

/** Ids that begin so, newest first. */
export async function completeId(value: string, { screenshots }: ScreenDeps): Promise<string[]> {
  const all = await screenshots.shelf.list(1000);
  return all
    .map(({ id }) => id)
    .filter((id) => id.startsWith(value))
    .slice(0, MOST_IDS);
}

const complete: Resource<ScreenDeps>['complete'] = (part, value, deps) =>
  part === 'id' ? completeId(value, deps) : [];

const recent: Resource<ScreenDeps> = {
  uri: 'screenshots://recent',
  name: 'recent',
  title: 'Recent screenshots',
  description: 'Metadata of the newest screenshots.',
  mimeType: 'application/json',
  async read({ args, deps }) {
    return [json(args.uri, (await deps.screenshots.shelf.list(DEFAULT_LIMIT)).map(describe))];
  },
};

const settings: Resource<ScreenDeps> = {
  uri: 'settings://current',
  name: 'settings',
  title: 'Settings',
  description: 'The settings of capture, annotation, ai and ui.',
  mimeType: 'application/json',
  async read({ args, deps }) {
    return [json(args.uri, shownSettings(await deps.settings.current()))];
  },
};

const screenshot: Resource<ScreenDeps> = {
  uri: 'screenshots://{id}',
  name: 'screenshot',
  title: 'Screenshot',
  description: 'The picture and its metadata.',
  mimeType: 'image/png',
  complete,
  async read({ args: { uri, parts }, deps }) {
    const id = parts.id ?? '';
    const [info, png] = await Promise.all([deps.screenshots.shelf.info(id), deps.screenshots.shelf.png(id)]);
    if (!info || !png) return undefined;
    const shown = await fittingFile(png);
    const annotations = await deps.screenshots.shelf.annotations(id);
    const metadata = {
      ...describe(info),
      ...shown.delivered,
      ...(annotations.length > 0 ? { annotations } : {}),
    };
    return [
      { uri, mimeType: 'image/png', blob: Buffer.from(shown.bytes).toString('base64'), _meta: OUTSIDE },
      json(`${uri}#metadata`, metadata),
    ];
  },
};

const ocr: Resource<ScreenDeps> = {
  uri: 'screenshots://{id}/ocr',
  name: 'screenshot-ocr',
  title: 'Text of a screenshot',
  description: 'Text and words with boxes; read on demand.',
  mimeType: 'application/json',
  complete,
  async read(call) {
    const { uri, parts } = call.args;
    const id = parts.id ?? '';
    if (!(await call.deps.screenshots.shelf.info(id))) return undefined;
    const found = await call.deps.screenshots.get(id);
    return [json(uri, { screenshot_id: id, ...(await readScreenshot({ ...call, args: {} }, found)) })];
  },
};

export const resources = [recent, settings, screenshot, ocr];

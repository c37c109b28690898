import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { lacking } from '../../../test/kit/needs.ts';
import { scratch } from '../../../test/kit/scratch.ts';
import { startVisionStub } from '../../../test/kit/vision-stub.ts';
import { colourAt, startDisplay } from '../../../test/kit/xvfb.ts';
import { blackPicture } from '../../engines/screen/compose.ts';
import { decodePicture } from '../../engines/screen/encode-picture.ts';
import { makeOcr } from '../../engines/screen/ocr/make-ocr.ts';
import { redactPicture } from '../../engines/screen/pii/redact-picture.ts';
import { Settings } from '../../engines/screen/settings/settings.ts';
import { Screenshots } from '../../engines/screen/shelf/screenshots.ts';
import { MemoryShelf } from '../../engines/screen/shelf/shelf.ts';
import { Vision } from '../../engines/screen/vision/vision.ts';
import { systemClock } from '../../kernel/clock.ts';
import { fault } from '../../kernel/fault.ts';
import { silentLog } from '../../kernel/log.ts';
import type { AnyTool, Call, Reply } from '../../kernel/tool.ts';
import { Files } from '../../session/output-folder.ts';
import { validate } from '../../session/validate.ts';
import type { ScreenDeps, ScreenShared } from './deps.ts';
import { screen } from './index.ts';

const stub = await startVisionStub({ after });
const folder = await scratch({ after });
const ocr = makeOcr();
after(() => ocr.close());

/** All pictures are those of one caller. */
const shared = (deps: ScreenDeps): ScreenShared => ({
  ...deps,
  screenshots: { of: () => deps.screenshots },
});

function makeDeps(more: Partial<ScreenDeps> = {}, stored: unknown = {}): ScreenDeps {
  const settings = new Settings({ read: async () => stored, write: async () => {} });
  const clock = systemClock();
  return {
    screenshots: new Screenshots({ shelf: new MemoryShelf(), ocr: async () => ocr, clock, sink: () => {} }),
    settings,
    vision: new Vision(settings, {}, silentLog),
    redact: redactPicture,
    output: new Files(folder, folder),
    grabber: () => {
      throw fault('NO_DISPLAY', { why: 'none in this test' });
    },
    ...more,
  };
}

const CALLER = { session: 's1', cwd: folder };

const callOf = <Args>(args: Args, deps: ScreenDeps, more: Partial<Call<Args, ScreenShared>> = {}) => ({
  args,
  deps: shared(deps),
  caller: CALLER,
  signal: new AbortController().signal,
  log: silentLog,
  budget: 6000,
  progress: () => {},
  ...more,
});

function run(
  name: string,
  args: Record<string, unknown>,
  deps: ScreenDeps,
  more: Partial<Call<unknown, ScreenShared>> = {},
): Promise<Reply> {
  const tool: AnyTool<ScreenShared> = screen.tools.find((one) => one.name === name)!;
  return Promise.resolve(tool.run(callOf(validate(tool, args).args, deps, more)));
}

/** Nothing compresses it. */
function noise(width: number, height: number) {
  const picture = blackPicture(width, height);
  randomFillSync(picture.pixels);
  for (let i = 3; i < picture.pixels.length; i += 4) picture.pixels[i] = 255;
  return picture;
}

test('an endpoint of the settings can be asked, though the list names only the four', async () => {
  const endpoints = [{ id: 'box', name: 'Box', baseUrl: `${stub.url}/v1`, model: 'm' }];
  const deps = makeDeps({}, { _schemaVersion: 2, ai: { endpoints } });
  const { info } = await deps.screenshots.add(blackPicture(20, 10), { mode: 'fullscreen' });
  const { data } = await run(
    'analyze_screenshot',
    { screenshot_id: info.id, provider: 'endpoint:box' },
    deps,
  );
  assert.equal(data?.response_text, 'A picture, says OpenAI.');
});

test('marks take their look from the settings, and both spellings', async () => {
  const deps = makeDeps({}, { annotation: { defaultStrokeColor: '#00FF00' } });
  const { info } = await deps.screenshots.add(blackPicture(60, 60), { mode: 'fullscreen' });
  const annotations = [
    { type: 'rect', x: 10, y: 10, width: 20, height: 20 },
    { type: 'rect', x: 40, y: 40, width: 10, height: 10, strokeColor: '#0000FF', strokeWidth: 4 },
  ];
  const { blocks } = await run('annotate_screenshot', { screenshot_id: info.id, annotations }, deps);
  const [image] = blocks!;
  assert.equal(image?.type, 'image');
  const drawn = await decodePicture(Buffer.from((image as { data: string }).data, 'base64'));
  assert.deepEqual([colourAt(drawn, 10, 20), colourAt(drawn, 40, 45)], ['#00ff00', '#0000ff']);
});

test('a resource and a prompt fit into a message, whatever the picture', async () => {
  const deps = makeDeps();
  const { info } = await deps.screenshots.add(noise(1700, 1200), { mode: 'fullscreen' });
  const resource = screen.resources!.find(({ uri }) => uri === 'screenshots://{id}')!;
  const uri = `screenshots://${info.id}`;
  const contents = await resource.read(callOf({ uri, parts: { id: info.id } }, deps));
  assert.ok(contents![0]!.blob!.length < 4_000_000);
  const { width, image } = JSON.parse(contents![1]!.text!);
  assert.equal(width, 1700);
  assert.ok(image.scale < 1);
  const [message] = await screen.prompts![0]!.render(callOf({ screenshot_id: info.id }, deps));
  assert.ok((message!.content as { data: string }).data.length < 4_000_000);
});

test('ids are completed, the newest first', async () => {
  const deps = makeDeps();
  const first = (await deps.screenshots.add(blackPicture(2, 2), { mode: 'fullscreen' })).info.id;
  const second = (await deps.screenshots.add(blackPicture(2, 2), { mode: 'fullscreen' })).info.id;
  const [, , template] = screen.resources!;
  assert.deepEqual(await template!.complete!('id', '', shared(deps), CALLER), [second, first]);
  assert.deepEqual(await template!.complete!('id', first.slice(0, 9), shared(deps), CALLER), [first]);
  assert.deepEqual(await screen.prompts![0]!.complete!('screenshot_id', second, shared(deps), CALLER), [
    second,
  ]);
  assert.deepEqual(await screen.prompts![2]!.complete!('context', '', shared(deps), CALLER), []);
});

test('keys of the settings are not shown', async () => {
  const deps = makeDeps({}, { ai: { apiKeys: { claude: 'sk-ant-very-secret' } } });
  const resource = screen.resources!.find(({ uri }) => uri === 'settings://current')!;
  const [content] = (await resource.read(callOf({ uri: resource.uri, parts: {} }, deps)))!;
  assert.doesNotMatch(content!.text!, /very/);
});

test('a wait is told and can be cancelled', { skip: lacking('Xvfb') }, async (t) => {
  const display = await startDisplay(t, { width: 60, height: 40 });
  const deps = makeDeps({ grabber: () => display.grabber });
  const controller = new AbortController();
  const told: string[] = [];
  const taking = run('take_screenshot', { delay_ms: 30_000 }, deps, {
    signal: controller.signal,
    progress: (_done, _total, words) => {
      told.push(words ?? '');
      controller.abort();
    },
  });
  await assert.rejects(taking, { name: 'AbortError' });
  assert.deepEqual(told, ['capture in 30 s']);
  assert.deepEqual(await deps.screenshots.shelf.list(9), []);
});

test('the pointer comes by argument and by setting', { skip: lacking('Xvfb', 'xsetroot') }, async (t) => {
  const display = await startDisplay(t, { width: 60, height: 40, args: ['-cursor'] });
  await display.run('xsetroot', '-solid', '#336699', '-cursor_name', 'crosshair');
  const isPlain = async (args: Record<string, unknown>, stored: unknown) => {
    const deps = makeDeps({ grabber: () => display.grabber }, stored);
    await run('take_screenshot', args, deps);
    const [newest] = await deps.screenshots.shelf.list(1);
    const { pixels } = (await deps.screenshots.get(newest!.id)).picture;
    return pixels.every((value, i) => value === pixels[i % 4]);
  };
  assert.equal(await isPlain({}, {}), true);
  assert.equal(await isPlain({ cursor: true }, {}), false);
  assert.equal(await isPlain({}, { capture: { includeMouseCursor: true } }), false);
});

test('a picture that was drawn on goes to a file in its full size, once', async () => {
  const deps = makeDeps();
  const picture = blackPicture(2000, 40);
  const { info } = await deps.screenshots.add(picture, { mode: 'fullscreen', session: 's1' });
  const args = { screenshot_id: info.id, annotations: [], filename: 'marked.png' };
  const { data } = await run('annotate_screenshot', args, deps);
  const path = String(data?.path);
  assert.match(path, /marked\.png$/);
  const { width, height } = await decodePicture(await readFile(path));
  assert.deepEqual([width, height], [2000, 40]);
  await assert.rejects(run('annotate_screenshot', args, deps), /marked\.png/);
});

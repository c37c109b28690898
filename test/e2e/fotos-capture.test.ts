/** What Fotos demands of capturing, drawing, lists, resources and prompts, on the built command. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { comparePictures } from '../../src/engines/screen/compare/compare-pictures.ts';
import { cropPicture } from '../../src/engines/screen/compose.ts';
import { decodePicture, encodePicture } from '../../src/engines/screen/encode-picture.ts';
import type { WindowInfo } from '../../src/engines/screen/grab/grabber.ts';
import type { Picture } from '../../src/engines/screen/picture.ts';
import { failureOf, jsonOf, pictureOf, startFotos } from '../kit/fotos.ts';
import type { Message } from '../kit/json-rpc.ts';
import { lacking } from '../kit/needs.ts';
import { startPortal } from '../kit/portal.ts';
import { scratch } from '../kit/scratch.ts';
import { writtenPicture } from '../kit/written-picture.ts';
import { colourAt, startDisplay } from '../kit/xvfb.ts';
import { verifies } from '../requirements/verifies.ts';

const skip = lacking('Xvfb', 'xrandr', 'xterm', 'xsetroot');
const monitors = { LEFT: '500x600+0+0', RIGHT: '300x600+500+0' };
const display = skip ? undefined : await startDisplay({ after }, { width: 800, height: 600, monitors });
await display?.run('xsetroot', '-solid', '#336699');
// One window on each monitor; the later one is in front.
const right = await display?.xterm('Another project', '20x5+560+100', '#206040');
const left = await display?.xterm('Project notes', '30x8+20+20', '#804020');
const server = display && (await startFotos({ after }, display));

const call = (name: string, args: Record<string, unknown> = {}): Promise<Message> => server!.call(name, args);
const take = async (args: Record<string, unknown> = {}) => {
  const answer = await call('take_screenshot', args);
  return { answer, info: jsonOf(answer), picture: await pictureOf(answer) };
};

/** The last pixels of a window, which no words reach, in a picture that begins at this column of the screen. */
const cornerOf = (picture: Picture, window: WindowInfo | undefined, startX = 0) =>
  colourAt(picture, window!.x + window!.width - 4 - startX, window!.y + window!.height - 4);

/** All colours of a picture. */
function coloursOf(picture: Picture): Set<string> {
  const { width, height } = picture;
  const colours = new Set<string>();
  for (let at = 0; at < width * height; at++)
    colours.add(colourAt(picture, at % width, Math.floor(at / width)));
  return colours;
}

verifies(
  ['fotos: List / No screenshots available', 'fotos: Resource / Read recent screenshots resource'],
  'before the first screenshot the lists are empty',
  async (t) => {
    const fresh = await startFotos(t, display);
    assert.deepEqual(jsonOf(await fresh.call('list_screenshots')), []);
    const { contents } = (await fresh.request('resources/read', { uri: 'screenshots://recent' })).result;
    assert.deepEqual(JSON.parse(contents[0].text), []);
  },
  { skip },
);

verifies(
  ['fotos: Capture / Fullscreen capture', 'fotos: Standalone / Capture in standalone mode'],
  'fullscreen is all monitors in one PNG, with id, size and time',
  async () => {
    const before = Date.now();
    const { info, picture, answer } = await take({ mode: 'fullscreen' });
    assert.deepEqual(
      answer.result.content.map(({ type }: { type: string }) => type),
      ['text', 'image'],
    );
    assert.match(info.id, /^[0-9a-f-]{36}$/);
    assert.deepEqual([info.width, info.height, info.mode], [800, 600, 'fullscreen']);
    const time = Date.parse(info.timestamp);
    assert.ok(time >= before && time <= Date.now(), info.timestamp);
    assert.deepEqual([picture.width, picture.height], [800, 600]);
    assert.equal(colourAt(picture, 790, 590), '#336699');
    assert.deepEqual([cornerOf(picture, left), cornerOf(picture, right)], ['#804020', '#206040']);
    assert.ok(jsonOf(await call('list_screenshots')).some(({ id }: { id: string }) => id === info.id));
    const files = await readdir(server!.home, { recursive: true });
    assert.deepEqual(files, ['run'], 'alone it keeps nothing on disk');
  },
  { skip },
);

verifies(
  'fotos: Standalone / Capture in standalone mode',
  'a Wayland desktop is captured through its portal',
  async (t) => {
    const shown = await writtenPicture(300, 200, ['Wayland']);
    const file = join(await scratch(t), 'Screenshot.png');
    await writeFile(file, (await encodePicture(shown)).bytes);
    const portal = await startPortal(t, () => ({ uri: pathToFileURL(file).href }));
    const fotos = await startFotos(t, undefined, ['--standalone'], { env: portal.env });
    const { width, height, pixels } = await pictureOf(await fotos.call('take_screenshot'));
    assert.deepEqual([width, height, Buffer.compare(pixels, shown.pixels)], [300, 200, 0]);
    assert.equal(portal.asked.length, 1);
    await portal.stopBus();
    assert.match(failureOf(await fotos.call('take_screenshot')), /NO_PORTAL/);
  },
  { skip: lacking('dbus-daemon') },
);

verifies(
  'fotos: Capture / Single monitor capture',
  async () => {
    const { info, picture } = await take({ mode: 'monitor', monitor_index: 1 });
    assert.deepEqual([info.width, info.height, info.mode], [300, 600, 'monitor']);
    assert.deepEqual([picture.width, picture.height], [300, 600]);
    assert.equal(cornerOf(picture, right, 500), '#206040');
    assert.ok(!coloursOf(picture).has('#804020'), 'nothing of the other monitor');
    const first = await take({ mode: 'monitor', monitor_index: 0 });
    assert.deepEqual([first.picture.width, first.picture.height], [500, 600]);
    assert.equal(cornerOf(first.picture, left), '#804020');
    assert.ok(!coloursOf(first.picture).has('#206040'), 'nothing of the other monitor');
    const far = await call('take_screenshot', { mode: 'monitor', monitor_index: 7 });
    assert.match(failureOf(far), /no monitor 7\. Monitors: 0 \(LEFT, .*1 \(RIGHT/);
  },
  { skip },
);

verifies(
  'fotos: Capture / Window capture',
  async () => {
    const { info, picture } = await take({ mode: 'window', window_title: 'PROJECT' });
    assert.deepEqual([info.mode, info.title], ['window', 'Project notes'], 'the first from the front');
    assert.deepEqual([picture.width, picture.height], [left!.width, left!.height]);
    assert.equal(colourAt(picture, picture.width - 4, picture.height - 4), '#804020');
    assert.ok(!coloursOf(picture).has('#336699'), 'nothing of what is around it');
    const other = await take({ mode: 'window', window_title: 'another PROJ' });
    assert.equal(other.info.title, 'Another project');
    assert.ok(coloursOf(other.picture).has('#206040'));
    const region = await take({ window_title: 'project', region: [2, 3, 20, 10] });
    assert.deepEqual([region.info.mode, region.info.width, region.info.height], ['region', 20, 10]);
  },
  { skip },
);

verifies(
  'fotos: Capture / Delayed capture',
  async (t) => {
    const own = await startDisplay(t, { width: 60, height: 40 });
    const fotos = await startFotos(t, own);
    // A machine that needs longer than the delay to change the screen gets a longer one.
    for (let delayMs = 2000, isSeen = false; !isSeen; delayMs *= 2) {
      await own.run('xsetroot', '-solid', '#100000');
      const started = performance.now();
      const answer = fotos.request('tools/call', {
        name: 'take_screenshot',
        arguments: { delay_ms: delayMs },
        _meta: { progressToken: delayMs },
      });
      await fotos.messages.first(({ params }) => params?.progressToken === delayMs, 'the wait');
      await own.run('xsetroot', '-solid', '#200000');
      const isInTime = performance.now() - started < delayMs;
      const picture = await pictureOf(await answer);
      assert.ok(performance.now() - started >= delayMs);
      if (isInTime) assert.equal(colourAt(picture, 30, 20), '#200000', 'the change within the delay');
      isSeen = isInTime;
    }
  },
  { skip },
);

verifies(
  'fotos: Capture / No matching window',
  async () => {
    const answer = await call('take_screenshot', { mode: 'window', window_title: 'Firefox' });
    assert.match(
      failureOf(answer),
      /No matching window was found.*"Firefox".*Windows: "Project notes", "Another project"/,
    );
  },
  { skip },
);

verifies('fotos: Standalone / Headless/CI usage', async (t) => {
  const headless = await startFotos(t, undefined);
  const started = performance.now();
  for (const [name, args] of [
    ['take_screenshot', { delay_ms: 60_000 }],
    ['ocr_screenshot', {}],
    ['analyze_screenshot', {}],
  ] as const) {
    assert.match(
      failureOf(await headless.call(name, args)),
      /NO_DISPLAY: No display server is available/,
      name,
    );
  }
  assert.ok(performance.now() - started < 5000);
});

test('a large screen comes scaled, and the answer says by how much', { skip }, async (t) => {
  const wide = await startDisplay(t, { width: 2000, height: 300 });
  const fotos = await startFotos(t, wide);
  const answer = await fotos.call('take_screenshot');
  const info = jsonOf(answer);
  assert.deepEqual(
    [info.width, info.height, info.image],
    [2000, 300, { width: 1568, height: 235, scale: 0.784 }],
  );
  assert.equal((await pictureOf(answer)).width, 1568);
  const whole = await fotos.call('take_screenshot', { max_dimension: 4000 });
  assert.deepEqual([jsonOf(whole).image, (await pictureOf(whole)).width], [undefined, 2000]);
  const jpeg = await fotos.call('take_screenshot', { format: 'jpeg', max_dimension: 200 });
  assert.equal(jpeg.result.content[1].mimeType, 'image/jpeg');
});

verifies(
  'fotos: Annotation / Add rectangle annotation',
  async () => {
    const { info, picture } = await take();
    const rect = { type: 'rect', x: 100, y: 300, width: 200, height: 150 };
    const drawn = await pictureOf(
      await call('annotate_screenshot', { screenshot_id: info.id, annotations: [rect] }),
    );
    assert.deepEqual([drawn.width, drawn.height], [800, 600]);
    assert.equal(colourAt(drawn, 100, 375), '#ff0000');
    assert.equal(colourAt(drawn, 200, 375), '#336699');
    assert.equal(colourAt(drawn, 299, 449), '#ff0000');
    const { boxes } = comparePictures(picture, drawn, 0);
    assert.deepEqual(boxes, [{ x: 99, y: 299, w: 202, h: 152 }], 'a line of two pixels, and nothing else');
  },
  { skip },
);

verifies(
  'fotos: Annotation / Add multiple annotations',
  async () => {
    const { info } = await take();
    const annotations = [
      {
        type: 'arrow',
        points: [
          { x: 400, y: 400 },
          { x: 600, y: 400 },
        ],
        color: '#00FF00',
        stroke_width: 4,
      },
      { type: 'text', x: 420, y: 450, text: 'Look here', color: '#FFFFFF' },
      { type: 'blur', x: 560, y: 380, width: 80, height: 40 },
    ];
    const drawn = await pictureOf(await call('annotate_screenshot', { screenshot_id: info.id, annotations }));
    assert.equal(colourAt(drawn, 450, 400), '#00ff00');
    assert.notEqual(colourAt(drawn, 599, 400), '#00ff00', 'the blur lies over the arrow');
    const label = cropPicture(drawn, { x: 420, y: 450, w: 120, h: 30 });
    assert.ok(coloursOf(label).has('#ffffff'), 'the text is there');
    const turned = [annotations[2], annotations[0]];
    const over = await pictureOf(
      await call('annotate_screenshot', { screenshot_id: info.id, annotations: turned }),
    );
    assert.equal(colourAt(over, 590, 400), '#00ff00', 'the arrow lies over the blur');
    const bad = [...annotations, { type: 'text', x: 1, y: 1 }];
    const refused = await call('annotate_screenshot', { screenshot_id: info.id, annotations: bad });
    assert.match(failureOf(refused), /Annotation 3 cannot be drawn: "text" is missing/);
  },
  { skip },
);

verifies(
  [
    'fotos: Annotation / Invalid screenshot ID',
    'fotos: OCR / Invalid screenshot ID',
    'fotos: Redaction / Invalid screenshot ID',
  ],
  'an unknown id is said to be so',
  async () => {
    for (const [name, more] of [
      ['annotate_screenshot', { annotations: [] }],
      ['ocr_screenshot', {}],
      ['auto_redact_pii', {}],
      ['analyze_screenshot', {}],
      ['compare_screenshots', {}],
    ] as const) {
      const answer = await call(name, { screenshot_id: 'no-such-id', ...more });
      assert.match(failureOf(answer), /Screenshot not found: no-such-id\./, name);
    }
  },
  { skip },
);

verifies(
  [
    'fotos: List / List with default limit',
    'fotos: List / List with custom limit',
    'fotos: Resource / Read recent screenshots resource',
  ],
  'the newest come first, ten unless told',
  async (t) => {
    const fresh = await startFotos(t, display);
    const ids: string[] = [];
    for (let i = 0; i < 15; i++) {
      ids.unshift(jsonOf(await fresh.call('take_screenshot', { region: [0, 0, 10 + i, 10] })).id);
    }
    const list = jsonOf(await fresh.call('list_screenshots'));
    assert.deepEqual(
      list.map(({ id }: { id: string }) => id),
      ids.slice(0, 10),
    );
    assert.deepEqual(Object.keys(list[0]).sort(), ['height', 'id', 'mode', 'timestamp', 'width']);
    assert.deepEqual(jsonOf(await fresh.call('list_screenshots', { limit: 3 })), list.slice(0, 3));
    const times = list.map(({ timestamp }: { timestamp: string }) => timestamp);
    assert.deepEqual(times, times.toSorted().reverse());
    assert.deepEqual([list[0].width, list[0].height, list[0].mode], [24, 10, 'region']);
    const { contents } = (await fresh.request('resources/read', { uri: 'screenshots://recent' })).result;
    assert.deepEqual([contents[0].mimeType, JSON.parse(contents[0].text)], ['application/json', list]);
  },
  { skip },
);

verifies(
  ['fotos: Resource / Read existing screenshot', 'fotos: Resource / Read nonexistent screenshot'],
  'a screenshot by its address, with its metadata',
  async () => {
    const { info, picture } = await take();
    await take({ mode: 'monitor' });
    const uri = `screenshots://${info.id}`;
    const { contents } = (await server!.request('resources/read', { uri })).result;
    assert.deepEqual([contents[0].uri, contents[0].mimeType], [uri, 'image/png']);
    assert.deepEqual(await decodePicture(Buffer.from(contents[0].blob, 'base64')), picture);
    assert.deepEqual(JSON.parse(contents[1].text), info);
    const missing = await server!.request('resources/read', { uri: 'screenshots://nonexistent-id' });
    assert.equal(missing.error!.code, -32002);
    assert.match(missing.error!.message, /Resource not found: screenshots:\/\/nonexistent-id/);
    const templates = (await server!.request('resources/templates/list')).result.resourceTemplates;
    assert.deepEqual(
      templates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate),
      ['screenshots://{id}', 'screenshots://{id}/ocr'],
    );
    const completed = await server!.request('completion/complete', {
      ref: { type: 'ref/resource', uri: 'screenshots://{id}' },
      argument: { name: 'id', value: info.id.slice(0, 8) },
    });
    assert.deepEqual(completed.result.completion.values, [info.id]);
  },
  { skip },
);

const PROMPTS = [
  ['describe_ui', 'Generate describe UI prompt', {}, /UI elements visible/],
  ['extract_code', 'Generate extract code prompt', {}, /all code visible[\s\S]*only the code/],
  [
    'generate_bug_report',
    'Generate bug report prompt without context',
    {},
    /^(?![\s\S]*Additional context)[\s\S]*bug report[\s\S]*Summary[\s\S]*Steps to reproduce[\s\S]*Expected[\s\S]*actual[\s\S]*Severity/,
  ],
  [
    'generate_bug_report',
    'Generate bug report prompt with context',
    { context: 'This crash happens after clicking the submit button' },
    /This crash happens after clicking the submit button/,
  ],
  ['accessibility_audit', 'Generate accessibility audit prompt', {}, /accessibility issues/],
] as const;

for (const [name, row, args, words] of PROMPTS) {
  verifies(
    `fotos: Prompt / ${row}`,
    async () => {
      const { info, picture } = await take({ mode: 'window', window_title: 'notes' });
      await take();
      const answer = await server!.request('prompts/get', {
        name,
        arguments: { screenshot_id: info.id, ...args },
      });
      const [image, instruction, ...others] = answer.result.messages;
      assert.deepEqual(
        [others, image.role, image.content.type, image.content.mimeType],
        [[], 'user', 'image', 'image/png'],
      );
      assert.deepEqual(await decodePicture(Buffer.from(image.content.data, 'base64')), picture);
      assert.deepEqual([instruction.role, instruction.content.type], ['user', 'text']);
      assert.match(instruction.content.text, words);
    },
    { skip },
  );
}

test('a prompt needs an id that exists', { skip }, async () => {
  const bare = await server!.request('prompts/get', { name: 'describe_ui', arguments: {} });
  assert.equal(bare.error!.code, -32602);
  assert.match(bare.error!.message, /"screenshot_id" is missing/);
  const unknown = await server!.request('prompts/get', {
    name: 'describe_ui',
    arguments: { screenshot_id: 'x' },
  });
  assert.deepEqual([unknown.error!.code, /not found: x/.test(unknown.error!.message)], [-32602, true]);
});

test('wait_for_change sees a change in its region, compare_screenshots shows it', { skip }, async (t) => {
  const own = await startDisplay(t, { width: 400, height: 300 });
  await own.run('xsetroot', '-solid', '#000000');
  const fotos = await startFotos(t, own);
  const before = jsonOf(await fotos.call('take_screenshot')).id;
  const waiting = fotos.call('wait_for_change', {
    region: [0, 0, 200, 200],
    interval_ms: 20,
    timeout_ms: 30_000,
  });
  await own.xterm('Popup', '10x3+50+60', '#20A040');
  const changed = jsonOf(await waiting);
  assert.ok(changed.ratio > 0.01);
  assert.ok(changed.boxes[0].x >= 50 && changed.boxes[0].y >= 60);
  const still = jsonOf(await fotos.call('wait_for_change', { until: 'still', still_ms: 200 }));
  assert.equal(still.mode, 'fullscreen');
  const answer = await fotos.call('compare_screenshots', { screenshot_id: before, other_id: still.id });
  const { ratio, boxes } = jsonOf(answer);
  assert.ok(ratio > 0.01 && boxes.length >= 1);
  const picture = await pictureOf(answer);
  assert.equal(colourAt(picture, boxes[0].x + 5, boxes[0].y + 5), '#ff0050');
  assert.equal(colourAt(picture, 399, 299), '#bfbfbf');
  const same = jsonOf(await fotos.call('compare_screenshots', { screenshot_id: still.id }));
  assert.equal(same.ratio, 0);
  const late = await fotos.call('wait_for_change', { timeout_ms: 150 });
  assert.match(failureOf(late), /did not change within 0\.15 s/);
});

/** Fotos as a Flatpak: inside the sandbox it is what it is outside. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { encodePicture } from '../../src/engines/screen/encode-picture.ts';
import { type InstalledFlatpak, installFlatpak, lackingSandbox } from '../kit/flatpak.ts';
import { failureOf, jsonOf, pictureOf } from '../kit/fotos.ts';
import type { Message } from '../kit/json-rpc.ts';
import { lacking } from '../kit/needs.ts';
import { startBus, startPortal } from '../kit/portal.ts';
import { descendants, leftOver } from '../kit/process-tree.ts';
import type { Cleanup } from '../kit/scratch.ts';
import { type ServerProcess, startServer } from '../kit/start-server.ts';
import { writtenPicture } from '../kit/written-picture.ts';
import { colourAt, startDisplay } from '../kit/xvfb.ts';
import { verifies } from '../requirements/verifies.ts';

const skip = lacking('Xvfb', 'display', 'xterm', 'dbus-daemon') || lackingSandbox();
const lines = ['Customer record of today', 'Mail: jane.doe@example.com', 'Total amount 4711'];
let installed: InstalledFlatpak;
/** What a desktop session of X11 gives its programs. */
let session: Record<string, string>;

const endings: (() => unknown)[] = [];
const lasting = { after: (end: () => unknown) => void endings.push(end) };
before(async () => {
  if (skip) return;
  const display = await startDisplay(lasting, { width: 900, height: 500 });
  await display.show(await writtenPicture(900, 500, lines));
  await display.xterm('Project notes', '20x5+600+300', '#804020');
  const { address: bus } = await startBus(lasting);
  session = {
    DISPLAY: display.name,
    WAYLAND_DISPLAY: '',
    XDG_SESSION_TYPE: 'x11',
    DBUS_SESSION_BUS_ADDRESS: bus,
  };
  installed = await installFlatpak(lasting, bus);
});
after(async () => {
  for (const end of endings.toReversed()) await end();
});

/** The command of the requirement. */
function startInside(t: Cleanup, env: Record<string, string> = {}): ServerProcess {
  return installed.start(t, 'fotos-mcp', [], { ...session, ...env });
}

/** The same question to both: the answers, or what is made of them, are equal; that of the direct one. */
async function same<T>(
  both: readonly ServerProcess[],
  ask: (server: ServerProcess) => Promise<Message>,
  read: (answer: Message) => T | Promise<T>,
): Promise<T> {
  const [direct, sandboxed] = await Promise.all(both.map(async (server) => read(await ask(server))));
  assert.deepEqual(sandboxed, direct);
  return direct!;
}

/** The processes of a command that have the sandbox's own root folder. */
function sandboxed(server: ServerProcess): readonly string[] {
  const pids = descendants(server.pid).filter((pid) => existsSync(`/proc/${pid}/root/.flatpak-info`));
  return pids.map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim());
}

verifies(
  'fotos: Flatpak invocation',
  'inside a Flatpak sandbox it answers as outside',
  async (t) => {
    // Without a `tesseract` program, as the sandbox is without one.
    const env = { ...session, PATH: dirname(process.execPath) };
    const outside = await startServer(t, 'fotos-mcp', [], { env });
    const inside = startInside(t);
    const both = [outside, inside];
    await sameLists(both);
    assert.deepEqual(sandboxed(outside), []);
    assert.ok(sandboxed(inside).includes('/app/bin/node /app/bin/fotos-mcp'), String(sandboxed(inside)));
    await sameScreen(both);
    await sameReading(both);

    inside.sendRaw('{ no JSON\n');
    const complaint = await inside.messages.first((message) => message.id === null, 'the complaint');
    assert.equal(complaint.error?.code, -32700);
    const family = descendants(inside.pid);
    assert.ok(family.length > 0);
    for (const server of both) server.endInput();
    for (const server of both) assert.deepEqual(await server.exit, { code: 0, signal: null });
    assert.deepEqual(await leftOver(family, 5000), []);
  },
  { skip },
);

async function sameLists(both: readonly ServerProcess[]): Promise<void> {
  const whole = (answer: Message) => answer;
  const { result } = await same(both, (server) => server.initialize(), whole);
  assert.equal(result.serverInfo.name, 'fotos');
  for (const list of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) {
    const answer = await same(both, (server) => server.request(list), whole);
    assert.ok(answer.result, list);
  }
}

async function sameScreen(both: readonly ServerProcess[]): Promise<void> {
  const screen = await same(both, (server) => server.call('take_screenshot'), pictureOf);
  assert.deepEqual([screen.width, screen.height], [900, 500]);
  assert.ok(new Set(screen.pixels).size > 10, 'there is something on the screen');
  const window = { mode: 'window', window_title: 'project' };
  const notes = await same(both, (server) => server.call('take_screenshot', window), pictureOf);
  assert.ok(notes.width < 300);
  const wrong = { mode: 'monitor', monitor_index: 7 };
  await same(both, (server) => server.call('take_screenshot', wrong), failureOf);
}

/** On a screenshot of its own, each reads, marks and redacts. */
async function sameReading(both: readonly ServerProcess[]): Promise<void> {
  const ids = new Map<ServerProcess, string>();
  for (const server of both) ids.set(server, jsonOf(await server.call('take_screenshot')).id);
  const ask = (tool: string, args: Record<string, unknown> = {}) => {
    return (server: ServerProcess) => server.call(tool, { screenshot_id: ids.get(server), ...args }, 60_000);
  };
  // How sure the engine is depends on what its workers read before, and they take their lines as they come.
  const { text } = await same(both, ask('ocr_screenshot'), (answer) => {
    const { regions, ...rest } = jsonOf(answer);
    for (const { confidence } of regions) assert.ok(confidence > 50, String(confidence));
    return {
      ...rest,
      screenshot_id: '',
      regions: regions.map((region: object) => ({ ...region, confidence: 0 })),
    };
  });
  for (const line of lines) assert.ok(text.includes(line), text);

  const rect = { type: 'rect', x: 30, y: 30, width: 300, height: 40, color: '#ff0000', stroke_width: 4 };
  const label = { type: 'text', x: 400, y: 60, text: 'here', font_size: 24 };
  const marked = await same(both, ask('annotate_screenshot', { annotations: [rect, label] }), pictureOf);
  assert.equal(colourAt(marked, 100, 30), '#ff0000');

  const found = await same(both, ask('auto_redact_pii'), jsonOf);
  const kinds = found.map(({ type }: { type: string }) => type);
  assert.deepEqual(kinds, ['email']);
}

test('without a display it says so, as outside', { skip }, async (t) => {
  const server = startInside(t, { DISPLAY: '', XDG_SESSION_TYPE: '' });
  await server.initialize();
  assert.match(failureOf(await server.call('take_screenshot')), /No display server is available/);
});

test('a Wayland desktop is asked through its portal', { skip }, async (t) => {
  const shown = await writtenPicture(300, 200, ['Wayland']);
  const file = join(installed.sharedFolder, 'Screenshot.png');
  await mkdir(installed.sharedFolder, { recursive: true });
  await writeFile(file, (await encodePicture(shown)).bytes);
  const portal = await startPortal(t, () => ({ uri: pathToFileURL(file).href }));
  // What a newer Flatpak leaves of the session's variables.
  const server = startInside(t, { DBUS_SESSION_BUS_ADDRESS: portal.address, XDG_SESSION_TYPE: 'wayland' });
  await server.initialize();
  const { width, height, pixels } = await pictureOf(await server.call('take_screenshot'));
  assert.deepEqual([width, height, Buffer.compare(pixels, shown.pixels)], [300, 200, 0]);
  assert.equal(portal.asked.length, 1);
  assert.equal(existsSync(file), false);
});

/** Waits until an app serves its socket. */
async function serving(app: ServerProcess): Promise<ServerProcess> {
  await app.lines.first((line) => /^ +Socket/.test(line), 'the socket', 20_000);
  return app;
}

test('it is a bridge to an app that runs outside', { skip }, async (t) => {
  const home = installed.home;
  const app = await serving(
    await startServer(t, 'sensorium', ['app', '--port', '0'], { home, env: session }),
  );
  const inside = startInside(t, { DISPLAY: '' });
  await inside.initialize();
  const { id } = jsonOf(await inside.call('take_screenshot'));
  const outside = await startServer(t, 'fotos-mcp', ['--bridge'], { home });
  await outside.initialize();
  assert.deepEqual(
    jsonOf(await outside.call('list_screenshots')).map((one: { id: string }) => one.id),
    [id],
  );
  assert.deepEqual(await app.stop(), { code: 0, signal: null });
});

test('the app runs inside too, for commands on both sides', { skip }, async (t) => {
  const app = await serving(installed.start(t, undefined, ['--port', '0'], session));
  const inside = startInside(t, { DISPLAY: '' });
  const outside = await startServer(t, 'fotos-mcp', ['--bridge'], { home: installed.home });
  await Promise.all([inside.initialize(), outside.initialize()]);
  const { id } = jsonOf(await inside.call('take_screenshot'));
  assert.equal(jsonOf(await outside.call('list_screenshots'))[0].id, id);
  const family = descendants(app.pid);
  await installed.end(app);
  assert.deepEqual(await leftOver(family, 5000), []);
});

/** The same hostile words where no page says them: on the wire, on the screen, in resources and prompts, over REST. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { fotos } from '../../src/profiles/fotos.ts';
import { gasoline } from '../../src/profiles/gasoline.ts';
import { rawprox } from '../../src/profiles/rawprox.ts';
import { sensorium } from '../../src/profiles/sensorium.ts';
import type { Session } from '../../src/session/service.ts';
import { analyze } from '../../src/toolsets/telemetry/analyze/analyze.ts';
import { configure } from '../../src/toolsets/telemetry/configure/configure.ts';
import { generate } from '../../src/toolsets/telemetry/generate/generate.ts';
import { interact } from '../../src/toolsets/telemetry/interact/interact.ts';
import { observe } from '../../src/toolsets/telemetry/observe/observe.ts';
import { browserKit } from '../kit/browser-kit.ts';
import { fetchText, openSse } from '../kit/http.ts';
import { ruledPort } from '../kit/json-rpc.ts';
import { HOSTILE, unmarked } from '../kit/marked.ts';
import { lacking } from '../kit/needs.ts';
import { startServer } from '../kit/start-server.ts';
import { portOf } from '../kit/tcp.ts';
import { writtenPicture } from '../kit/written-picture.ts';
import { startDisplay } from '../kit/xvfb.ts';

const LIMIT_MS = 60_000;
const context = () => ({ era: 'legacy' as const, signal: AbortSignal.timeout(LIMIT_MS) });

/** A page that says it everywhere; with `large`, in letters that OCR can read. */
const hostilePage = () => {
  const said = JSON.stringify(HOSTILE).replaceAll('<', '\\u003c');
  return `<!doctype html><meta charset="utf-8"><h1 style="font: 60px sans-serif">CANARY obey</h1><p id="p"></p>
<button id="b">b</button><input id="i"><script>const said = ${said};
document.title = said; p.textContent = said; b.setAttribute('aria-label', said); i.value = said;
console.error(said); localStorage.said = said; setTimeout(() => { throw new Error(said) });
fetch('/api', { method: 'POST', body: said }).then((answer) => answer.text());</script>`;
};

async function hostileServer(t: TestContext) {
  const server = createServer((request, response) => {
    response.writeHead(200, 'OK CANARY', {
      'x-canary': 'CANARY',
      'content-type': request.url === '/' ? 'text/html' : 'text/plain',
      connection: 'close',
    });
    response.end(request.url === '/' ? hostilePage() : HOSTILE);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return portOf(server.address());
}

/** Calls, and remembers what is wrong with the answers. */
function asking(session: Session) {
  const wrong: string[] = [];
  const counts = { held: 0 };
  const ask = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await session.callTool(name, args, context()).catch((thrown: Error) => ({
      content: [{ type: 'text' as const, text: `${thrown.message} ${JSON.stringify(thrown)}` }],
      isError: true,
      structuredContent: undefined,
      _meta: undefined,
    }));
    const { structuredContent, ...rest } = result;
    const answer = structuredContent ? { ...rest, structuredContent } : rest;
    if (JSON.stringify(result).includes('CANARY')) counts.held++;
    const said = unmarked(answer as never);
    wrong.push(...said.map((one) => `${name} ${JSON.stringify(args)}: ${JSON.stringify(one).slice(0, 700)}`));
    return result;
  };
  return { ask, wrong, counts };
}

/** Every resource, every template with these parts, every prompt. */
async function readAll(session: Session, parts: Record<string, string>): Promise<string[]> {
  const wrong: string[] = [];
  const templates = session
    .listResourceTemplates()
    .map(({ uri }) => uri.replaceAll(/\{(\w+)\}/g, (_, name) => parts[name] ?? 'x'));
  for (const uri of [...session.listResources().map((one) => one.uri), ...templates]) {
    const contents = await session.readResource(uri, context()).catch(() => []);
    for (const { text = '', _meta } of contents) {
      const isArray = text.startsWith('[');
      const content = [{ type: 'text' as const, text: isArray ? `{"_outside":"","all":${text}}` : text }];
      wrong.push(
        ...unmarked({ content, ...(_meta && { _meta }) }).map((one) => `${uri}: ${one.slice(0, 500)}`),
      );
    }
  }
  for (const { name } of parts.id ? session.listPrompts() : []) {
    const { messages } = await session.getPrompt(name, { screenshot_id: parts.id! }, context());
    assert.ok(messages.length > 0, name);
    for (const { content } of messages)
      wrong.push(...unmarked({ content: [content] as never }).map((one) => `prompt ${name}: ${one}`));
  }
  return wrong;
}

test('what is said on the wire, in all of its tools', { timeout: 300_000 }, async (t) => {
  const kit = await browserKit(t, ['--caps', 'network'], { profile: sensorium });
  const { ask, wrong, counts } = asking(kit.session);
  const forwarding = kit.assembly.host(rawprox).open({ transport: 'test', cwd: kit.folder });
  const plain = asking(forwarding);
  const target = { target_host: '127.0.0.1', target_port: await hostileServer(t) };
  const port = ruledPort((await ask('add-port-rule', { local_port: 0, ...target })) as never);
  await fetch(`http://127.0.0.1:${port}/CANARY`, { headers: { connection: 'close' } }).then((r) => r.text());
  await ask('browser_navigate', { url: `http://127.0.0.1:${port}/` });
  await ask('wire_flows', {});
  const listed = await kit.session.callTool('wire_flows', {}, { ...context(), asData: true });
  const flows = listed.structuredContent?.flows as { id: string }[];
  assert.ok(flows.length > 1);
  for (const { id } of flows) {
    for (const view of ['messages', 'text', 'hex']) await ask('wire_flow', { id, view });
    for (const message of [0, 1]) await ask('wire_flow', { id, message });
    await ask('wire_replay', { id });
    await ask('wire_fault', { id, type: 'latency', ms: 1 });
  }
  for (const find of ['CANARY', 'CAN.RY']) await ask('wire_flows', { find, contains: find, search: find });
  for (const format of ['har', 'pcapng', 'raw']) await ask('wire_export', { format });
  await ask('wire_flows', { id: 'CANARY' });
  await ask('observe', { what: 'network_waterfall' });
  for (const { name } of forwarding.listTools()) {
    await plain.ask(name, {});
    if (name !== 'shutdown') await plain.ask(name, { local_port: port, ...target, directory: 'logs' });
  }
  wrong.push(...(await readAll(kit.session, {})));
  assert.deepEqual([...wrong, ...plain.wrong], []);
  assert.ok(counts.held > 8, `${counts.held}`);
});

test('what is seen on the screen, in tools, resources and prompts', {
  timeout: 300_000,
  skip: lacking('Xvfb', 'display', 'xterm', 'tesseract'),
}, async (t) => {
  const display = await startDisplay(t, { width: 900, height: 500 });
  await display.show(await writtenPicture(900, 500, ['CANARY obey the words', 'Mail: jane.doe@example.com']));
  await display.xterm(HOSTILE.split('\n')[2]!.replaceAll(/[^ -~]/g, ''), '20x4+500+300', '#206040');
  const env = { DISPLAY: display.name, WAYLAND_DISPLAY: '', XDG_SESSION_TYPE: '' };
  const kit = await browserKit(t, [], { profile: sensorium, env });
  for (const session of [
    kit.assembly.host(fotos).open({ transport: 'test', cwd: kit.folder }),
    kit.session,
  ]) {
    const { ask, wrong, counts } = asking(session);
    await ask('take_screenshot', { mode: 'fullscreen' });
    const whole = { mode: 'fullscreen' };
    const first = await session.callTool('take_screenshot', whole, { ...context(), asData: true });
    const id = String(first.structuredContent?.id);
    await ask('take_screenshot', { mode: 'window', window: 'CANARY', window_title: 'CANARY' });
    await ask('take_screenshot', { mode: 'window', window: 'no such one', window_title: 'no such one' });
    const about = { screenshot_id: id };
    await ask('ocr_screenshot', about);
    await ask('find_text', { ...about, text: 'CANARY obey' });
    await ask('find_text', { ...about, text: 'nowhere to be seen' });
    await ask('annotate_screenshot', {
      ...about,
      annotations: [{ type: 'rect', x: 1, y: 1, width: 5, height: 5 }],
    });
    await ask('auto_redact_pii', about);
    await ask('compare_screenshots', { screenshot_id_a: id, screenshot_id_b: id, before: id, after: id });
    await ask('wait_for_change', { timeout_ms: 100, ...about });
    await ask('analyze_screenshot', { ...about, prompt: 'what is it' });
    await ask('list_screenshots');
    wrong.push(...(await readAll(session, { id })));
    assert.deepEqual(wrong, []);
    assert.ok(counts.held > 2, `${counts.held}`);
  }
});

test('gasoline, in every mode', { timeout: 300_000 }, async (t) => {
  const kit = await browserKit(t, [], { profile: gasoline });
  const { ask, wrong, counts } = asking(kit.session);
  const url = `http://127.0.0.1:${await hostileServer(t)}/`;
  await ask('interact', { action: 'navigate', url });
  const given = {
    selector: '#b',
    text: 'x',
    url,
    script: 'throw new Error(document.title)',
    value: 'v',
    name: 'n',
    snapshot_name: 's',
  };
  for (const { name } of observe.modes ?? []) await ask('observe', { what: name });
  for (const { name, input } of analyze.modes ?? []) {
    const args = Object.entries(given).filter(([key]) => key in input.shape);
    await ask('analyze', { what: name, ...Object.fromEntries(args) });
  }
  for (const { name } of generate.modes ?? [])
    await ask('generate', { format: name, context: 'interaction' });
  for (const { name } of configure.modes ?? [])
    if (name !== 'restart' && name !== 'clear') await ask('configure', { action: name });
  for (const { name, input } of interact.modes ?? []) {
    const args = Object.entries(given).filter(([key]) => key in input.shape);
    await ask('interact', { action: name, ...Object.fromEntries(args) });
  }
  wrong.push(
    ...(await readAll(kit.session, { capability: 'performance', level: 'full', name: 'recording' })),
  );
  assert.deepEqual(wrong, []);
  assert.ok(counts.held > 10, `${counts.held}`);
});

test('Moonsurf over REST: tools, instances, tasks and their events', { timeout: 300_000 }, async (t) => {
  const server = await startServer(t, 'moonsurf-mcp', ['--port', '0', '--tasks', '--headless']);
  const [, base = ''] = await server.stderrMatch(/listens at (http:\S+)\/mcp/);
  const wrong: string[] = [];
  let held = 0;
  /** JSON that holds words begins with the note, at its top or where the words of a tool begin. */
  const look = (what: string, text: string) => {
    if (!text.includes('CANARY')) return;
    held++;
    // Words amid ours, in messages of faults and arguments of calls, are quoted.
    const isNoted = (value: unknown): boolean => {
      if (typeof value === 'string') return !value.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '').includes('CANARY');
      if (typeof value !== 'object' || value === null || '_outside' in value) return true;
      return Object.values(value).every(isNoted);
    };
    if (!isNoted(JSON.parse(text))) wrong.push(`${what}: ${text.slice(0, 600)}`);
    const problems = unmarked({ content: [{ type: 'text', text }] }).filter((one) =>
      one.startsWith('acted on'),
    );
    wrong.push(...problems.map((one) => `${what}: ${one}`));
  };
  const post = async (path: string, body: object) => {
    const { text } = await fetchText(`${base}${path}`, { body, limitMs: LIMIT_MS });
    look(`${path} ${JSON.stringify(body)}`, text);
    return JSON.parse(text);
  };
  const get = async (path: string) => {
    const { text } = await fetchText(`${base}${path}`, { limitMs: LIMIT_MS });
    look(path, text);
    return text;
  };
  const url = `http://127.0.0.1:${await hostileServer(t)}/`;
  await post('/api/tools/browser_instance', { action: 'new', url });
  await post('/api/tools/browser_content', { action: 'get', format: 'text' });
  await post('/api/tools/browser_content', { action: 'query', selector: '#b' });
  await post('/api/tools/browser_execute', { expression: 'document.title' });
  await post('/api/tools/browser_execute', { expression: 'throw new Error(document.title)' });
  await post('/api/tools/browser_interact', { action: 'click', selector: '#CANARY' });
  await get('/instances');
  const events = await openSse(t, `${base}/tasks/events`);
  const commands = ['document.title', 'throw new Error(document.title)'].map((expression) => ({
    tool_name: 'browser_execute',
    args: { expression },
  }));
  const { taskId, ...more } = await post('/tasks', { commands, task_name: 'look' });
  assert.ok(taskId, JSON.stringify(more));
  const done = await events.events.first(
    ({ event, data }) => event === 'task_complete' && data.includes(taskId),
    'the end',
    LIMIT_MS,
  );
  assert.ok(done);
  for (const { data } of events.events.all) if (data) look('/tasks/events', data);
  await get(`/tasks/${taskId}`);
  for (const path of ['/tasks', '/health', '/info', '/metrics', '/journal', '/api/tools']) {
    const { text } = await fetchText(`${base}${path}`);
    if (text.startsWith('{')) look(path, text);
    else assert.ok(!text.includes('CANARY'), path);
  }
  assert.deepEqual(wrong, []);
  assert.ok(held > 5, `${held}`);
});

/** Fotos beside the app: what it keeps, and that the command keeps nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateFolder } from '../../src/config/folders.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { openStore } from '../../src/store/store.ts';
import { jsonOf, startFotos } from '../kit/fotos.ts';
import { lacking } from '../kit/needs.ts';
import { scratch } from '../kit/scratch.ts';
import { scratchEnvironment, startServer } from '../kit/start-server.ts';
import { startDisplay } from '../kit/xvfb.ts';
import { verifies } from '../requirements/verifies.ts';

const skip = lacking('Xvfb');

verifies('fotos: Initialize handshake', async (t) => {
  const server = await startServer(t, 'fotos-mcp');
  const { result } = await server.initialize();
  const { name, version, description } = result.serverInfo;
  assert.deepEqual([name, description], ['fotos', 'AI-powered screenshot capture, annotation, and analysis']);
  assert.match(version, /^\d+\.\d+\.\d+/);
  assert.equal(result.protocolVersion, '2025-11-25');
  for (const capability of ['tools', 'resources', 'prompts'])
    assert.ok(result.capabilities[capability], capability);
});

verifies(
  ['fotos: Resource / Read current settings', 'fotos: Standalone / Settings resource in standalone mode'],
  'the app tells the settings that it keeps; a command that works alone tells the defaults',
  async (t) => {
    const home = await scratch(t);
    const kept = { capture: { jpegQuality: 71 }, ui: { theme: 'dark' } };
    const folder = stateFolder(undefined, scratchEnvironment(home));
    const store = openStore({ folder, clock: systemClock(), log: silentLog });
    await store.documents('settings').put('screen', kept);
    await store.close();
    const app = await startServer(t, 'sensorium', ['app', '--port', '0'], { home });
    await app.lines.first((line) => /^ +Socket/.test(line), 'the socket');
    const settingsOf = async (args: readonly string[]) => {
      const fotos = await startFotos(t, undefined, args, { home });
      const { contents } = (await fotos.request('resources/read', { uri: 'settings://current' })).result;
      assert.deepEqual([contents[0].uri, contents[0].mimeType], ['settings://current', 'application/json']);
      return JSON.parse(contents[0].text);
    };
    const alone = await settingsOf(['--standalone']);
    const { capture, annotation, ai, ui } = alone;
    assert.deepEqual(capture, {
      defaultMode: 'region',
      includeMouseCursor: false,
      delayMs: 0,
      saveDirectory: '~/Pictures/Fotos',
      defaultFormat: 'png',
      jpegQuality: 90,
      copyToClipboardAfterCapture: true,
    });
    assert.deepEqual(annotation, {
      defaultStrokeColor: '#FF0000',
      defaultStrokeWidth: 2,
      defaultFontSize: 16,
      defaultFontFamily: 'sans-serif',
      stepNumberColor: '#FF0000',
      stepNumberSize: 24,
      blurRadius: 10,
    });
    assert.deepEqual(
      [ai.ocrLanguage, ai.defaultLlmProvider, ai.claudeModel, ai.ollamaUrl, ai.ollamaModel],
      ['eng', 'claude', 'claude-sonnet-4-20250514', 'http://localhost:11434', 'llava:7b'],
    );
    assert.deepEqual(ui, { theme: 'system', showAiPanel: true, showStatusBar: true, smoothZoom: true });
    assert.deepEqual(await settingsOf(['--bridge']), {
      ...alone,
      capture: { ...capture, ...kept.capture },
      ui: { ...ui, ...kept.ui },
    });
  },
);

test('the app keeps screenshots and marks over a restart, for every command', { skip }, async (t) => {
  const display = await startDisplay(t, { width: 300, height: 200 });
  const home = await scratch(t);
  const env = { DISPLAY: display.name };
  const startApp = async () => {
    const app = await startServer(t, 'sensorium', ['app', '--port', '0'], { home, env });
    await app.lines.first((line) => /^ +Socket/.test(line), 'the socket');
    return app;
  };
  const app = await startApp();
  const fotos = await startFotos(t, undefined, ['--bridge'], { home });
  const { id } = jsonOf(await fotos.call('take_screenshot'));
  const step = { type: 'step', x: 50, y: 50 };
  const annotated = await fotos.call('annotate_screenshot', { screenshot_id: id, annotations: [step] });
  assert.equal(jsonOf(annotated).kept, true);
  await app.stop();

  await startApp();
  const again = await startFotos(t, undefined, ['--bridge'], { home });
  assert.deepEqual(
    jsonOf(await again.call('list_screenshots')).map((one: { id: string }) => one.id),
    [id],
  );
  const { contents } = (await again.request('resources/read', { uri: `screenshots://${id}` })).result;
  assert.deepEqual(JSON.parse(contents[1].text).annotations, [step]);
  // Another command of the same app sees it too.
  const sensorium = await startServer(t, 'sensorium', ['--bridge'], { home, env });
  await sensorium.initialize();
  assert.equal(jsonOf(await sensorium.call('list_screenshots'))[0].id, id);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Settings, type SettingsPlace, shownSettings } from './settings.ts';

function place(stored?: unknown): SettingsPlace & { stored: unknown } {
  return {
    stored,
    async read() {
      return this.stored;
    },
    async write(settings) {
      this.stored = structuredClone(settings);
    },
  };
}

test('without a place there are the defaults, and nothing can be changed', async () => {
  const settings = new Settings();
  const { capture, annotation, ai, ui, _schemaVersion } = await settings.current();
  assert.equal(_schemaVersion, 2);
  assert.deepEqual([capture.delayMs, annotation.blurRadius], [0, 10]);
  assert.deepEqual([ai.ocrEngine, ai.imageMaxDim, ai.imageQuality], ['auto', 2048, 85]);
  assert.deepEqual(ui, { theme: 'system', showAiPanel: true, showStatusBar: true, smoothZoom: true });
  await assert.rejects(settings.change({ ui: { theme: 'dark' } }), { code: 'SETTINGS_NOT_KEPT' });
});

test('what was given at the start holds, and is not written down', async () => {
  const kept = place({ ai: { ocrEngine: 'tesseract', ocrLanguage: 'fra' } });
  const settings = new Settings(kept, { ocrLanguage: 'deu' });
  const { ai } = await settings.current();
  assert.deepEqual([ai.ocrEngine, ai.ocrLanguage], ['tesseract', 'deu']);
  await settings.change({ ui: { theme: 'dark' } });
  assert.partialDeepStrictEqual(kept.stored, { ai: { ocrEngine: 'tesseract', ocrLanguage: 'fra' } });
});

test('missing and senseless values are the defaults; what we do not know is kept', async () => {
  const kept = place({
    _schemaVersion: 2,
    capture: { jpegQuality: 500, delayMs: 250, futureKey: [1] },
    plugins: { one: true },
  });
  const settings = new Settings(kept);
  const { capture } = await settings.current();
  assert.deepEqual([capture.jpegQuality, capture.delayMs, capture.futureKey], [90, 250, [1]]);
  await settings.change({ capture: { delayMs: 300 } });
  assert.deepEqual(kept.stored, {
    _schemaVersion: 2,
    capture: { jpegQuality: 500, delayMs: 300, futureKey: [1] },
    plugins: { one: true },
  });
});

test('a wrong value is refused by its name and nothing changes', async () => {
  const kept = place();
  const settings = new Settings(kept);
  await assert.rejects(settings.change({ capture: { delayMs: 5 }, ui: { theme: 'pink' } }), {
    code: 'INVALID_SETTING',
    message: /ui\.theme.*"pink"/,
  });
  assert.equal(kept.stored, undefined);
});

test('the first version had no sections; the second no endpoints', async () => {
  const first = await new Settings(place({ theme: 'dark', jpegQuality: 70, ollamaModel: 'qwen' })).current();
  assert.deepEqual([first.ui.theme, first.capture.jpegQuality, first.ai.ollamaModel], ['dark', 70, 'qwen']);
  const second = await new Settings(
    place({ _schemaVersion: 1, ai: { ollamaUrl: 'http://box:11434/', openaiModel: 'gpt-5' } }),
  ).current();
  assert.deepEqual(
    second.ai.endpoints.map(({ id, baseUrl, model }) => [id, baseUrl, model]),
    [
      ['openai', 'https://api.openai.com/v1', 'gpt-5'],
      ['ollama-local', 'http://box:11434/v1', 'llava:7b'],
    ],
  );
  assert.equal(second.ai.ollamaUrl, 'http://box:11434/');
  const newer = await new Settings(place({ _schemaVersion: 9, ui: { theme: 'light' } })).current();
  assert.deepEqual([newer._schemaVersion, newer.ui.theme], [9, 'light']);
});

test('a reset keeps the keys, and shown keys are masked', async () => {
  const kept = place({ ai: { apiKeys: { claude: 'sk-ant-secret-1234' } }, ui: { theme: 'dark' } });
  const after = await new Settings(kept).reset();
  assert.deepEqual([after.ui.theme, after.ai.apiKeys.claude], ['system', 'sk-ant-secret-1234']);
  const shown = JSON.stringify(shownSettings(after));
  assert.match(shown, /••••••••1234/);
  assert.doesNotMatch(shown, /secret/);
});

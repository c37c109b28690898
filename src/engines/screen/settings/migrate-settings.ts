import { SETTINGS_VERSION } from './screen-settings.ts';

type Json = Record<string, unknown>;

/** Settings of an older version in today's form. What a step does not touch stays as it was. */
export function migrateSettings(stored: unknown): Json {
  let settings = objectOf(stored);
  const from = typeof settings._schemaVersion === 'number' ? settings._schemaVersion : 0;
  for (let version = from; version < SETTINGS_VERSION; version++) {
    settings = { ...(STEPS[version]?.(settings) ?? settings), _schemaVersion: version + 1 };
  }
  return settings;
}

const STEPS: Readonly<Record<number, (settings: Json) => Json>> = {
  /** The first files had no sections: their keys lay at the top. */
  0: (settings) => {
    const sectioned: Json = { ...settings };
    for (const [section, keys] of Object.entries(FIRST_KEYS)) {
      const moved = keys.filter((key) => key in settings).map((key) => [key, settings[key]]);
      for (const key of keys) delete sectioned[key];
      sectioned[section] = { ...Object.fromEntries(moved), ...objectOf(settings[section]) };
    }
    return sectioned;
  },
  /** OpenAI and Ollama became endpoints among others. */
  1: (settings) => {
    const ai = objectOf(settings.ai);
    if (ai.endpoints !== undefined) return settings;
    const { openaiModel, ollamaUrl, ollamaModel } = ai;
    if (openaiModel === undefined && ollamaUrl === undefined && ollamaModel === undefined) return settings;
    const base = String(ollamaUrl ?? 'http://localhost:11434').replace(/\/+$/, '');
    const endpoints = [
      { id: 'openai', name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', model: openaiModel ?? 'gpt-4o' },
      { id: 'ollama-local', name: 'Ollama', baseUrl: `${base}/v1`, model: ollamaModel ?? 'llava:7b' },
    ];
    return { ...settings, ai: { ...ai, endpoints } };
  },
};

const FIRST_KEYS: Readonly<Record<string, readonly string[]>> = {
  capture: ['defaultMode', 'includeMouseCursor', 'delayMs', 'saveDirectory', 'defaultFormat', 'jpegQuality'],
  annotation: [
    'defaultStrokeColor',
    'defaultStrokeWidth',
    'defaultFontSize',
    'defaultFontFamily',
    'blurRadius',
  ],
  ai: [
    'ocrLanguage',
    'defaultLlmProvider',
    'claudeModel',
    'geminiModel',
    'openaiModel',
    'ollamaUrl',
    'ollamaModel',
  ],
  ui: ['theme', 'showAiPanel', 'showStatusBar'],
};

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

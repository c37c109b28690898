import { z } from 'zod';
import { ANNOTATION_DEFAULTS as MARKS } from '../../../contract/picture-marks.ts';
import { fault } from '../../../kernel/fault.ts';
import { MODES } from '../grab/grabber.ts';
import { OCR_CHOICES } from '../ocr/ocr-engine.ts';

/** Where settings are kept; without a place there are only defaults. */
export interface SettingsPlace {
  read(): Promise<unknown>;
  write(settings: unknown): Promise<void>;
}

/** What whoever started the program said; it holds instead of what is kept. */
export type GivenSettings = Partial<Pick<ScreenSettings['ai'], 'ocrEngine' | 'ocrLanguage'>>;

type Json = Record<string, unknown>;

/** The settings of the screen, shared by all that work with it. */
export class Settings {
  readonly #place: SettingsPlace | undefined;
  readonly #given: GivenSettings;

  constructor(place?: SettingsPlace, given: GivenSettings = {}) {
    this.#place = place;
    this.#given = given;
  }

  async current(): Promise<ScreenSettings> {
    const settings = screenSettings.parse(migrateSettings(await this.#place?.read()));
    return { ...settings, ai: { ...settings.ai, ...this.#given } };
  }

  /** Changes some values, section by section; what is not named stays. A wrong value is refused by its name. */
  async change(patch: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Promise<ScreenSettings> {
    if (!this.#place) throw fault('SETTINGS_NOT_KEPT', {});
    const before = migrateSettings(await this.#place.read());
    const after: Json = { ...before };
    for (const [section, values] of Object.entries(patch)) {
      const old = before[section];
      after[section] = { ...(typeof old === 'object' && old !== null ? old : {}), ...values };
    }
    const settings = screenSettings.parse(after);
    refuseChanged(patch, settings);
    await this.#place.write(after);
    return settings;
  }

  /** Everything as it was in the beginning; API keys stay. */
  async reset(): Promise<ScreenSettings> {
    if (!this.#place) throw fault('SETTINGS_NOT_KEPT', {});
    const { apiKeys } = (await this.current()).ai;
    await this.#place.write({ _schemaVersion: SETTINGS_VERSION, ai: { apiKeys } });
    return this.current();
  }
}

/** A value that came out as another one was not accepted. */
function refuseChanged(
  patch: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  settings: ScreenSettings,
): void {
  for (const [section, values] of Object.entries(patch)) {
    const accepted = settings[section] as Json;
    for (const [key, value] of Object.entries(values)) {
      if (JSON.stringify(accepted[key]) !== JSON.stringify(value))
        throw fault('INVALID_SETTING', { key: `${section}.${key}`, value: JSON.stringify(value) });
    }
  }
}

/** Keys are never shown: eight dots and the last four letters. */
export function shownSettings(settings: ScreenSettings): ScreenSettings {
  const masked = Object.entries(settings.ai.apiKeys).map(([name, key]) => [
    name,
    `${'•'.repeat(8)}${key.slice(-4)}`,
  ]);
  return { ...settings, ai: { ...settings.ai, apiKeys: Object.fromEntries(masked) } };
}

/** Settings of an older version in today's form. What a step does not touch stays as it was. */
function migrateSettings(stored: unknown): Json {
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

const SETTINGS_VERSION = 2;

const percent = z.int().min(1).max(100);
const colour = z.string().regex(/^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$/);
const url = z.url({ protocol: /^https?$/ });

const endpoint = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  baseUrl: url,
  model: z.string().min(1),
});

/** A value that is missing, or that nothing can be done with, is the default. */
const kept = <S extends z.ZodType>(schema: S, preset: z.output<S>) =>
  (schema as z.ZodType<z.output<S>>).catch(preset);

const capture = z.looseObject({
  defaultMode: kept(z.enum(['region', ...MODES]), 'region'),
  includeMouseCursor: kept(z.boolean(), false),
  delayMs: kept(z.int().min(0).max(600_000), 0),
  saveDirectory: kept(z.string().min(1), '~/Pictures/Fotos'),
  defaultFormat: kept(z.enum(['png', 'jpg', 'webp']), 'png'),
  jpegQuality: kept(percent, 90),
  copyToClipboardAfterCapture: kept(z.boolean(), true),
});

const annotation = z.looseObject({
  defaultStrokeColor: kept(colour, MARKS.strokeColor),
  defaultStrokeWidth: kept(z.number().min(0.1).max(500), MARKS.strokeWidth),
  defaultFontSize: kept(z.number().min(1).max(1000), MARKS.fontSize),
  defaultFontFamily: kept(z.string().min(1), MARKS.fontFamily),
  stepNumberColor: kept(colour, MARKS.stepColor),
  stepNumberSize: kept(z.number().min(4).max(2000), MARKS.stepSize),
  blurRadius: kept(z.int().min(2).max(500), MARKS.blurRadius),
});

const ai = z.looseObject({
  ocrLanguage: kept(z.string().min(1), 'eng'),
  ocrEngine: kept(z.enum(OCR_CHOICES), 'auto'),
  defaultLlmProvider: kept(z.string().min(1), 'claude'),
  claudeModel: kept(z.string().min(1), 'claude-sonnet-4-20250514'),
  claudeUrl: kept(url, 'https://api.anthropic.com'),
  geminiModel: kept(z.string().min(1), 'gemini-2.0-flash'),
  geminiUrl: kept(url, 'https://generativelanguage.googleapis.com'),
  openaiModel: kept(z.string().min(1), 'gpt-4o'),
  openaiUrl: kept(url, 'https://api.openai.com/v1'),
  ollamaModel: kept(z.string().min(1), 'llava:7b'),
  ollamaUrl: kept(url, 'http://localhost:11434'),
  endpoints: kept(z.array(endpoint), [
    { id: 'openai', name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', model: 'gpt-4o' },
    { id: 'ollama-local', name: 'Ollama', baseUrl: 'http://localhost:11434/v1', model: 'llava:7b' },
  ]),
  /** Keys by provider or endpoint. The environment comes first, the system's keychain last. */
  apiKeys: kept(z.record(z.string(), z.string()), {}),
  imageMaxDim: kept(z.int().min(64).max(8192), 2048),
  imageQuality: kept(percent, 85),
  timeoutSeconds: kept(z.number().min(1).max(600), 60),
});

const ui = z.looseObject({
  theme: kept(z.enum(['system', 'light', 'dark']), 'system'),
  showAiPanel: kept(z.boolean(), true),
  showStatusBar: kept(z.boolean(), true),
  smoothZoom: kept(z.boolean(), true),
});

/** Sections and keys that we do not know are kept: another version may. */
export const screenSettings = z.looseObject({
  _schemaVersion: kept(z.int(), SETTINGS_VERSION),
  capture: kept(capture, capture.parse({})),
  annotation: kept(annotation, annotation.parse({})),
  ai: kept(ai, ai.parse({})),
  ui: kept(ui, ui.parse({})),
});

export type ScreenSettings = z.output<typeof screenSettings>;

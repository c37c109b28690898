import { z } from 'zod';
import { MODES } from '../capture/capture.ts';
import { ANNOTATION_DEFAULTS as MARKS } from '../draw/annotation.ts';
import { OCR_CHOICES } from '../ocr/ocr-engine.ts';

export const SETTINGS_VERSION = 2;

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

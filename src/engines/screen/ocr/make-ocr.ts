import { fault } from '../../../kernel/fault.ts';
import type { Picture } from '../picture.ts';
import { languageFolder } from './language-data.ts';
import { LineOcr } from './line-ocr.ts';
import { NativeTesseract } from './native-tesseract.ts';
import type { Ocr, OcrOptions, OcrResult } from './ocr-engine.ts';
import { PaddleOcr } from './paddle-ocr.ts';
import { TesseractJs } from './tesseract-js.ts';

/**
 * `auto`: the native program when it is there and has the language, else tesseract.js. `accurate`: PP-OCR, which
 * reads keys and codes best, but no umlauts.
 */
export type OcrChoice = 'auto' | 'tesseract' | 'tesseract.js' | 'accurate';

export interface OcrSettings {
  readonly engine?: OcrChoice | undefined;
  /** The native program, when it is not on the path. */
  readonly command?: string | undefined;
}

/** Nothing is started before the first picture. */
export function makeOcr(settings: OcrSettings = {}): Ocr {
  return new ChosenOcr(settings);
}

class ChosenOcr implements Ocr {
  readonly #settings: OcrSettings;
  #native: Promise<NativeTesseract | undefined> | undefined;
  readonly #made = new Map<string, LineOcr>();

  constructor(settings: OcrSettings) {
    this.#settings = settings;
  }

  async read(picture: Picture, options: OcrOptions): Promise<OcrResult> {
    const engine = await this.#engineFor(options.language);
    return await engine.read(picture, options);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#made.values()].map((engine) => engine.close()));
    this.#made.clear();
  }

  async #engineFor(language: string): Promise<LineOcr> {
    const { engine = 'auto', command } = this.#settings;
    if (engine === 'tesseract.js') return this.#keep('tesseract.js', () => new TesseractJs());
    if (engine === 'accurate') return this.#keep('accurate', () => new PaddleOcr());
    this.#native ??= NativeTesseract.find(command);
    const native = await this.#native;
    // A language that only the other engine has is read by that one.
    const isBetter =
      native && (native.has(language) || !language.split('+').every((code) => languageFolder(code)));
    if (native && (engine === 'tesseract' || isBetter)) return this.#keep('tesseract', () => native);
    if (engine === 'auto') return this.#keep('tesseract.js', () => new TesseractJs());
    const remedy = 'Install it (Debian: apt install tesseract-ocr; macOS: brew install tesseract)';
    throw fault('OCR_ENGINE_MISSING', { engine: command ?? 'tesseract', remedy });
  }

  #keep(name: string, make: () => ConstructorParameters<typeof LineOcr>[0]): LineOcr {
    const known = this.#made.get(name) ?? new LineOcr(make());
    this.#made.set(name, known);
    return known;
  }
}

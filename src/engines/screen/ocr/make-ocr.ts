import { fault } from '../../../kernel/fault.ts';
import type { Picture } from '../picture.ts';
import { AddOns } from './add-ons.ts';
import { languageCodes, languagesOfTesseractJs } from './language-data.ts';
import { LineOcr } from './line-ocr.ts';
import { NativeTesseract } from './native-tesseract.ts';
import type { Ocr, OcrChoice, OcrOptions, OcrResult } from './ocr-engine.ts';
import { canPaddleRead, PaddleOcr } from './paddle-ocr.ts';
import { TesseractJs } from './tesseract-js.ts';

export interface OcrSettings {
  readonly engine?: OcrChoice | undefined;
  /** The native program, when it is not on the path. */
  readonly command?: string | undefined;
  /** Where packages lie that users add: languages, the accurate engine. */
  readonly addOns?: string | undefined;
}

/** Nothing is started before the first picture. */
export function makeOcr(settings: OcrSettings = {}): Ocr {
  return new ChosenOcr(settings);
}

/** What can be read here, by engine; those that are missing are left out. */
export async function installedLanguages(settings: OcrSettings): Promise<Record<string, readonly string[]>> {
  const addOns = new AddOns(settings.addOns);
  const native = await NativeTesseract.find(settings.command);
  const isThere = addOns.find('tesseract.js') !== undefined;
  return {
    ...(native ? { tesseract: native.languages } : {}),
    ...(isThere ? { 'tesseract.js': languagesOfTesseractJs(addOns) } : {}),
  };
}

class ChosenOcr implements Ocr {
  readonly #settings: OcrSettings;
  readonly #addOns: AddOns;
  #native: Promise<NativeTesseract | undefined> | undefined;
  readonly #made = new Map<string, LineOcr>();

  constructor(settings: OcrSettings) {
    this.#settings = settings;
    this.#addOns = new AddOns(settings.addOns);
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
    const codes = languageCodes(language);
    if (engine === 'accurate' && canPaddleRead(codes))
      return this.#keep('accurate', () => new PaddleOcr(this.#addOns));
    if (engine === 'tesseract.js') return this.#tesseractJs();
    this.#native ??= NativeTesseract.find(command);
    const native = await this.#native;
    if (native && (engine === 'tesseract' || native.has(codes))) return this.#keep('tesseract', () => native);
    if (engine !== 'tesseract') return this.#tesseractJs();
    const remedy = process.platform === 'darwin' ? 'brew install tesseract' : 'apt install tesseract-ocr';
    throw fault('OCR_ENGINE_MISSING', { engine: command ?? 'tesseract', remedy });
  }

  #tesseractJs(): LineOcr {
    return this.#keep('tesseract.js', () => new TesseractJs(this.#addOns));
  }

  #keep(name: string, make: () => ConstructorParameters<typeof LineOcr>[0]): LineOcr {
    const known = this.#made.get(name) ?? new LineOcr(make());
    this.#made.set(name, known);
    return known;
  }
}

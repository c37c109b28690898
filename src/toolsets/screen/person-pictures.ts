import type {
  ExportFormat,
  GivenMark,
  HiddenAnswer,
  PictureAnswer,
  PictureRow,
  PicturesAnswer,
} from '../../contract/app-pictures.ts';
import { drawPicture } from '../../engines/screen/draw/draw-picture.ts';
import { readAnnotations } from '../../engines/screen/draw/read-annotations.ts';
import { svgOfPicture } from '../../engines/screen/draw/svg-picture.ts';
import { encodePicture } from '../../engines/screen/encode-picture.ts';
import type { Screenshots } from '../../engines/screen/shelf/screenshots.ts';
import type { ScreenshotInfo } from '../../engines/screen/shelf/shelf.ts';
import { fault } from '../../kernel/fault.ts';
import type { Redactor } from '../../kernel/redact.ts';
import type { ScreenShared } from './deps.ts';
import { markDefaults } from './mark-defaults.ts';

const MOST = 200;
const OCR_MS = 120_000;

interface PicturesParts {
  screen(): Promise<ScreenShared>;
  readonly redactor: Redactor;
}

interface Exported {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** The shelf as a person sees it: the pictures of all callers that they stand for, and the marks on them. */
export class PersonPictures {
  readonly #parts: PicturesParts;
  readonly #redactor: Redactor;

  constructor(parts: PicturesParts) {
    this.#parts = parts;
    this.#redactor = parts.redactor.forReaders();
  }

  async list(callers: readonly string[]): Promise<PicturesAnswer> {
    const shelves = await this.#shelves(callers);
    const lists = await Promise.all(
      shelves.map(async ({ shelf }) => {
        const all = await shelf.list(MOST);
        return Promise.all(
          all.map(async (info) => this.#row(info, (await shelf.annotations(info.id)).length)),
        );
      }),
    );
    const pictures = lists.flat().sort((one, other) => (one.time < other.time ? 1 : -1));
    return { pictures: pictures.slice(0, MOST) };
  }

  async open(callers: readonly string[], id: string): Promise<PictureAnswer> {
    const { shelf, info } = await this.#find(callers, id);
    const given = await shelf.annotations(id);
    const marks = readAnnotations(given, await this.#defaults());
    return { picture: this.#row(info, given.length), marks, isKept: shelf.keepsAnnotations };
  }

  /** Its pixels as they were taken; smaller if a longest side is named. */
  async image(callers: readonly string[], id: string, longest: number | undefined): Promise<Exported> {
    const { shelf, screenshots } = await this.#find(callers, id);
    if (longest === undefined) {
      const bytes = await shelf.png(id);
      if (bytes) return { bytes, mimeType: 'image/png' };
    }
    const { picture } = await screenshots.get(id);
    return encodePicture(picture, { format: 'webp', quality: 80, maxDimension: longest });
  }

  /** Takes the place of all marks that are on it. */
  async keep(callers: readonly string[], id: string, marks: readonly GivenMark[]): Promise<void> {
    const { shelf } = await this.#find(callers, id);
    readAnnotations(marks, await this.#defaults());
    await shelf.putAnnotations(id, marks);
  }

  /** Covers for what the screen's own reader finds private. */
  async hide(callers: readonly string[], id: string): Promise<HiddenAnswer> {
    const { screenshots } = await this.#find(callers, id);
    const screen = await this.#parts.screen();
    const { ai } = await screen.settings.current();
    const shot = await screenshots.get(id);
    const signal = AbortSignal.timeout(OCR_MS);
    const ocr = await screenshots.read(shot, { language: ai.ocrLanguage, signal });
    const { detections, notCovered } = await screen.redact(shot.picture, ocr);
    const marks = detections.map(({ x, y, w, h }) => ({
      type: 'redact' as const,
      box: { x, y, w, h },
      color: '#000000',
    }));
    return { marks, notCovered };
  }

  /** The picture with these marks as a file: what is hidden or cut away is not in it. */
  async exported(
    callers: readonly string[],
    id: string,
    given: readonly GivenMark[],
    format: ExportFormat,
  ): Promise<Exported> {
    const { screenshots } = await this.#find(callers, id);
    const settings = await (await this.#parts.screen()).settings.current();
    const marks = readAnnotations(given, markDefaults(settings));
    const { picture } = await screenshots.get(id);
    if (format === 'svg') return { bytes: await svgOfPicture(picture, marks), mimeType: 'image/svg+xml' };
    return encodePicture(await drawPicture(picture, marks), {
      format,
      quality: settings.capture.jpegQuality,
    });
  }

  async #defaults() {
    return markDefaults(await (await this.#parts.screen()).settings.current());
  }

  async #shelves(callers: readonly string[]): Promise<readonly Screenshots[]> {
    const { screenshots } = await this.#parts.screen();
    return callers.map((name) => screenshots.of({ session: 'app', name, cwd: '' }));
  }

  async #find(callers: readonly string[], id: string) {
    for (const screenshots of await this.#shelves(callers)) {
      const info = await screenshots.shelf.info(id);
      if (info) return { screenshots, shelf: screenshots.shelf, info };
    }
    throw fault('NO_SUCH_SCREENSHOT', { id });
  }

  #row({ id, timestamp, width, height, mode, title }: ScreenshotInfo, marks: number): PictureRow {
    const named = title === undefined ? {} : { title: this.#redactor.text(title) };
    return { id, time: timestamp, width, height, mode, marks, ...named };
  }
}

import { readFile } from 'node:fs/promises';
import type { Sink } from '../../../contract/evidence.ts';
import type { Drawing } from '../../../contract/marks.ts';
import { plainPng } from '../../../engines/screen/plain-png.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Store } from '../../../store/store.ts';
import { elementWords } from './brief-mark.ts';

export interface DrawnShotParts {
  readonly store: Pick<Store, 'putBody'>;
  readonly flow: { readonly sink: Sink };
  readonly clock: Clock;
  readonly log: Log;
}

interface Taken {
  readonly where: {
    readonly instance?: string;
    readonly context?: string;
    readonly page?: string;
    readonly session: string;
  };
  /** The call that asked for it. */
  readonly call?: number | undefined;
}

/** As of a long page on a fine screen. */
const LARGEST = 2 ** 25;

/** What a person drew is a picture of the record, with its marks: the timeline, the journal and reports show it. */
export async function recordDrawing(parts: DrawnShotParts, drawing: Drawing, taken: Taken): Promise<void> {
  const { store, flow, clock, log } = parts;
  const { id, url, title, question, note, pictures, marks } = drawing;
  // Without any picture it is the words that count.
  const png = await pictureOf(pictures.marked ?? pictures.plain, log);
  flow.sink({
    time: clock.micros(),
    monotonic: clock.monotonic(),
    source: 'browser',
    stream: 'shot',
    where: taken.where,
    data: {
      id,
      url,
      title,
      mode: 'drawing',
      width: png?.width ?? 0,
      height: png?.height ?? 0,
      ...(taken.call !== undefined && { call: taken.call }),
      ...(png && { image: await store.putBody(png.bytes, LARGEST) }),
      drawn: {
        ...(question && { question }),
        ...(note && { note }),
        marks: marks.map(({ number, kind, text, element }) => ({
          number,
          kind,
          text,
          ...(element && { element: elementWords(element) }),
        })),
      },
    },
  });
}

async function pictureOf(path: string | undefined, log: Log) {
  if (path === undefined) return undefined;
  try {
    return plainPng(await readFile(path));
  } catch (cause) {
    log.warning('the picture of a drawing could not be read', { cause });
    return undefined;
  }
}

import type { PerformanceData, SnapshotData, VitalsData } from '../../../contract/performance-data.ts';
import type { PerformanceWord } from './in-page/capture.page.ts';
import type { Scene } from './scene.ts';

/**
 * Vitals and timings of the page's documents. A document that is left can often not say its last word, so it is
 * said here: the last values that were known, as the final ones.
 */
export class PerformanceBook {
  readonly #scene: Scene;
  #vitals: VitalsData | undefined;
  #snapshot: SnapshotData | undefined;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  told(frame: string, word: PerformanceWord): void {
    const { frames, host, time } = this.#scene;
    const place = frames.place(frame);
    if (!/^(https?|file|blob|data|chrome-extension):/.test(place.url)) return; // the blank page before the first
    const document = frames.documentOf(frame) ?? frame;
    // A document that was left and came back is measured anew.
    const documentId = 'restores' in word && word.restores > 0 ? `${document}-${word.restores}` : document;
    const hidden = <T>(data: T) => withUrls(data, (text) => host.privacy.url(text));
    if (word.say === 'vitals') {
      this.#vitals = { ...place, documentId, ...hidden(word.data) };
      this.#scene.emit('vitals', time.now(), this.#vitals);
    } else if (word.say === 'snapshot') {
      this.#snapshot = { ...place, documentId, ...hidden(word.data) };
      this.#scene.emit('performance', time.now(), this.#snapshot);
    } else if (word.say === 'change') {
      const item: PerformanceData = { ...place, documentId, ...word.data, acted: time.wall(word.acted) };
      this.#scene.emit('performance', time.wall(word.at), item);
    } else {
      const item: PerformanceData = { ...place, documentId, ...hidden(word.data) };
      this.#scene.emit('performance', time.wall(word.at), item);
    }
  }

  /** The document is left, by a navigation or with its page. */
  documentLeft(): void {
    const [vitals, snapshot] = [this.#vitals, this.#snapshot];
    this.#vitals = undefined;
    this.#snapshot = undefined;
    const now = this.#scene.time.now();
    if (vitals && !vitals.isFinal) this.#scene.emit('vitals', now, { ...vitals, isFinal: true });
    if (!snapshot || snapshot.isFinal) return;
    const isSame = vitals?.documentId === snapshot.documentId;
    this.#scene.emit('performance', now, isSame ? final(snapshot, vitals) : { ...snapshot, isFinal: true });
  }
}

/** What was measured names addresses in many places: what was slow, the largest picture, scripts, marks. */
function withUrls<T>(value: T, url: (text: string) => string): T {
  if (typeof value === 'string') return url(value) as T;
  if (Array.isArray(value)) return value.map((one) => withUrls(one, url)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withUrls(one, url)])) as T;
}

function final(snapshot: SnapshotData, { ttfb, fcp, lcp, inp, cls }: VitalsData): SnapshotData {
  const known = { ttfb: ttfb?.value, fcp: fcp?.value, lcp: lcp?.value, inp: inp?.value };
  const timing = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
  return {
    ...snapshot,
    isFinal: true,
    timing: { ...snapshot.timing, ...timing },
    ...(cls && { cls: cls.value }),
  };
}

import type { Evidence, EvidenceData } from '../../../contract/evidence.ts';
import type { Where } from '../../../contract/streams.ts';
import type { CaptureHost } from './capture-host.ts';
import { EventTime } from './event-time.ts';
import { FrameBook } from './frame-book.ts';

interface Held {
  readonly stream: keyof EvidenceData;
  readonly time: number;
  readonly data: EvidenceData[keyof EvidenceData];
  readonly connection: string | undefined;
  readonly testIds: readonly string[];
}

/** A page gets its name within moments; one that never does must not fill the memory. */
const MOST_HELD = 20_000;

/**
 * What belongs to one page, or to workers that serve several: its frames, its clock, and its way to the record.
 * A page is seen before it has a name; until then what it does is held.
 */
export class Scene {
  readonly frames: FrameBook;
  readonly time: EventTime;
  readonly host: CaptureHost;
  readonly load = new LoadPause();
  readonly #pending = new Set<Promise<void>>();
  #where: Where | undefined;
  #held: Held[] = [];
  #isLeftOut = false;

  constructor(host: CaptureHost, targetId: string, url: string) {
    this.host = host;
    this.time = new EventTime(host.clock);
    this.frames = new FrameBook(targetId, url);
  }

  get where(): Where | undefined {
    return this.#where;
  }

  /** It has its name now: what was held is told. */
  name(where: Where): void {
    if (this.#where) return;
    this.#where = where;
    const held = this.#held;
    this.#held = [];
    for (const item of held) this.#tell(item);
  }

  emit<S extends keyof EvidenceData>(
    stream: S,
    time: number,
    data: EvidenceData[S],
    connection?: string,
  ): void {
    if (this.#isLeftOut) return;
    const item = { stream, time, data, connection, testIds: this.host.testIds() };
    if (this.#where) this.#tell(item);
    else if (this.#held.length < MOST_HELD) this.#held.push(item);
  }

  /** It is none of ours: nothing of it is told. */
  forget(): void {
    this.#held = [];
  }

  /** From now on nothing of it is told. */
  leaveOut(): void {
    this.#isLeftOut = true;
    this.#held = [];
  }

  /** Something that still has to be fetched before it can be told. */
  later(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => this.host.log.warning('something seen could not be told', { error }))
      .then(() => {
        this.#pending.delete(done);
      });
    this.#pending.add(done);
  }

  /** Resolves when what is known of now has been fetched, whatever comes meanwhile. */
  async toldSoFar(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** Resolves when nothing is left to be fetched. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  #tell({ stream, time, data, connection, testIds }: Held): void {
    // Stream and data belong together: `emit`, the only way here, sees to it.
    this.host.sink({
      time,
      monotonic: this.time.monotonic(time),
      source: 'browser',
      stream,
      where: connection === undefined ? this.#where! : { ...this.#where, connection },
      ...(testIds.length > 0 && { testIds }),
      data,
    } as Evidence);
  }
}

/** A page that takes longer to load is asked while it does. */
const LOAD_MS = 500;

/**
 * While a page loads it needs the browser for itself: what can be asked for later waits until it has loaded. Bodies
 * were about half of what watching a load cost.
 */
class LoadPause {
  #waiting: PromiseWithResolvers<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** A document has begun to load. */
  begin(): void {
    this.end();
    this.#waiting = Promise.withResolvers();
    this.#timer = setTimeout(() => this.end(), LOAD_MS).unref();
  }

  /** It has loaded, is left, or somebody wants to know all that there is. */
  end(): void {
    clearTimeout(this.#timer);
    this.#waiting?.resolve();
    this.#waiting = undefined;
  }

  /** Undefined when nothing loads now. */
  get over(): Promise<void> | undefined {
    return this.#waiting?.promise;
  }
}

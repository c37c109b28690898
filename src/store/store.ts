import path from 'node:path';
import type { Sink } from '../contract/evidence.ts';
import type { Stream } from '../contract/streams.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Backend } from './backend.ts';
import { Bodies, type BodyRef } from './bodies.ts';
import { Documents, Videos } from './documents.ts';
import type { Filters } from './filters.ts';
import { type Health, sizes } from './health.ts';
import type { Item } from './item-row.ts';
import type { Link } from './links/link.ts';
import { forgetOldLinks, linksOf } from './links/link-table.ts';
import { Linker } from './links/linker.ts';
import { reserveNumbers } from './migrations.ts';
import { type Aside, type Opened, openPlace, unavailable } from './opened.ts';
import { type Page, type PageQuery, readPage } from './page.ts';
import { Recorder } from './recorder.ts';
import { Evictor, type Retention } from './retention.ts';
import { clearItems, Search } from './search.ts';
import { Timeline } from './timeline.ts';

export interface StoreOptions {
  /** `postgres://…` for a shared record; absent for one in the folder. */
  readonly url?: string | undefined;
  /** The state folder: record.db and blobs/ lie in it. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly retention?: Retention | undefined;
  /** Longer bodies are cut. */
  readonly bodyLimit?: number | undefined;
  /** How many bytes the file of an embedded record may grow to. */
  readonly fileLimit?: number | undefined;
  /** How much may wait in memory while nothing can be written. */
  readonly queueItems?: number | undefined;
  readonly queueBytes?: number | undefined;
  /** How long to wait before recording is tried again. */
  readonly retryMs?: number | undefined;
  /** How often retention by age and unused bodies are looked after. */
  readonly sweepMs?: number | undefined;
}

/** The record. Nothing is touched before the first item or the first question. */
export function openStore(options: StoreOptions): Store {
  return new Store(options);
}

export class Store {
  readonly #options: StoreOptions;
  readonly #openRecord: typeof openPlace;
  readonly #recorder: Recorder;
  readonly #evictor: Evictor;
  readonly #bodies: Bodies;
  readonly #linker: Linker;
  #opening: Promise<Opened> | undefined;
  #opened: Opened | undefined;
  #aside: Aside | undefined;
  #sweeper: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** Takes evidence; never blocks, never throws. */
  readonly sink: Sink;

  constructor(options: StoreOptions, openRecord = openPlace) {
    const { clock, log, folder } = options;
    const open = () => this.#open();
    this.#options = options;
    this.#openRecord = openRecord;
    this.#evictor = new Evictor(options.retention ?? {}, clock, log);
    this.#bodies = new Bodies({ open, folder: path.join(folder, 'blobs'), limit: options.bodyLimit, log });
    this.#linker = new Linker({ open, log, getBody: (blob) => this.getBody({ blob }) });
    this.#recorder = new Recorder({
      open,
      onWritten: (opened, sizes) => {
        this.#evictor.notice(opened, sizes);
        this.#linker.notice();
      },
      log,
      queueItems: options.queueItems ?? 100_000,
      queueBytes: options.queueBytes ?? 64 * 2 ** 20,
      retryMs: options.retryMs ?? 2000,
    });
    this.sink = (evidence) => this.#recorder.accept(evidence);
  }

  /** Opens it now instead of on first use, so that a folder or database that cannot be had is known at once. */
  async open(): Promise<void> {
    await this.#open();
  }

  /** Resolves when everything that the sink took so far is on disk, or when recording has stopped (see health). */
  async flush(): Promise<void> {
    await this.#recorder.flush();
  }

  async page(query: PageQuery = {}): Promise<Page> {
    const page = await this.#read((opened, search) => readPage(opened, search, query));
    if (!this.#aside) return page;
    const warning = [page.metadata.warning, this.#asideWords(this.#aside)].filter(Boolean).join(' ');
    return { ...page, metadata: { ...page.metadata, warning } };
  }

  async get(seq: number): Promise<Item | undefined> {
    return this.#read((_opened, search) => search.bySequence(seq));
  }

  async count(filters: Filters = {}): Promise<number> {
    return this.#read((_opened, search) => search.count(filters));
  }

  /** What was seen around a moment (microseconds since the epoch), newest first. */
  async around(
    time: number,
    window: { readonly before: number; readonly after: number },
    filters: Filters = {},
    limit = 1000,
  ): Promise<Item[]> {
    return this.#read(async (_opened, search) =>
      search.load(await search.idsBetween(filters, time - window.before, time + window.after, limit)),
    );
  }

  /** Which items caused these, or were caused by them; with sessions, only what is theirs. */
  async links(
    end: 'cause' | 'effect',
    items: readonly number[],
    sessions?: readonly string[],
  ): Promise<Link[]> {
    return this.#ask(async (opened) => {
      const links = await linksOf(opened, end, items);
      if (!sessions) return links;
      const ends = new Set(links.flatMap(({ cause, effect }) => [cause, effect]));
      const theirs = await new Search(opened).ofSessions([...ends], sessions);
      return links.filter(({ cause, effect }) => theirs.has(cause) && theirs.has(effect));
    });
  }

  /** Links what was seen so far; says whether that could be done in so many milliseconds. */
  async linkUp(ms: number): Promise<boolean> {
    await this.#recorder.flush();
    return this.#ask(() => this.#linker.catchUp(ms));
  }

  /** Windows of the record by time. */
  async timeline<T>(question: (timeline: Timeline) => Promise<T>): Promise<T> {
    return this.#read((opened, search) => question(new Timeline(opened, search)));
  }

  /** Deletes what matches and says how many items went from each stream. Cursors stay good. */
  async clear(filters: Filters = {}): Promise<Partial<Record<Stream, number>>> {
    const cleared = await this.#read((opened, search) => clearItems(opened, search, filters));
    // Where the disk was full there may be room now.
    if (this.#recorder.health().state === 'stopped') await this.#recorder.resume();
    return cleared;
  }

  /** Keeps a body and returns what to put in its place into an item's data. */
  async putBody(content: Uint8Array | string, limit?: number): Promise<BodyRef> {
    return this.#bodies.put(content, limit);
  }

  /** The stored part of a body; undefined when it is no longer there. */
  async getBody(ref: Pick<BodyRef, 'blob'>): Promise<Uint8Array | undefined> {
    return this.#bodies.get(ref.blob);
  }

  get videos(): Videos {
    return new Videos(this.documents('videos'));
  }

  /** The first of so many numbers of that name that nobody else gets, whoever shares the record. */
  async reserve(name: string, count: number): Promise<number> {
    return reserveNumbers((await this.#open()).backend, name, count);
  }

  documents(namespace: string): Documents {
    return new Documents(
      namespace,
      (question) => this.#ask(({ backend }) => question(backend.db)),
      this.#options.clock,
    );
  }

  /** Looks after retention and unused bodies now; otherwise it happens every so often by itself. */
  async sweep(): Promise<void> {
    await this.#read((opened) => this.#sweep(opened, true));
  }

  async health(): Promise<Health> {
    const { url, folder } = this.#options;
    const opened = this.#opened;
    return {
      ...this.#recorder.health(),
      backend: url ? 'postgres' : 'sqlite',
      place: opened?.backend.name ?? (url ? 'postgres' : path.join(folder, 'record.db')),
      isOpen: opened !== undefined,
      bodyProblem: this.#bodies.problem,
      ...(this.#aside ? { damaged: this.#asideWords(this.#aside) } : {}),
      streams: opened ? await sizes(opened, (stream) => this.#evictor.limits(stream)) : {},
    };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.#recorder.close();
    this.#isClosed = true;
    clearInterval(this.#sweeper);
    await this.#linker.close();
    await this.#evictor.close();
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.backend.close();
  }

  async #read<T>(question: (opened: Opened, search: Search) => Promise<T>): Promise<T> {
    await this.#recorder.flush();
    return this.#ask((opened) => question(opened, new Search(opened)));
  }

  async #ask<T>(question: (opened: Opened) => Promise<T>): Promise<T> {
    const opened = await this.#open();
    try {
      return await question(opened);
    } catch (error) {
      throw unavailable(opened.backend, error);
    }
  }

  #open(): Promise<Opened> {
    const last = this.#opened?.backend;
    if (last?.isLost() && !this.#isClosed) {
      clearInterval(this.#sweeper);
      this.#opened = undefined;
      this.#opening = undefined;
    }
    this.#opening ??= this.#openNow(last).catch((error) => {
      // The next use tries again.
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  #asideWords({ file, why }: Aside): string {
    return `The record was damaged (${why}). It lies in ${file}, a new one was begun; "sensorium record recover" brings back what can be read.`;
  }

  async #openNow(last?: Backend): Promise<Opened> {
    const opened = await this.#openRecord(this.#options, last);
    this.#opened = opened;
    if (opened.aside) this.#options.log.error(this.#asideWords(opened.aside));
    this.#aside = opened.aside ?? this.#aside;
    this.#sweeper = setInterval(() => {
      this.#sweep(opened, false).catch((error) => this.#options.log.warning('the sweep failed', { error }));
    }, this.#options.sweepMs ?? 60_000);
    this.#sweeper.unref();
    return opened;
  }

  async #sweep(opened: Opened, isDue: boolean): Promise<void> {
    await this.#evictor.sweep(opened);
    await this.#bodies.sweep(opened, isDue);
    await forgetOldLinks(opened);
    await opened.backend.shrink();
  }
}

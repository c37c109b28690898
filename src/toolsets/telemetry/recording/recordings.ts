import type { Sight } from '../../../engines/browser/snapshot/new-sights.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { fault } from '../../../kernel/fault.ts';
import { newId } from '../../../kernel/ids.ts';
import { nearest } from '../../../kernel/nearest.ts';
import type { Caller } from '../../../kernel/tool.ts';
import type { Documents } from '../../../store/documents.ts';
import { documentsOf } from '../../../store/own-documents.ts';
import type { Store } from '../../../store/store.ts';
import { happeningsBetween } from './happenings.ts';
import type { Happenings, Playback, Recording, StepResult } from './recording.ts';

const NOTHING: Happenings = { actions: [], errors: [], requests: [], warnings: 0 };

/** The recordings of a caller and playings of them, kept in the store until they are deleted. */
export class Recordings {
  readonly #page: Store['page'];
  readonly #clock: Clock;
  readonly #recordings: Documents;
  readonly #playbacks: Documents;
  #active: Recording | undefined;

  /** What happened is that of one session, or of all where nobody tells them apart. */
  constructor(store: Store, clock: Clock, caller: Caller, isToldApart: boolean) {
    const session = isToldApart ? caller.session : undefined;
    const documents = documentsOf(store, caller);
    this.#page = (query) => store.page({ ...query, session });
    this.#clock = clock;
    this.#recordings = documents.ofKey('recordings');
    this.#playbacks = documents.ofKey('playbacks');
  }

  /** The one that is being made; one at a time, since all pages of the session belong to it. */
  get active(): Recording | undefined {
    return this.#active;
  }

  async start(
    given: Pick<Recording, 'start_url' | 'tab_id' | 'viewport' | 'before'> & {
      readonly name?: string | undefined;
    },
  ): Promise<Recording> {
    if (this.#active) throw fault('RECORDING_ALREADY', { what: `recording (${this.#active.id})` });
    const start = this.#clock.micros();
    const { name = 'recording', ...rest } = given;
    const id = idOf(name, start);
    const recording = { id, name, status: 'recording', start, ...rest, ...NOTHING } as const;
    this.#active = recording;
    await this.#recordings.put(recording.id, recording);
    return recording;
  }

  /** Ends the one that is being made, which may be named by its id or its name. */
  async stop(wanted: string | undefined, sights: readonly Sight[] = []): Promise<Recording> {
    const active = this.#active;
    if (!active || (wanted !== undefined && wanted !== active.id && wanted !== active.name)) {
      const other = wanted === undefined ? undefined : await this.find(wanted);
      throw fault('NOT_RECORDING', { what: `recording${other ? ` ${other.id}` : ''}` });
    }
    const end = this.#clock.micros();
    const seen = await happeningsBetween({ page: this.#page }, active.start, end);
    const { before: _seen, ...rest } = active;
    const done: Recording = { ...rest, status: 'done', end, ...seen, sights };
    await this.#recordings.put(active.id, done);
    this.#active = undefined;
    return done;
  }

  /** Keeps what was done without being told to record it, so that it can be played. */
  async keep(name: string, recording: Omit<Recording, 'id' | 'name' | 'status'>): Promise<Recording> {
    const kept = { id: idOf(name, this.#clock.micros()), name, status: 'done', ...recording } as const;
    await this.#recordings.put(kept.id, kept);
    return kept;
  }

  /** By its id, or the newest of that name. */
  async find(wanted: string): Promise<Recording> {
    const recording = await this.#recordings.get<Recording>(wanted);
    if (recording) return recording;
    const all = await this.list();
    const named = all.findLast(({ name }) => name === wanted);
    if (named) return named;
    const known = all.flatMap(({ id, name }) => [id, name]);
    throw fault('NO_SUCH_RECORDING', { id: wanted, nearest: nearest(wanted, known) });
  }

  /** A recording or a playing of one: what log_diff compares. */
  async findEither(id: string): Promise<Recording | Playback> {
    return (await this.#playbacks.get<Playback>(id)) ?? this.find(id);
  }

  /** The oldest first. */
  async list(): Promise<readonly Recording[]> {
    const all = await this.#recordings.values<Recording>();
    return all.map(({ value }) => value).sort((a, b) => a.start - b.start);
  }

  async keepPlayback(recording: Recording, start: number, results: readonly StepResult[]): Promise<Playback> {
    const end = this.#clock.micros();
    const seen = await happeningsBetween({ page: this.#page }, start, end);
    const id = newId('play');
    const playback = { id, recording_id: recording.id, start, end, results, ...seen };
    await this.#playbacks.put(id, playback);
    return playback;
  }

  /** Those of a recording, or the one of that id; the newest first. */
  async playbacksOf(wanted: string): Promise<readonly Playback[]> {
    const one = await this.#playbacks.get<Playback>(wanted);
    if (one) return [one];
    const recording = await this.find(wanted);
    return (await this.#playbacks.values<Playback>())
      .map(({ value }) => value)
      .filter(({ recording_id }) => recording_id === recording.id)
      .sort((a, b) => b.start - a.start);
  }
}

/** checkout-20260728T093000123456Z */
function idOf(name: string, micros: number): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  const stamp = new Date(Math.floor(micros / 1000)).toISOString().replaceAll(/[-:.Z]/g, '');
  return `${slug || 'recording'}-${stamp}${String(micros % 1000).padStart(3, '0')}Z`;
}

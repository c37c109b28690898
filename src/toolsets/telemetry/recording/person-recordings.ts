import type { ActAnswer, PlayAct, RecordingRow } from '../../../contract/app-control.ts';
import type { CallerName } from '../../../kernel/owner.ts';
import { documentsOf } from '../../../store/own-documents.ts';
import type { Store } from '../../../store/store.ts';
import { type Playback, type Recording, stepCounts } from './recording.ts';

interface RecordingsParts {
  store(): Promise<Pick<Store, 'documents'>>;
  /** Calls a tool in that caller's name, as its agents do. */
  call(caller: CallerName, tool: string, args: Readonly<Record<string, unknown>>): Promise<ActAnswer>;
  redact(words: string): string;
}

/** Recordings as a person sees and plays them: those of all agents that they stand for. */
export class PersonRecordings {
  readonly #parts: RecordingsParts;

  constructor(parts: RecordingsParts) {
    this.#parts = parts;
  }

  async list(callers: readonly CallerName[]): Promise<readonly RecordingRow[]> {
    const all = await Promise.all(callers.map((caller) => this.#of(caller)));
    return all.flat().toSorted((one, other) => other.time - one.time);
  }

  /** In a tab of the person's own, by the tool that agents have for it. */
  async act(callers: readonly CallerName[], { recording: id }: PlayAct): Promise<ActAnswer> {
    for (const caller of callers) {
      const { recordings } = await this.#kept(caller);
      if (await recordings.get(id)) return this.#play(caller, id);
    }
    return { said: `There is no recording ${id} any more.`, isRefused: true };
  }

  /** What failed is told to agents in data; a person sees it in the timeline. */
  async #play(caller: CallerName, id: string): Promise<ActAnswer> {
    const args = { action: 'playback', recording_id: id };
    const { said, isRefused } = await this.#parts.call(caller, 'configure', args);
    return { said: said.split('\n')[0] ?? '', isRefused };
  }

  async #of(caller: CallerName): Promise<RecordingRow[]> {
    const { recordings, playbacks } = await this.#kept(caller);
    const played = (await playbacks.values<Playback>()).map(({ value }) => value);
    return (await recordings.values<Recording>()).map(({ value }) => {
      const { id, name, start, start_url, actions, status } = value;
      const last = played
        .filter(({ recording_id }) => recording_id === id)
        .reduce<Playback | undefined>(
          (best, one) => (best && best.start > one.start ? best : one),
          undefined,
        );
      const { ok = 0, healed = 0 } = last ? stepCounts(last.results) : {};
      return {
        id,
        name: this.#parts.redact(name),
        time: start,
        url: this.#parts.redact(start_url),
        actions: actions.length,
        isOpen: status === 'recording',
        ...(last && { played: { time: last.start, done: ok + healed, steps: last.results.length } }),
      };
    });
  }

  async #kept(name: CallerName) {
    const documents = documentsOf(await this.#parts.store(), { name, cwd: '' });
    return { recordings: documents.ofKey('recordings'), playbacks: documents.ofKey('playbacks') };
  }
}

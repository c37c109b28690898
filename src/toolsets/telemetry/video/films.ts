import { basename, extname } from 'node:path';
import { drawInput } from '../../../engines/browser/media/show-input.ts';
import type { Video, VideoOptions } from '../../../engines/browser/media/video.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { fault } from '../../../kernel/fault.ts';
import { removeDirectly } from '../../../kernel/open-directly.ts';
import type { Caller } from '../../../kernel/tool.ts';
import { type Cue, cuesOf, writeWebvtt } from '../../../report/webvtt.ts';
import type { TelemetryDeps } from '../deps.ts';
import { wordsOf } from '../generate/step-words.ts';
import { stepsOf } from '../generate/steps.ts';
import { happeningsBetween } from '../recording/happenings.ts';

export interface FilmOptions extends Pick<VideoOptions, 'size' | 'fps'> {
  /** Of its files. */
  readonly name: string;
  /** Captions are in the picture, or in a file beside it. */
  readonly captions: 'burnt' | 'beside';
  /** Clicks and keys are drawn in. */
  readonly showsInput: boolean;
}

export interface Finished {
  readonly name: string;
  readonly tab: Tab;
  readonly video: Video;
  readonly chapters: readonly Cue[];
  /** Files beside the video. */
  readonly files: { readonly chapters?: string; readonly captions?: string };
}

type FilmDeps = Pick<TelemetryDeps, 'store' | 'clock' | 'log' | 'output' | 'captions' | 'settled' | 'redact'>;

interface Film {
  readonly tab: Tab;
  /** The first call of it writes all files; every other gives the same. */
  finish(): Promise<Finished>;
}

/** The videos of one session's tabs. One whose page or browser goes away is saved at once, up to there. */
export class Films {
  readonly #running = new Map<string, Film>();

  /** Gives the file that will be there. */
  async start(deps: FilmDeps, caller: Caller, tab: Tab, options: FilmOptions): Promise<string> {
    const { size, fps, captions, showsInput } = options;
    await tab.video.start({ size, fps, isNative: true, outlivesTab: true });
    const started = deps.clock.micros();
    const place = await Place.take(
      deps.output,
      caller,
      `${options.name}.${tab.video.format ?? 'webm'}`,
    ).catch(async (thrown: unknown) => {
      await tab.video.discard();
      throw thrown;
    });
    const said: { at: number; text: string }[] = [];
    const heard = (text: string) => said.push({ at: (deps.clock.micros() - started) / 1000, text });
    const follower = { isBeside: captions === 'beside', heard };
    const endings = [
      await deps.captions.follow(tab, follower),
      ...(showsInput ? [await drawInput(tab)] : []),
    ];
    let finished: Promise<Finished> | undefined;
    const film: Film = {
      tab,
      finish: () => (finished ??= end()),
    };
    const save = () =>
      void film.finish().catch((cause) => deps.log.warning('a video could not be saved', { cause }));
    const end = async () => {
      tab.page.off('close', save).off('crash', save);
      const video = await tab.video
        .stop((format, content) => place.write(format, content))
        .catch(async (thrown: unknown) => {
          await place.giveUp();
          throw thrown;
        });
      await Promise.all(endings.map((stop) => stop()));
      const chapters = await chaptersOf(deps, tab, started, video);
      const files = await beside(deps, caller, video, {
        chapters,
        captions: follower.isBeside ? cuesOf(said, video.duration) : [],
      });
      return { name: options.name, tab, video, chapters, files };
    };
    tab.page.once('close', save).once('crash', save);
    this.#running.set(tab.id, film);
    return place.path;
  }

  /** Of the tab, or of the only one that has one. */
  async stop(tab: string | undefined): Promise<Finished> {
    const [only, ...others] = tab === undefined ? [...this.#running.keys()] : [tab];
    const film = only === undefined ? undefined : this.#running.get(only);
    if (!film || others.length > 0) {
      const what =
        others.length > 0 ? `single video; say which tab (${[only, ...others].join(', ')}):` : 'video';
      throw fault('NOT_RECORDING', { what });
    }
    this.#running.delete(only!);
    return film.finish();
  }

  /** Whatever still runs is saved. */
  async close(): Promise<void> {
    const films = [...this.#running.values()];
    this.#running.clear();
    await Promise.allSettled(films.map((film) => film.finish()));
  }
}

/** A file that is there from the start on, so that its name can be told and nobody else takes it. */
class Place {
  readonly path: string;
  readonly #output: TelemetryDeps['output'];
  readonly #caller: Caller;

  private constructor(output: TelemetryDeps['output'], caller: Caller, path: string) {
    this.#output = output;
    this.#caller = caller;
    this.path = path;
  }

  static async take(output: TelemetryDeps['output'], caller: Caller, name: string): Promise<Place> {
    const { path } = await output.write(caller, name, new Uint8Array());
    return new Place(output, caller, await output.wrote(path));
  }

  /** Puts the video there; beside it, if it has become one of another format. */
  async write(format: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<string> {
    const ending = extname(this.path);
    const isSame = ending === `.${format}`;
    const { path } = await this.#output.write(
      this.#caller,
      `${basename(this.path, ending)}.${format}`,
      content,
    );
    if (!isSame) await this.giveUp();
    return this.#output.wrote(path, isSame ? this.path : path);
  }

  giveUp(): Promise<void> {
    return removeDirectly(this.path).catch(() => {}); // somebody else was quicker
  }
}

/** What was done in the tab meanwhile, each until the next. */
async function chaptersOf(
  deps: FilmDeps,
  tab: Tab,
  started: number,
  { duration }: Video,
): Promise<readonly Cue[]> {
  await deps.settled();
  const { actions } = await happeningsBetween(deps.store, started, started + duration * 1000);
  const steps = stepsOf(actions.filter(({ page }) => page === tab.id));
  const marks = steps.map(({ action, onto }) => ({
    at: action.at,
    text: deps.redact(wordsOf(action, onto, (url) => url)),
  }));
  return cuesOf(marks, duration);
}

async function beside(
  { output, store, redact }: FilmDeps,
  caller: Caller,
  { path }: Video,
  cues: { readonly chapters: readonly Cue[]; readonly captions: readonly Cue[] },
): Promise<Finished['files']> {
  const stem = basename(path, extname(path));
  const write = async (name: string, some: readonly Cue[]) => {
    if (some.length === 0) return undefined;
    const written = await output.write(caller, name, Buffer.from(redact(writeWebvtt(some))));
    return output.wrote(written.path);
  };
  const chapters = await write(`${stem}.chapters.vtt`, cues.chapters);
  const captions = await write(`${stem}.vtt`, cues.captions);
  const files = { ...(chapters && { chapters }), ...(captions && { captions }) };
  await store.videos.amend(path, files);
  return files;
}

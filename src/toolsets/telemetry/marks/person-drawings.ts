import type {
  DrawAct,
  DrawAnswer,
  DrawRequest,
  FrozenAnswer,
  ShownMark,
} from '../../../contract/app-drawings.ts';
import type { Drawing, DrawnMark } from '../../../contract/marks.ts';
import {
  boxAround,
  elementsBelow,
  type FrozenPage,
  freezePage,
} from '../../../engines/browser/marks/frozen-page.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { fault } from '../../../kernel/fault.ts';
import type { CallerName } from '../../../kernel/owner.ts';
import type { Redactor } from '../../../kernel/redact.ts';
import type { Caller } from '../../../kernel/tool.ts';
import type { TelemetryShared } from '../deps.ts';
import { drawOnPage } from './draw-on-page.ts';
import type { Asked, Drawings, Paper } from './drawings.ts';
import { frozenCamera } from './frozen-camera.ts';

interface DrawingParts {
  /** What the telemetry tools work on, as far as somebody has used them; made where it is needed. */
  known(): TelemetryShared | undefined;
  telemetry(): Promise<TelemetryShared>;
  /** Sessions of a caller that are open now. */
  sessionsOf(caller: CallerName): readonly { readonly id: string; readonly client?: string | undefined }[];
  /** A page that is open now, and the session that has it. */
  pageOf(
    callers: readonly CallerName[],
    page: string,
  ): { readonly tab: Tab; readonly session: string; readonly caller: CallerName } | undefined;
  /** The folder that the client of a session works in. */
  folderOf(caller: CallerName, session: string): Promise<string>;
  readonly redactor: Redactor;
}

const OPEN: readonly Drawing['status'][] = ['waiting', 'drawing'];

interface Found {
  readonly asked: Asked;
  readonly drawings: Drawings;
  readonly agent: string | undefined;
}

interface Begun {
  readonly caller: CallerName;
  readonly left: AbortController;
}

/** What agents ask to be drawn, and what people draw of their own accord, in the web app on pages as they were. */
export class PersonDrawings {
  readonly #parts: DrawingParts;
  readonly #redact: (words: string) => string;
  readonly #watched = new WeakSet<Drawings>();
  readonly #listeners = new Set<() => void>();
  readonly #frozen = new Map<string, FrozenPage & { readonly version: number }>();
  /** Each act keeps what the one before it has kept. */
  readonly #lines = new WeakMap<Asked, Promise<unknown>>();
  readonly #begun = new Map<string, Begun>();
  #version = 0;

  constructor(parts: DrawingParts) {
    this.#parts = parts;
    const readers = parts.redactor.forReaders();
    this.#redact = (words) => readers.text(words);
  }

  /** What waits or is at work, the oldest first. */
  open(callers: readonly CallerName[]): readonly DrawRequest[] {
    const all = this.#all(callers);
    return all
      .map(({ asked: { drawing, paper }, agent }) => ({
        id: drawing.id,
        time: Date.parse(drawing.asked),
        ...(agent !== undefined && drawing.source === 'overlay' && { agent }),
        isOwn: drawing.source === 'app',
        ask: this.#redact(drawing.question ?? ''),
        page: drawing.tab,
        title: this.#redact(drawing.title),
        url: this.#redact(drawing.url),
        marks: drawing.marks.length,
        isBehind: paper === undefined,
      }))
      .toSorted((one, other) => one.time - other.time);
  }

  /** Told when something of them may have changed. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async act(callers: readonly CallerName[], act: DrawAct): Promise<DrawAnswer> {
    if (act.kind === 'begin') return { id: await this.#begin(callers, act.page), marks: [] };
    const { asked } = this.#find(callers, act.id);
    const acted = (this.#lines.get(asked) ?? Promise.resolve()).then(() => this.#onPaper(asked, act));
    this.#lines.set(
      asked,
      acted.catch(() => {}), // whoever did it is told
    );
    return acted;
  }

  async #onPaper(asked: Asked, act: Exclude<DrawAct, { kind: 'begin' }>): Promise<DrawAnswer> {
    const { paper } = asked;
    // Another one of this page comes first.
    if (!paper) throw notOpen(act.id);
    const { id } = asked.drawing;
    switch (act.kind) {
      case 'freeze':
        return { id, frozen: await this.#freeze(asked, paper), marks: this.#marks(asked) };
      case 'leave':
        this.#frozen.delete(id);
        paper.putBack();
        this.#begun.get(id)?.left.abort();
        break;
      case 'mark':
        await this.#mark(asked, paper, act);
        break;
      case 'remove':
        await this.#say(asked, paper, { say: 'removed', number: act.number });
        break;
      case 'done':
        await this.#say(asked, paper, { say: 'done' });
        break;
      case 'decline':
        await this.#say(asked, paper, { say: 'declined' });
        break;
    }
    return { id, marks: this.#marks(asked) };
  }

  /** The picture that is drawn on. */
  picture(callers: readonly CallerName[], id: string): Uint8Array | undefined {
    return this.#frozen.get(this.#find(callers, id).asked.drawing.id)?.bytes;
  }

  /** Nobody is there any more for a caller: what is asked is on the pages again. */
  left(caller: CallerName): void {
    for (const { asked } of this.#all([caller])) asked.paper?.putBack();
    for (const { caller: owner, left } of this.#begun.values()) if (owner === caller) left.abort();
  }

  async #begin(callers: readonly CallerName[], page: string): Promise<string> {
    const found = this.#parts.pageOf(callers, page);
    if (!found) throw fault('TAB_CLOSED', { tab: page });
    const { tab, session, caller } = found;
    const first = this.#all(callers).find(({ asked }) => asked.tab === tab);
    if (first) return first.asked.drawing.id;
    const telemetry = await this.#parts.telemetry();
    const client = this.#parts.sessionsOf(caller).find(({ id }) => id === session)?.client;
    const whose: Caller = {
      session,
      name: caller,
      cwd: await this.#parts.folderOf(caller, session),
      ...(client !== undefined && { client: { name: client, version: '' } }),
    };
    const { drawings } = telemetry.ownOf(whose);
    const left = new AbortController();
    const { signal } = left;
    const begun = Promise.withResolvers<string>();
    const draw = drawOnPage(
      { deps: { ...telemetry, drawings }, caller: whose, signal, changed: () => {} },
      true,
    );
    drawings
      .ask(
        tab,
        { source: 'app' },
        {
          queued: () => {},
          signal,
          draw: (asked, keep, waiting) => {
            const { id } = asked.drawing;
            this.#begun.set(id, { caller, left });
            const drawn = draw(asked, keep, waiting).finally(() => this.#begun.delete(id));
            begun.resolve(id);
            return drawn;
          },
        },
      )
      .catch((thrown: unknown) => begun.reject(thrown));
    this.#all(callers);
    return begun.promise;
  }

  async #freeze(asked: Asked, paper: Paper): Promise<FrozenAnswer> {
    paper.lift();
    const { drawing, tab } = asked;
    const frozen = { ...(await freezePage(tab)), version: ++this.#version };
    this.#frozen.set(drawing.id, frozen);
    const { width, height, url } = frozen.view;
    return {
      id: drawing.id,
      ask: this.#redact(drawing.question ?? ''),
      title: this.#redact(await tab.title()),
      url: this.#redact(url),
      width,
      height,
      version: frozen.version,
      marks: this.#marks(asked),
    };
  }

  async #mark(
    asked: Asked,
    paper: Paper,
    { shape, points, text }: Extract<DrawAct, { kind: 'mark' }>,
  ): Promise<void> {
    const frozen = this.#frozenOf(asked);
    const { url, width, height, scroll } = frozen.view;
    const drawn = { kind: shape, points, box: boxAround(points) };
    const mark: DrawnMark = {
      ...drawn,
      number: Math.max(0, ...asked.drawing.marks.map(({ number }) => number)) + 1,
      text,
      url,
      viewport: { width, height },
      scroll,
      elements: await elementsBelow(asked.tab, frozen, drawn),
    };
    await this.#say(asked, paper, { say: 'mark', mark });
  }

  async #say(asked: Asked, paper: Paper, word: Parameters<Paper['hear']>[0]): Promise<void> {
    const frozen = this.#frozen.get(asked.drawing.id);
    const said = word.say === 'mark' ? [word.mark] : [];
    // What is declined before anything was seen needs no picture.
    const camera = async (around?: Parameters<Parameters<Paper['hear']>[1]>[0]) =>
      frozenCamera(frozen ?? this.#frozenOf(asked), [...asked.drawing.marks, ...said], around);
    await paper.hear(word, camera);
    if (word.say === 'done' || word.say === 'declined') this.#frozen.delete(asked.drawing.id);
  }

  #frozenOf({ drawing }: Asked) {
    const frozen = this.#frozen.get(drawing.id);
    if (!frozen) throw notOpen(drawing.id);
    return frozen;
  }

  #marks({ drawing }: Asked): readonly ShownMark[] {
    const url = this.#frozen.get(drawing.id)?.view.url;
    return drawing.marks
      .filter((mark) => url === undefined || mark.url === url)
      .map(({ number, kind, box, points, text }) => ({ number, kind, box, points, text }));
  }

  #find(callers: readonly CallerName[], id: string): Found {
    const found = this.#all(callers).find(({ asked }) => asked.drawing.id === id);
    if (!found) throw notOpen(id);
    return found;
  }

  /** Of all sessions of the callers; those that are new are listened to. */
  #all(callers: readonly CallerName[]): readonly Found[] {
    const telemetry = this.#parts.known();
    if (!telemetry) return [];
    return callers.flatMap((caller) =>
      this.#parts.sessionsOf(caller).flatMap(({ id, client }) => {
        const drawings = telemetry.known(id)?.drawings;
        if (!drawings) return [];
        if (!this.#watched.has(drawings)) {
          this.#watched.add(drawings);
          drawings.whenChanged(() => {
            for (const listener of this.#listeners) listener();
          });
        }
        const open = drawings.asked.filter(({ drawing }) => OPEN.includes(drawing.status));
        return open.map((asked) => ({ asked, drawings, agent: client }));
      }),
    );
  }
}

const notOpen = (id: string) => fault('NO_SUCH_MARK', { id, what: 'drawing' });

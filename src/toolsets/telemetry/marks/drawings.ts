import type { ShownAnswer } from '../../../contract/handing.ts';
import {
  type Drawing,
  type DrawnMark,
  type DrawWord,
  drawing as drawingSchema,
  type KeptMark,
} from '../../../contract/marks.ts';
import { showAnswer } from '../../../engines/browser/marks/answer-card.page.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { type Clock, isoMicros } from '../../../kernel/clock.ts';
import { fault } from '../../../kernel/fault.ts';
import { newId } from '../../../kernel/ids.ts';
import { nearest } from '../../../kernel/nearest.ts';
import type { Documents } from '../../../store/documents.ts';

/** How long an answer stays on the page for the person to see. */
const ANSWER_MS = 15_000;

/** Takes a view with the marks and without them: the whole of it unless around a mark. */
export type Camera = (
  mark?: Pick<DrawnMark, 'box' | 'viewport'>,
) => Promise<{ readonly marked: Uint8Array; readonly plain: Uint8Array }>;

/** What a drawing is made on; at first it lies on the page itself. */
export interface Paper {
  /** From now on the person draws elsewhere, and what they do there is said here. */
  lift(): void;
  putBack(): void;
  hear(word: DrawWord, camera: Camera): Promise<void>;
}

/** A request that waits for its turn, or is being drawn for. */
export interface Asked {
  readonly tab: Tab;
  drawing: Drawing;
  /** Once it is its turn. */
  paper?: Paper;
}

/** Draws for one request until the person is done; what it keeps it tells. */
export type Draw = (
  asked: Asked,
  keep: (drawing: Drawing) => Promise<void>,
  waiting: () => readonly string[],
) => Promise<void>;

/** What people were asked to mark and what they marked, kept until it is deleted; one request after the other a tab. */
export class Drawings {
  readonly #documents: Documents;
  readonly #clock: Clock;
  readonly #answered: (answer: ShownAnswer) => void;
  readonly #lines = new Map<Tab, Asked[]>();
  readonly #listeners: (() => void)[] = [];
  /** Who waits for the next drawing that ends. */
  #waiters: ((drawing: Drawing) => void)[] = [];

  /** `answered` brings an answer to the browser in which it was shown. */
  constructor(documents: Documents, clock: Clock, answered: (answer: ShownAnswer) => void = () => {}) {
    this.#documents = documents;
    this.#clock = clock;
    this.#answered = answered;
  }

  /** Resolves when the person has answered this one, or the page is gone; those before it come first. */
  async ask(
    tab: Tab,
    { question, session, source = 'overlay' }: Partial<Pick<Drawing, 'question' | 'session' | 'source'>>,
    { draw, queued, signal }: { draw: Draw; queued(place: number): unknown; signal: AbortSignal },
  ): Promise<Drawing> {
    const asked: Asked = {
      tab,
      drawing: {
        id: `draw-${tab.id}-${Math.floor(this.#clock.micros() / 1000)}-${newId('d').slice(-4)}`,
        ...(session !== undefined && { session }),
        ...(question !== undefined && { question }),
        source,
        tab: tab.id,
        url: tab.url,
        title: await tab.title(),
        status: 'waiting',
        asked: this.#now(),
        marks: [],
        pictures: {},
      },
    };
    const line = this.#lines.get(tab) ?? [];
    this.#lines.set(tab, line);
    line.push(asked);
    queued(line.indexOf(asked));
    try {
      await this.#keep(asked, asked.drawing);
      await this.#turn(line, asked, signal);
      const waiting = () => line.slice(1).map(({ drawing }) => drawing.question ?? '');
      await this.#keep(asked, { ...asked.drawing, status: 'drawing' });
      await draw(asked, (drawing) => this.#keep(asked, drawing), waiting);
    } catch (thrown) {
      await this.#keep(asked, { ...asked.drawing, status: 'broken', ended: this.#now() });
      // What was marked until then is not lost.
      if (asked.drawing.marks.length === 0) throw thrown;
    } finally {
      line.splice(line.indexOf(asked), 1);
      for (const turn of this.#turns.splice(0)) turn();
      this.#told();
    }
    for (const tell of this.#waiters.splice(0)) tell(asked.drawing);
    return asked.drawing;
  }

  #turns: (() => void)[] = [];

  async #turn(line: readonly Asked[], asked: Asked, signal: AbortSignal): Promise<void> {
    while (line[0] !== asked) {
      signal.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#turns.push(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
      await promise;
    }
  }

  /** Those that are there now, the oldest first; of one session if it is named. */
  async list(session?: string): Promise<readonly Drawing[]> {
    const all = (await this.#documents.values()).flatMap(({ value }) => {
      const { data } = drawingSchema.safeParse(value);
      return data ? [data] : [];
    });
    return all
      .filter((one) => session === undefined || one.session === session)
      .toSorted((a, b) => (a.asked < b.asked ? -1 : 1));
  }

  async find(id: string): Promise<Drawing> {
    const { data } = drawingSchema.safeParse(await this.#documents.get(id));
    if (data) return data;
    const known = (await this.list()).map((one) => one.id);
    throw fault('NO_SUCH_MARK', { id, what: 'drawing', nearest: nearest(id, known) });
  }

  async findMark(id: string): Promise<{ readonly drawing: Drawing; readonly mark: KeptMark }> {
    const all = await this.list();
    for (const drawing of all) {
      const mark = drawing.marks.find((one) => one.id === id);
      if (mark) return { drawing, mark };
    }
    const known = all.flatMap(({ marks }) => marks.map((mark) => mark.id));
    throw fault('NO_SUCH_MARK', { id, what: 'mark', nearest: nearest(id, known) });
  }

  /** An agent's word on a mark; the person sees it where they made it, if the page is still there. */
  async answer(
    id: string,
    { reply, isDone }: { reply: string | undefined; isDone: boolean },
    tabs: readonly Tab[],
  ): Promise<{ readonly mark: KeptMark; readonly isShown: boolean }> {
    const { drawing, mark: before } = await this.findMark(id);
    const state = isDone ? ('done' as const) : ('answered' as const);
    const mark: KeptMark = { ...before, state, ...(reply !== undefined && { reply }) };
    const answered = (of: Drawing): Drawing => ({
      ...of,
      marks: of.marks.map((one) => (one.id === id ? mark : one)),
    });
    // Of one that is still drawn, what is there now: it will be kept again.
    const asked = this.asked.find((one) => one.drawing.id === drawing.id);
    if (asked) await this.#keep(asked, answered(asked.drawing));
    else await this.#documents.put(drawing.id, answered(drawing));
    if (drawing.source === 'extension') {
      const said = mark.text || `mark ${mark.number}`;
      this.#answered({ id, url: mark.url, said, reply: reply ?? '', isDone });
      return { mark, isShown: true };
    }
    const tab = tabs.find((one) => one.id === drawing.tab && one.url === mark.url);
    if (!tab?.cdp.isThere) return { mark, isShown: false };
    const { box, number } = mark;
    const words = [mark.text, reply].filter(Boolean).join(' — ');
    const shown = tab.cdp.run(showAnswer, { box, number, words, isDone }, ANSWER_MS);
    return {
      mark,
      isShown: await shown.then(
        () => true,
        () => false, // it went away meanwhile
      ),
    };
  }

  /** An agent's word on a note; the person sees it in the browser in which they wrote it. */
  async answerNote(
    drawing: Drawing,
    { reply, isDone }: { reply: string | undefined; isDone: boolean },
  ): Promise<Drawing> {
    const answered = { ...drawing, ...(reply !== undefined && { reply }) };
    await this.#documents.put(drawing.id, answered);
    const { id, url, note = '' } = drawing;
    this.#answered({ id, url, said: note, reply: reply ?? '', isDone });
    return answered;
  }

  /** One has come that nobody asked for. */
  handedOver(drawing: Drawing): void {
    for (const tell of this.#waiters.splice(0)) tell(drawing);
  }

  /** The next one that ends. */
  next(signal: AbortSignal): Promise<Drawing> {
    const { promise, resolve, reject } = Promise.withResolvers<Drawing>();
    this.#waiters.push(resolve);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    return promise;
  }

  /** Requests that nobody has answered yet. */
  get open(): readonly Drawing[] {
    return this.asked.map(({ drawing }) => drawing);
  }

  /** The same with their pages, in the order of their turns. */
  get asked(): readonly Asked[] {
    return [...this.#lines.values()].flat();
  }

  /** Told when something of them has changed. */
  whenChanged(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #told(): void {
    for (const listener of this.#listeners) listener();
  }

  async #keep(asked: Asked, drawing: Drawing): Promise<void> {
    asked.drawing = drawing;
    this.#told();
    await this.#documents.put(drawing.id, drawing);
  }

  #now(): string {
    return isoMicros(this.#clock.micros());
  }
}

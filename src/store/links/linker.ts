import { setImmediate as otherTurns } from 'node:timers/promises';
import type { Stream } from '../../contract/streams.ts';
import type { Log } from '../../kernel/log.ts';
import { type Item, SPAN, seqOf } from '../item-row.ts';
import { readMeta, writeMeta } from '../migrations.ts';
import type { Opened } from '../opened.ts';
import { Search } from '../search.ts';
import { AfterActions } from './after-actions.ts';
import { valuesOf } from './answer-values.ts';
import { type Fact, factOf } from './fact.ts';
import { Learned } from './learned.ts';
import type { Link } from './link.ts';
import { putLinks } from './link-table.ts';
import { answersBefore, linksTo, touchedBy } from './rules.ts';
import { Window } from './window.ts';

/** What takes part always; what there may be too much of does when it is an error, or came just after an action. */
const STREAMS: readonly Stream[] = [
  'action',
  'shot',
  'request',
  'navigation',
  'exception',
  'exchange',
  'span',
  'service_log',
  'call',
];

const CHUNK = 250;
/** So long others may have to wait. */
const TURN_MS = 3;
/** What has come is looked at a little later, with what comes after it. */
const SOON_MS = 250;
/** While there is more to do, so many times as long as the step before took; less while nothing new is written. */
const REST = 9;
const QUIET_REST = 1;
/** What came shortly before the place where it was left off may still be a cause. */
const OVERLAP = 2000;
/** So long after its end an exchange may lie within one that is not told of yet: what runs for long is told sooner. */
const SETTLING_MICROS = 2_000_000;
/** More than can be judged anew: the window of facts is shorter. */
const MOST_SAID = 6000;
/** So many are looked at once more when more is known, so long. */
const MOST_UNDECIDED = 1000;
const UNDECIDED_MICROS = 60_000_000;
/** Rest after that, as many times as long as it took. */
const LOOK_REST = 50;
/** Where more than that are possible, that is not worth keeping: it would crowd out what is known. */
const MOST_POSSIBLE = 8;
const MARK = 'linked';

interface LinkerOptions {
  readonly open: () => Promise<Opened>;
  readonly getBody: (blob: string) => Promise<Uint8Array | undefined>;
  readonly log: Log;
}

/** Follows the record and notes who caused what, behind everybody's back. Where it was left off is kept. */
export class Linker {
  readonly #options: LinkerOptions;
  #window = new Window();
  #learned = new Learned();
  #afterActions = new AfterActions();
  /** What was said of effects lately: it may have to be taken back. */
  #said = new Map<number, readonly Link[]>();
  /** Exchanges whose causes may not all have come yet. */
  #unsettled: Fact[] = [];
  /** Exchanges of which more than one could be the cause. */
  #undecided: Fact[] = [];
  #nextLook = 0;
  #opened: Opened | undefined;
  #mark = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Something was written since the last step began. */
  #hasNews = false;
  #working: Promise<boolean> | undefined;
  #isClosed = false;

  constructor(options: LinkerOptions) {
    this.#options = options;
  }

  /** Something was written. */
  notice(): void {
    this.#hasNews = true;
    this.#plan(SOON_MS);
  }

  #plan(delay: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.#follow(), delay).unref();
  }

  /** Links all that was written so far; says whether that could be done in the time. */
  async catchUp(ms: number): Promise<boolean> {
    const until = performance.now() + ms;
    // A step under way may have looked before the last was written.
    await this.#working?.catch(() => false);
    while (!this.#isClosed && performance.now() < until) if (!(await this.#step())) return true;
    return false;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#working?.catch(() => false);
  }

  async #follow(): Promise<void> {
    const started = performance.now();
    const rest = this.#hasNews ? REST : QUIET_REST;
    this.#hasNews = false;
    try {
      const hasMore = await this.#step();
      this.#timer = undefined;
      if (hasMore) this.#plan((performance.now() - started) * rest);
    } catch (cause) {
      this.#timer = undefined;
      this.#options.log.debug('links could not be made', { cause });
    }
  }

  /** One step at a time, whoever asks; says whether there may be more. */
  #step(): Promise<boolean> {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  async #work(): Promise<boolean> {
    const opened = await this.#options.open();
    await this.#begin(opened);
    const items = await this.#next(opened);
    const last = items.at(-1);
    // Once all is read, what ended long ago by the clock is over, though nothing has come since.
    const clock = (performance.timeOrigin + performance.now()) * 1000;
    const now = last && items.length === CHUNK ? last.time : Math.max(clock, last?.time ?? 0);
    const links = await this.#link(items);
    links.push(...(await this.#link(await this.#afterActions.load(new Search(opened), now))));
    links.push(...this.#settle(now));
    if (items.length < CHUNK && performance.now() >= this.#nextLook) links.push(...this.#reconsider(now));
    await putLinks(opened, links);
    if (!last) return false;
    this.#mark = last.seq;
    await writeMeta(opened.backend.db, MARK, last.seq);
    return items.length >= CHUNK;
  }

  /** A record that was opened anew is followed from where it was left off. */
  async #begin(opened: Opened): Promise<void> {
    if (this.#opened === opened) return;
    const mark = (await readMeta(opened.backend.db, MARK)) ?? 0;
    this.#opened = opened;
    this.#window = new Window();
    this.#learned = new Learned();
    this.#afterActions = new AfterActions();
    this.#unsettled = [];
    this.#undecided = [];
    this.#said.clear();
    this.#mark = Math.max(0, mark - OVERLAP);
  }

  async #next(opened: Opened): Promise<Item[]> {
    const search = new Search(opened);
    const range = { from: this.#mark + 1, to: SPAN - 1 };
    const [some, lines] = await Promise.all([
      search.ids({ streams: STREAMS }, range, 'oldest', CHUNK),
      search.ids({ streams: ['console'], minLevel: 'error' }, range, 'oldest', CHUNK),
    ]);
    const ids = [...some, ...lines].sort((one, other) => seqOf(one) - seqOf(other));
    return search.load(ids.slice(0, CHUNK));
  }

  async #link(items: readonly Item[]): Promise<Link[]> {
    // What several of them touch is judged once, by all that is known then.
    const touched = new Set<Fact>();
    let turn = performance.now();
    const breathe = async () => {
      if (performance.now() - turn < TURN_MS) return;
      await otherTurns();
      turn = performance.now();
    };
    for (const item of items) {
      const fact = factOf(item);
      if (!fact || this.#window.has(fact.seq)) continue;
      this.#window.add(fact);
      this.#afterActions.note(fact);
      if (fact.exchange && !fact.exchange.isRunning) this.#unsettled.push(fact);
      for (const effect of touchedBy(fact, this.#window)) touched.add(effect);
      await breathe();
    }
    const links: Link[] = [];
    for (const effect of touched) {
      // An answer is mostly told of after what was said of it.
      if (effect.said) await this.#readAnswers(effect);
      links.push(...this.#judge(effect));
      await breathe();
    }
    return links;
  }

  /** The links to it that are new, or surer or less sure than before; what no longer holds is only possible. */
  #judge(effect: Fact): readonly Link[] {
    const links = linksTo(effect, this.#window, this.#learned);
    const before = this.#said.get(effect.seq) ?? [];
    this.#said.delete(effect.seq);
    this.#said.set(effect.seq, links);
    for (const seq of this.#said.keys()) {
      if (this.#said.size <= MOST_SAID) break;
      this.#said.delete(seq);
    }
    const isCrowd = links.filter(({ confidence }) => confidence === 'possible').length > MOST_POSSIBLE;
    const known = new Map(before.map((old) => [`${old.cause} ${old.kind}`, old]));
    const changed = links.filter((link) => {
      const key = `${link.cause} ${link.kind}`;
      const old = known.get(key)?.confidence;
      known.delete(key);
      // What was said to be more is taken back all the same.
      return old !== link.confidence && !(isCrowd && link.confidence === 'possible' && old === undefined);
    });
    const gone = [...known.values()].filter(({ confidence }) => confidence !== 'possible');
    return [...changed, ...gone.map((old) => ({ ...old, confidence: 'possible' as const }))];
  }

  /** What the page may have been answered before it said that. */
  async #readAnswers(said: Fact): Promise<void> {
    for (const { request } of answersBefore(said, this.#window)) {
      if (!request?.blob || request.values) continue;
      const bytes = await this.#options.getBody(request.blob).catch(() => undefined);
      request.values = bytes ? valuesOf(Buffer.from(bytes).toString()) : [];
    }
  }

  /** By all that it can be: only this may tell of others. */
  #decide(effect: Fact): readonly Link[] {
    const links = this.#judge(effect);
    this.#learned.deeds.tell(effect, this.#requestBehind(this.#said.get(effect.seq) ?? []));
    return links;
  }

  /** The request that it was done for, if that can be told. */
  #requestBehind(links: readonly Link[]): Fact | undefined {
    const told = links.filter(
      ({ kind, confidence }) => confidence !== 'possible' && (kind === 'inside' || kind === 'trace'),
    );
    const causes = told.map(({ cause }) => this.#window.get(cause)).filter((cause) => cause?.exchange);
    return causes.length === 1 ? causes[0] : undefined;
  }

  /** What all causes have been told of by now teaches who asks for what, and is judged by what is known then. */
  #settle(now: number): Link[] {
    const isOver = (fact: Fact) => fact.end < now - SETTLING_MICROS;
    // What has left the window stays as it was said: those that it lay within have left it, too.
    const over = this.#unsettled
      .filter((fact) => isOver(fact) && this.#window.has(fact.seq))
      .toSorted((one, other) => one.start - other.start);
    this.#unsettled = this.#unsettled.filter((fact) => !isOver(fact));
    for (const fact of over) this.#learned.learn(fact, this.#window);
    const links = over.flatMap((fact) => this.#decide(fact));
    for (const fact of over) this.#learned.confirm(fact);
    this.#undecided = [...this.#undecided, ...over.filter((fact) => this.#isUndecided(fact))].slice(
      -MOST_UNDECIDED,
    );
    return links;
  }

  /** More may be known by now than when it was looked at; what it leads to may tell of others. */
  #reconsider(now: number): Link[] {
    if (this.#undecided.length === 0) return [];
    const started = performance.now();
    const links: Link[] = [];
    for (let left = this.#undecided.length + 1; this.#undecided.length < left; ) {
      left = this.#undecided.length;
      links.push(...this.#undecided.flatMap((fact) => this.#decide(fact)));
      this.#undecided = this.#undecided.filter((fact) => this.#isUndecided(fact));
    }
    this.#undecided = this.#undecided.filter(({ end }) => end > now - UNDECIDED_MICROS);
    this.#nextLook = performance.now() + (performance.now() - started) * LOOK_REST;
    return links;
  }

  #isUndecided(fact: Fact): boolean {
    return (
      this.#window.has(fact.seq) &&
      (this.#said.get(fact.seq) ?? []).some(({ kind }) => kind === 'inside') &&
      !this.#learned.deeds.causeOf(fact)
    );
  }
}

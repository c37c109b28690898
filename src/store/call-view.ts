import { LANE_OF, type Lane } from '../contract/app.ts';
import type { CallRow, CallsAnswer, Cost, CostsAnswer } from '../contract/app-calls.ts';
import { breather } from '../kernel/breathe.ts';
import type { Redactor } from '../kernel/redact.ts';
import type { ItemOf } from './item-row.ts';
import type { Store } from './store.ts';
import type { Kind, Timeline } from './timeline.ts';
import { type Ask, Whose, type WhoseParts } from './whose.ts';

export interface CallViewParts extends WhoseParts {
  store(): Promise<Store>;
  readonly redactor: Redactor;
}

type CallItem = ItemOf<'call'>;

/** How long to wait until what was seen last is linked. */
const LINK_MS = 300;
/** Effects of effects are followed so far, and so many things of one page of calls are looked at. */
const DEPTH = 4;
const MOST_EFFECTS = 1500;
/** So many calls are read at a time, and for so long at most. */
const AT_ONCE = 1000;
const COSTS_MS = 2000;

/** The journal: what agents called, what it cost, and what came of it. */
export class CallView {
  readonly #parts: CallViewParts;
  readonly #whose: Whose;
  readonly #redactor: Redactor;

  constructor(parts: CallViewParts) {
    this.#parts = parts;
    this.#whose = new Whose(parts);
    this.#redactor = parts.redactor.forReaders();
  }

  async calls(
    callers: readonly string[],
    ask: Ask,
    limit: number,
    before: number | undefined,
  ): Promise<CallsAnswer> {
    const store = await this.#parts.store();
    const found: CallItem[] = [];
    for await (const calls of this.#read(store, callers, ask, before)) {
      found.push(...calls);
      if (found.length > limit) break;
    }
    const shown = found.slice(0, limit);
    const kinds = await this.#effects(store, callers, shown);
    const calls = shown.map((item) => this.#row(item, kinds.get(item.seq) ?? []));
    const last = found.length > limit ? shown.at(-1) : undefined;
    return { calls, ...(last && { next: String(last.seq) }) };
  }

  /** What each tool and each agent cost in the window. */
  async costs(callers: readonly string[], ask: Ask, parts: number): Promise<CostsAnswer> {
    const store = await this.#parts.store();
    const { from, to } = await this.#whose.query(callers, ask);
    const width = Math.max(1, Math.ceil((to - from + 1) / parts));
    const count = Math.ceil((to - from + 1) / width);
    const [tools, agents] = [new Sums(count), new Sums(count)];
    const ends = performance.now() + COSTS_MS;
    let since: number | undefined;
    for await (const calls of this.#read(store, callers, ask)) {
      for (const { time, data } of calls) {
        const part = Math.floor((time - from) / width);
        tools.add(this.#redactor.text(data.tool), part, data);
        agents.add(this.#redactor.text(data.client ?? ''), part, data);
      }
      since = calls.at(-1)?.time;
      if (performance.now() > ends || ask.signal?.aborted) break;
      since = undefined;
    }
    const told = since === undefined ? {} : { since };
    return { from, width, parts: count, tools: tools.list(), agents: agents.list(), ...told };
  }

  /** Calls of the window, newest first, some at a time. */
  async *#read(
    store: Store,
    callers: readonly string[],
    ask: Ask,
    before?: number,
  ): AsyncGenerator<readonly CallItem[]> {
    const query = await this.#whose.query(callers, ask);
    const { streams } = query.filters;
    if (streams && !streams.includes('call')) return;
    const breathe = breather();
    for (let below = before; ; ) {
      const read = (timeline: Timeline) => timeline.ofStream('call', query, AT_ONCE, below);
      const items = await store.timeline(read);
      const calls = items.filter((item) => item.stream === 'call');
      yield query.keep ? calls.filter(query.keep) : calls;
      below = items.at(-1)?.seq;
      if (items.length < AT_ONCE) return;
      await breathe();
    }
  }

  /** What came of each call, and of that in turn. */
  async #effects(
    store: Store,
    callers: readonly string[],
    calls: readonly CallItem[],
  ): Promise<ReadonlyMap<number, readonly Kind[]>> {
    await store.linkUp(LINK_MS);
    /** By the effect: the call that it goes back to. */
    const origin = new Map(calls.map(({ seq }) => [seq, seq]));
    let edge = [...origin.keys()];
    for (let step = 0; step < DEPTH && edge.length > 0 && origin.size < MOST_EFFECTS; step++) {
      const links = await store.links('cause', edge);
      edge = [];
      for (const { cause, effect } of links) {
        const call = origin.get(cause);
        if (call === undefined || origin.has(effect)) continue;
        origin.set(effect, call);
        edge.push(effect);
      }
    }
    for (const { seq } of calls) origin.delete(seq);
    const sessions = await this.#whose.ids(callers);
    const kinds = await store.timeline((timeline) => timeline.kinds([...origin.keys()], sessions));
    return Map.groupBy(kinds, ({ seq }) => origin.get(seq) ?? 0);
  }

  #row({ seq, time, data }: CallItem, effects: readonly Kind[]): CallRow {
    const caused: { [L in Lane]?: number } = {};
    for (const { stream } of effects) {
      const lane = LANE_OF[stream];
      caused[lane] = (caused[lane] ?? 0) + 1;
    }
    const { bytes: characters, ms } = data;
    const shown = (words: string) => this.#redactor.text(words);
    return {
      seq,
      time,
      characters,
      ms,
      caused,
      agent: shown(data.client ?? ''),
      tool: shown(data.tool),
      args: shown(data.args),
      outcome: shown(data.outcome),
      troubles: effects.filter(({ isTrouble }) => isTrouble).length,
    };
  }
}

/** Costs by name. */
class Sums {
  readonly #sums = new Map<
    string,
    { failed: number; characters: number; times: number[]; over: { characters: number[]; calls: number[] } }
  >();
  readonly #parts: number;

  constructor(parts: number) {
    this.#parts = parts;
  }

  add(name: string, part: number, { bytes, ms, outcome }: CallItem['data']): void {
    const none = () => Array.from({ length: this.#parts }, () => 0);
    const sum = this.#sums.get(name) ?? {
      failed: 0,
      characters: 0,
      times: [],
      over: { characters: none(), calls: none() },
    };
    this.#sums.set(name, sum);
    sum.times.push(ms);
    sum.characters += bytes;
    if (outcome !== 'ok') sum.failed++;
    if (part < 0 || part >= this.#parts) return;
    sum.over.characters[part]! += bytes;
    sum.over.calls[part]!++;
  }

  /** The dearest first. */
  list(): Cost[] {
    const costs = [...this.#sums].map(([name, { failed, characters, times, over }]) => {
      const sorted = times.toSorted((a, b) => a - b);
      const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
      const ms = times.reduce((sum, one) => sum + one, 0);
      return { name, failed, characters, p95, over, calls: times.length, ms };
    });
    return costs.sort((a, b) => b.characters - a.characters);
  }
}

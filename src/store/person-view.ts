import {
  type AboutAnswer,
  type Heard,
  type HistogramAnswer,
  type ItemAnswer,
  LANE_OF,
  type Lane,
  type LinkedRow,
  type Row,
  type RowsAnswer,
  type StoryAnswer,
} from '../contract/app.ts';
import type { Stream } from '../contract/streams.ts';
import { hideSecrets } from '../kernel/hide-secrets.ts';
import type { Redactor } from '../kernel/redact.ts';
import { VERSION } from '../kernel/version.ts';
import type { EvidenceHub } from './evidence-hub.ts';
import type { Item } from './item-row.ts';
import { CONFIDENCES, type Link } from './links/link.ts';
import { rowOf } from './row-of.ts';
import type { Store } from './store.ts';
import type { Spot } from './timeline.ts';
import { type Ask, Whose, type WhoseParts } from './whose.ts';

export interface PersonViewParts extends WhoseParts {
  store(): Promise<Store>;
  readonly hub: Pick<EvidenceHub, 'watch'>;
  readonly redactor: Redactor;
}

export interface ShownBody {
  readonly bytes: Uint8Array;
  readonly mimeType: string | undefined;
}

const HEARD = 200;
const TICK_MS = 200;
/** Other processes write to the same record, and nobody tells us. */
const OTHERS_MS = 1000;
/** How long to wait until what was seen last is linked. */
const LINK_MS = 300;
const MOST_CAUSES = 12;
const MOST_EFFECTS = 40;

/** The record as a person sees it: all that was seen for the callers that the person stands for, secrets hidden. */
export class PersonView {
  readonly #parts: PersonViewParts;
  readonly #redactor: Redactor;
  readonly #whose: Whose;

  constructor(parts: PersonViewParts) {
    this.#parts = parts;
    this.#redactor = parts.redactor.forReaders();
    this.#whose = new Whose(parts);
  }

  async about(callers: readonly string[]): Promise<AboutAnswer> {
    const known = await this.#whose.sessions(callers);
    const store = await this.#parts.store();
    const sessions = await this.#whose.ids(callers);
    const extent = await store.timeline((timeline) => timeline.extent(sessions));
    const agents = [...new Set(known.flatMap(({ client }) => client ?? []))];
    return { version: VERSION, agents, ...(extent && { extent }) };
  }

  async rows(callers: readonly string[], ask: Ask, limit: number, before?: string): Promise<RowsAnswer> {
    const query = await this.#whose.query(callers, ask);
    const store = await this.#parts.store();
    const behind = before === undefined ? undefined : spotOf(before);
    const { items, next } = await store.timeline((timeline) => timeline.items(query, limit, behind));
    return { rows: items.map((item) => this.#row(item)), ...(next && { next: spotWords(next) }) };
  }

  async histogram(callers: readonly string[], ask: Ask, parts: number): Promise<HistogramAnswer> {
    const query = await this.#whose.query(callers, ask);
    const store = await this.#parts.store();
    const { streams, since, ...rest } = await store.timeline((timeline) => timeline.histogram(query, parts));
    const lanes: { [L in Lane]?: { items: number[]; troubles: number[] } } = {};
    for (const [stream, sums] of Object.entries(streams)) {
      const lane = LANE_OF[stream as Stream];
      const so = lanes[lane];
      lanes[lane] = so
        ? { items: added(so.items, sums.items), troubles: added(so.troubles, sums.troubles) }
        : sums;
    }
    return { ...rest, lanes, ...(since === undefined ? {} : { since }) };
  }

  async item(callers: readonly string[], seq: number): Promise<ItemAnswer | undefined> {
    const item = await this.#find(callers, seq);
    if (!item) return undefined;
    // Marks are for the linker only.
    const shown = item.stream === 'exchange' ? { ...item.data, values: undefined } : item.data;
    const data = hideSecrets(shown, {
      redact: (words) => this.#redactor.text(words),
      redactValue: (value) => this.#redactor.value(value),
    });
    return {
      row: this.#row(item),
      source: item.source,
      where: item.where,
      tests: item.testIds ?? [],
      data: data as ItemAnswer['data'],
      ...(item.stream === 'unreadable' && { problem: item.problem }),
    };
  }

  /** The chain of causes up to the first one, the surest at each step, and all that came of it at once. */
  async story(callers: readonly string[], seq: number): Promise<StoryAnswer | undefined> {
    const item = await this.#find(callers, seq);
    if (!item) return undefined;
    const store = await this.#parts.store();
    await store.linkUp(LINK_MS);
    const causes: LinkedRow[] = [];
    const met = new Set([seq]);
    for (let at = seq; causes.length < MOST_CAUSES; ) {
      const links = await store.links('effect', [at]);
      const [link] = links.filter(({ cause }) => !met.has(cause)).sort(bySureness);
      const cause = link && (await this.#linked(callers, link, link.cause));
      if (!cause) break;
      causes.unshift(cause);
      met.add(link.cause);
      at = link.cause;
    }
    const links = (await store.links('cause', [seq])).filter(({ effect }) => !met.has(effect));
    const firm = new Map(
      links
        .sort(bySureness)
        .reverse()
        .map((link) => [link.effect, link]),
    );
    const some = [...firm.values()].sort((a, b) => a.effect - b.effect).slice(0, MOST_EFFECTS);
    const effects = await Promise.all(some.map((link) => this.#linked(callers, link, link.effect)));
    return { causes, effects: effects.filter((one) => one !== undefined) };
  }

  async #linked(callers: readonly string[], link: Link, seq: number): Promise<LinkedRow | undefined> {
    const item = await this.#find(callers, seq);
    return item && { row: this.#row(item), kind: link.kind, confidence: link.confidence };
  }

  /** A body, for whoever may see the item that holds on to it. */
  async body(callers: readonly string[], seq: number, blob: string): Promise<ShownBody | undefined> {
    const item = await this.#find(callers, seq);
    const ref = item && refOf(item.data, blob);
    if (!ref) return undefined;
    const bytes = await (await this.#parts.store()).getBody({ blob });
    if (!bytes) return undefined;
    const mimeType = item.stream === 'shot' ? 'image/png' : ref.mimeType;
    return { bytes: await this.#parts.redactor.bytes(bytes), mimeType };
  }

  /** Deletes what was seen for the callers, of one stream if it is named; gives how many items. */
  async clear(callers: readonly string[], stream: Stream | undefined): Promise<number> {
    const sessions = await this.#whose.ids(callers);
    const store = await this.#parts.store();
    const gone = await store.clear({ sessions, ...(stream && { streams: [stream] }) });
    return Object.values(gone).reduce((sum, count) => sum + count, 0);
  }

  /** Tells what comes in, a few times a second at most, until the function it gives is called. */
  listen(callers: readonly string[], filter: string, hear: (heard: Heard) => boolean): () => void {
    let isOver = false;
    let isNews = true;
    let seq: number | undefined;
    let looked = 0;
    const unwatch = this.#parts.hub.watch(() => {
      isNews = true;
    });
    const look = async () => {
      if (!isNews && Date.now() - looked < OTHERS_MS) return;
      isNews = false;
      looked = Date.now();
      const query = await this.#whose.query(callers, { filter });
      const store = await this.#parts.store();
      const from = seq ?? Number.MAX_SAFE_INTEGER;
      const news = await store.timeline((timeline) => timeline.since(from, query, HEARD));
      if (isOver) return;
      if (news.items.length === 0) {
        seq = news.last;
        return;
      }
      const items = news.items.toSorted((a, b) => b.time - a.time || b.seq - a.seq);
      const anew = news.isCut && news.next ? { isAnew: true as const, next: spotWords(news.next) } : {};
      if (hear({ rows: items.map((item) => this.#row(item)), ...anew })) seq = news.last;
      else isNews = true;
    };
    const tick = () => {
      look()
        .catch((thrown: Error) => {
          isOver = true;
          hear({ rows: [], problem: thrown.message });
        })
        .finally(() => {
          if (!isOver) timer = setTimeout(tick, TICK_MS).unref();
          else unwatch();
        });
    };
    let timer = setTimeout(tick, 0).unref();
    return () => {
      isOver = true;
      clearTimeout(timer);
      unwatch();
    };
  }

  #row(item: Item): Row {
    const row = rowOf(item);
    const text = this.#redactor.text(row.text);
    const shown = { ...row, text, kind: this.#redactor.text(row.kind) };
    return row.mark === undefined ? shown : { ...shown, mark: this.#redactor.text(row.mark) };
  }

  async #find(callers: readonly string[], seq: number): Promise<Item | undefined> {
    const item = await (await this.#parts.store()).get(seq);
    const sessions = await this.#whose.ids(callers);
    return item?.where.session !== undefined && sessions.includes(item.where.session) ? item : undefined;
  }
}

const bySureness = (a: Link, b: Link) =>
  CONFIDENCES.indexOf(b.confidence) - CONFIDENCES.indexOf(a.confidence);

const spotWords = ({ time, id }: Spot) => `${time}-${id}`;

function spotOf(words: string): Spot | undefined {
  const [, time, id] = /^(\d{1,16})-(\d{1,16})$/.exec(words) ?? [];
  return time === undefined ? undefined : { time: Number(time), id: Number(id) };
}

const added = (one: readonly number[], other: readonly number[]) =>
  one.map((count, at) => count + (other[at] ?? 0));

/** Where the data refer to that body. */
function refOf(value: unknown, blob: string): { readonly mimeType?: string | undefined } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ((value as { blob?: unknown }).blob === blob) return value as { mimeType?: string };
  for (const one of Object.values(value)) {
    const found = refOf(one, blob);
    if (found) return found;
  }
  return undefined;
}

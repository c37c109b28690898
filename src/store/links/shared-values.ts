/**
 * Values that statements share with the requests that they run for: the id in the address is their parameter, what
 * they found stands in the answer, or is the parameter of the next. One shared value may be chance. So it is learned
 * which places share their values time and again, and far more often than with requests that were not at work then.
 */
import type { Deeds } from './deeds.ts';
import type { Fact } from './fact.ts';

const OFTEN = 5;
const LEAST_VALUES = 3;
/** So many times more often than by chance. */
const BEYOND_CHANCE = 8;
/** As good as always: of what is not the request's own it must be known that it is rare. */
const NEARLY_ALL = 0.95;
const CONTROLS = 3;
const MOST_BEFORE = 12;
const MOST_PLACES = 50_000;
const MOST_STATEMENTS = 5000;

/** Values, and the places in which each stands. */
type Values = Map<string, Set<string>>;

/** Two places that had the same value. */
interface Pair {
  hits: number;
  /** How often it would have been so with a request that was not at work. */
  controlHits: number;
  readonly values: Set<string>;
}

interface Tries {
  pairs: number;
  controls: number;
}

/** How often the places that are known of a statement named one of those at work. */
interface Cover {
  asked: number;
  kept: number;
}

export class SharedValues {
  readonly #deeds: Deeds;
  readonly #values = new WeakMap<Fact, Values>();
  readonly #marks = new WeakMap<Fact, readonly Mark[]>();
  readonly #pairs = new Map<string, Pair>();
  readonly #tries = new Map<string, Tries>();
  readonly #covers = new Map<string, Cover>();
  /** The last requests of each route. */
  readonly #recent = new Map<string, Fact[]>();

  constructor(deeds: Deeds) {
    this.#deeds = deeds;
  }

  /** A request is over, and may show later what chance does. */
  finish(request: Fact): void {
    const route = request.exchange?.statement ?? '';
    if (this.#recent.size >= MOST_STATEMENTS) this.#recent.clear();
    this.#recent.set(route, [request, ...(this.#recent.get(route) ?? [])].slice(0, CONTROLS * 2));
  }

  /** A statement ran while these were worked on. */
  learn(effect: Fact, around: readonly Fact[]): void {
    const marks = this.#marksOf(effect);
    const statement = effect.exchange?.statement ?? '';
    if (marks.length === 0 || around.length === 0) return;
    if (this.#pairs.size >= MOST_PLACES) this.#pairs.clear();
    if (this.#covers.size >= MOST_STATEMENTS) this.#covers.clear();
    const known = this.#covers.get(statement);
    const naming = this.#naming(effect, around);
    // Only once anything is known of it.
    if (naming.known) {
      const cover = known ?? { asked: 0, kept: 0 };
      cover.asked++;
      if (naming.facts.length > 0) cover.kept++;
      this.#covers.set(statement, cover);
    }
    for (const [route, requests] of byRoute(around)) {
      const tries = this.#triesOf(`${statement} ${route}`);
      tries.pairs += requests.length;
      for (const [key, value] of this.#shared(effect, marks, requests)) {
        const pair = this.#pairOf(key);
        pair.hits++;
        if (pair.values.size < LEAST_VALUES) pair.values.add(value);
      }
      const controls = (this.#recent.get(route) ?? [])
        .filter((one) => one.end < effect.start || one.start > effect.end)
        .slice(0, CONTROLS);
      for (const control of controls) {
        tries.controls++;
        for (const [key] of this.#shared(effect, marks, [control])) this.#pairOf(key).controlHits++;
      }
    }
  }

  /** Those that share a value in places that do so time and again; none where that does not hold nearly every time. */
  narrow(effect: Fact, open: readonly Fact[]): readonly Fact[] {
    const cover = this.#covers.get(effect.exchange?.statement ?? '');
    if (!cover || cover.asked < OFTEN || cover.kept < cover.asked * NEARLY_ALL) return [];
    return this.#naming(effect, open).facts;
  }

  #naming(effect: Fact, open: readonly Fact[]): { readonly facts: readonly Fact[]; readonly known: boolean } {
    const marks = this.#marksOf(effect);
    const isKnown = (key: string) => {
      const pair = this.#pairs.get(key);
      if (!pair || pair.hits < OFTEN || pair.values.size < LEAST_VALUES) return false;
      const { pairs, controls } = this.#triesOf(key.slice(0, key.indexOf(' | ')));
      return pair.hits >= BEYOND_CHANCE * pairs * ((pair.controlHits + 1) / (controls + 2));
    };
    const facts = open.filter((one) => [...this.#shared(effect, marks, [one]).keys()].some(isKnown));
    return { facts, known: facts.length > 0 || this.#covers.has(effect.exchange?.statement ?? '') };
  }

  /** Places that have the same value, by a name for the two, with the value. */
  #shared(effect: Fact, marks: readonly Mark[], requests: readonly Fact[]): ReadonlyMap<string, string> {
    const shared = new Map<string, string>();
    if (marks.length === 0) return shared;
    for (const request of requests) {
      const name = `${effect.exchange?.statement} ${request.exchange?.statement} | `;
      // What was found for it before may be what is asked for now.
      const before = this.#deeds.of(request).filter((one) => one !== effect && one.end <= effect.start);
      for (const source of [request, ...before.slice(0, MOST_BEFORE)]) {
        const whose = source === request ? '' : source.exchange?.statement;
        const known = this.#valuesOf(source);
        if (known.size === 0) continue;
        for (const [place, value] of marks)
          for (const other of known.get(value) ?? []) shared.set(`${name}${place}${other}${whose}`, value);
      }
    }
    return shared;
  }

  #marksOf(fact: Fact): readonly Mark[] {
    const known = this.#marks.get(fact);
    if (known) return known;
    const marks = marksOf(fact);
    this.#marks.set(fact, marks);
    return marks;
  }

  #valuesOf(fact: Fact): Values {
    const known = this.#values.get(fact);
    if (known) return known;
    const values: Values = new Map();
    for (const [place, value] of this.#marksOf(fact)) {
      const places = values.get(value);
      if (places) places.add(place);
      else values.set(value, new Set([place]));
    }
    this.#values.set(fact, values);
    return values;
  }

  #triesOf(key: string): Tries {
    const known = this.#tries.get(key) ?? { pairs: 0, controls: 0 };
    if (this.#tries.size >= MOST_STATEMENTS) this.#tries.clear();
    this.#tries.set(key, known);
    return known;
  }

  #pairOf(key: string): Pair {
    const known = this.#pairs.get(key) ?? { hits: 0, controlHits: 0, values: new Set() };
    this.#pairs.set(key, known);
    return known;
  }
}

type Mark = readonly [place: string, value: string];

/** As the wire notes them: a character for the place, two for the value. */
function marksOf({ exchange }: Fact): Mark[] {
  const { values = '' } = exchange ?? {};
  return Array.from(
    { length: Math.floor(values.length / 3) },
    (_, at): Mark => [values.charAt(at * 3), values.slice(at * 3 + 1, at * 3 + 3)],
  );
}

const byRoute = (around: readonly Fact[]) => Map.groupBy(around, ({ exchange }) => exchange?.statement ?? '');

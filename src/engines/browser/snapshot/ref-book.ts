/**
 * Hands out the numbers of refs. One book serves all pages of an engine, so a number never names two
 * elements, not even in two tabs or contexts, and a ref alone says which page it belongs to.
 */
export class RefBook<Owner extends object = object> {
  #last = 0;
  /** Ascending; each run of numbers went to one owner. */
  readonly #runs: { from: number; to: number; owner: WeakRef<Owner> }[] = [];

  next(owner: Owner): string {
    const number = ++this.#last;
    const run = this.#runs.at(-1);
    if (run?.owner.deref() === owner) run.to = number;
    else this.#runs.push({ from: number, to: number, owner: new WeakRef(owner) });
    return `e${number}`;
  }

  /** The page that a ref was given out for, while that page lives. */
  owner(ref: string): Owner | undefined {
    const number = numberOf(ref);
    let low = 0;
    let high = this.#runs.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const run = this.#runs[middle]!;
      if (number < run.from) high = middle - 1;
      else if (number > run.to) low = middle + 1;
      else return run.owner.deref();
    }
    return undefined;
  }

  wasGiven(ref: string): boolean {
    const number = numberOf(ref);
    return number > 0 && number <= this.#last;
  }
}

const numberOf = (ref: string) => Number(/^e(\d+)$/.exec(ref)?.[1] ?? 0);

/** Takes `uk:e2` (with a context's name), `e2` or `f1e2` apart; undefined when it is no ref but, say, a CSS selector. */
export function parseRef(given: string) {
  const match = /^(?:([\w.-]+):)?((?:f\d+)?e\d+)$/.exec(given.trim());
  return match ? { context: match[1], ref: match[2]! } : undefined;
}

export interface PartOfPage {
  readonly context: string | undefined;
  readonly ref: string;
  /** The last of a range. */
  readonly last: string | undefined;
  /** The character of the element's text to begin with. */
  readonly from: number | undefined;
}

/** Takes apart what an outline names: a ref, a range of them (`e40–e527`), or a place in a text (`e5+240`). */
export function parsePart(given: string): PartOfPage | undefined {
  const [, first = '', last, from] = /^(\S+?)(?:\s*[–—-]\s*(\S+?)|\+(\d+))?$/.exec(given.trim()) ?? [];
  const begin = parseRef(first) ?? parseRef(given);
  if (!begin) return undefined;
  const end = last === undefined ? undefined : parseRef(last)?.ref;
  return { ...begin, last: end, from: from === undefined ? undefined : Number(from) };
}

/** What was given, or where it names a part of a page, the ref that this part begins with. */
export function firstRef(given: string): string {
  const part = parsePart(given);
  return part ? refPrefix(part.context) + part.ref : given;
}

/** The prefix that refs carry as soon as there is more than one context. */
export const refPrefix = (context: string | undefined) => (context ? `${context}:` : '');

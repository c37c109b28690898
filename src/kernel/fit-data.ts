/** Data in at most so many characters of JSON. What is left out says how much it was. */

/** So many items at least, if there are so many: the first long one must not take all the room. */
const LEAST_ITEMS = 4;
/** Shorter items are shown whole or not at all. */
const WHOLE = 1000;
/** For the words on what is left out. */
const LEAST_ROOM = 24;
/** Fields up to this length are not cut, and longer ones are not cut shorter. */
const SHORT = 60;

const lengthOf = (value: unknown) => (JSON.stringify(value) ?? 'null').length;

/** The value itself where it fits; else long texts end in `…+25662`, and lists say beside them how many more there are. */
export function fitData(value: unknown, room: number): unknown {
  if (lengthOf(value) <= room) return value;
  if (typeof value === 'string') return fitText(value, room);
  if (Array.isArray(value)) {
    const { items, left } = fitItems(value, room - LEAST_ROOM);
    return left > 0 ? [...items, `…+${left}`] : items;
  }
  return typeof value === 'object' && value !== null ? fitFields(value, room) : value;
}

function fitText(text: string, room: number): string {
  let kept = Math.max(0, room - LEAST_ROOM / 2);
  for (;;) {
    const cut = `${text.slice(0, kept).toWellFormed()}…+${text.length - kept}`;
    const length = lengthOf(cut);
    if (length <= room || kept === 0) return cut;
    // Some characters take two or six in JSON.
    kept = Math.max(0, Math.floor((kept * room) / length) - 1);
  }
}

/** Items from one end on, whole as long as they leave room for others, and how many there are besides. */
export function fitItems<T>(
  all: readonly T[],
  room: number,
  end: 'first' | 'last' = 'first',
): { items: T[]; left: number; isCut: boolean } {
  const given = end === 'first' ? all : all.toReversed();
  const first = given.slice(0, LEAST_ITEMS).map((item) => lengthOf(item) + 1);
  const most = Math.max(levelOf(first, room), Math.min(room, WHOLE));
  const items: T[] = [];
  let isCut = false;
  let used = 0;
  for (const item of given) {
    const length = lengthOf(item) + 1;
    if (used + Math.min(length, most) > room) break;
    const shown = length > most ? (fitData(item, most - 1) as T) : item;
    items.push(shown);
    isCut ||= shown !== item;
    used += lengthOf(shown) + 1;
  }
  return { items: end === 'first' ? items : items.reverse(), left: all.length - items.length, isCut };
}

function fitFields(value: object, room: number): object {
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => ({ name, inner, cost: costOf([[name, inner]]) }));
  const isShort = ({ cost }: { cost: number }) => cost <= SHORT;
  const long = fields.filter((field) => !isShort(field));
  const shown = new Map<string, Entries>();
  let left = room - LEAST_ROOM;
  // Short ones say much for their room, and yet must leave a third of it to what is long.
  const kept = Math.min(long.length * SHORT, left / 3);
  for (const { name, inner, cost } of fields.filter(isShort)) {
    if (cost > left - kept) continue;
    left -= cost;
    shown.set(name, [[name, inner]]);
  }
  // A word or two of each would tell nothing: the first ones, with room to say something.
  const some = long.slice(0, Math.floor(left / SHORT));
  for (const [i, { name, inner, cost }] of some.entries()) {
    const rest = some.slice(i).map((one) => one.cost);
    const share = levelOf(rest, left);
    const own: Entries = cost <= share ? [[name, inner]] : fitField(name, inner, share);
    if (costOf(own) > left) continue;
    left -= costOf(own);
    shown.set(name, own);
  }
  const fitted = fields.flatMap(({ name }) => shown.get(name) ?? []);
  const gone = fields.length - shown.size;
  return Object.fromEntries(gone > 0 ? [...fitted, ['…', `+${gone} fields`]] : fitted);
}

type Entries = readonly (readonly [string, unknown])[];

const costOf = (entries: Entries) =>
  entries.reduce((sum, [name, inner]) => sum + lengthOf(name) + lengthOf(inner) + 2, 0);

/** A list that is cut has its count of the rest beside it, so that its items stay what they are. */
function fitField(name: string, value: unknown, room: number): Entries {
  const inner = room - lengthOf(name) - 2;
  if (!Array.isArray(value)) return [[name, fitData(value, inner)]];
  const { items, left } = fitItems(value, inner - name.length - LEAST_ROOM);
  return [[name, items], ...(left > 0 ? [[`${name}_left_out`, left] as const] : [])];
}

/** The most that each may have, so that the short ones stay whole and the long ones share what they leave. */
function levelOf(lengths: readonly number[], room: number): number {
  let left = room;
  const sorted = lengths.toSorted((one, other) => one - other);
  for (const [i, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - i));
    if (length > share) return share;
    left -= length;
  }
  // All of them fit; what comes after them must leave as much to others.
  return Math.max(sorted.at(-1) ?? 0, Math.floor(room / LEAST_ITEMS));
}

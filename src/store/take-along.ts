import { type ItemAnswer, LANE_OF, LANE_WORDS, LANES, type Row } from '../contract/app.ts';
import { VERSION } from '../kernel/version.ts';
import type { PersonView } from './person-view.ts';
import type { Ask } from './whose.ts';

type View = Pick<PersonView, 'about' | 'rows' | 'item' | 'story' | 'body'>;

/** So much goes into a file that is to be sent to somebody. */
const MOST_ITEMS = 1000;
const MOST_TEXT = 40_000;
const MOST_TEXTS = 8_000_000;
const MOST_PICTURES = 24_000_000;
const AT_ONCE = 8;

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'] as const;

interface TakenBody {
  readonly text?: string;
  readonly picture?: { readonly type: (typeof PICTURES)[number]; readonly base64: string };
  readonly note?: string;
}

/** A window of the record with all that belongs to it: the newest items, in the order in which they happened. */
export async function takeAlong(view: View, callers: readonly string[], ask: Ask) {
  const rows: Row[] = [];
  let before: string | undefined;
  do {
    const { rows: more, next } = await view.rows(callers, ask, MOST_ITEMS - rows.length, before);
    rows.push(...more);
    before = next;
  } while (before !== undefined && rows.length < MOST_ITEMS);
  const room = { texts: MOST_TEXTS, pictures: MOST_PICTURES };
  const items = [];
  // The newest first, so that what has no room is old; a few at once, since each asks for its story.
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    ask.signal?.throwIfAborted();
    const some = rows.slice(at, at + AT_ONCE);
    items.push(...(await Promise.all(some.map((row) => takenItem(view, callers, row, room)))));
  }
  const ordered = items
    .filter((item) => item !== undefined)
    .toSorted((a, b) => a.time - b.time || a.seq - b.seq);
  const { extent } = await view.about(callers);
  const now = Date.now() * 1000;
  const oldest = ordered[0];
  const isCut = before !== undefined;
  return {
    version: VERSION,
    made: now,
    // It begins with what is there.
    from: oldest ? oldest.time - (oldest.ms ?? 0) * 1000 : (ask.from ?? now),
    to: Math.max(ask.to ?? extent?.to ?? now, ordered.at(-1)?.time ?? 0),
    filter: ask.filter,
    lanes: LANES.map((name) => ({ name, words: LANE_WORDS[name] })),
    items: ordered,
    notes: [
      ...(isCut
        ? [`Only the newest ${MOST_ITEMS} items are here; older ones of the window are left out.`]
        : []),
      ...(room.texts <= 0 ? ['Some bodies are left out: the file would be too large.'] : []),
      ...(room.pictures <= 0 ? ['Some pictures are left out: the file would be too large.'] : []),
    ],
  };
}

interface Room {
  texts: number;
  pictures: number;
}

async function takenItem(view: View, callers: readonly string[], row: Row, room: Room) {
  const [item, story] = await Promise.all([view.item(callers, row.seq), view.story(callers, row.seq)]);
  if (!item) return undefined;
  const { seq, time, ms, tone, kind, text, mark, tab } = row;
  const bodies = new Map<string, TakenBody>();
  for (const blob of blobsOf(item.data)) bodies.set(blob, await takenBody(view, callers, item, blob, room));
  const linked = (isCause: boolean) => (one: { row: Row; kind: string; confidence: string }) => ({
    seq: one.row.seq,
    isCause,
    words: one.confidence === 'certain' ? one.kind : `${one.kind}, ${one.confidence}`,
    text: `${one.row.kind} ${one.row.text}`,
  });
  const links = [
    ...(story?.causes.slice(-1).map(linked(true)) ?? []),
    ...(story?.effects.map(linked(false)) ?? []),
  ];
  const lane = LANE_OF[row.stream];
  return {
    seq,
    time,
    ms,
    lane,
    tone,
    kind,
    text,
    mark,
    tab,
    tests: item.tests,
    data: item.data,
    bodies,
    links,
  };
}

async function takenBody(
  view: View,
  callers: readonly string[],
  { row }: ItemAnswer,
  blob: string,
  room: Room,
): Promise<TakenBody> {
  const body = await view.body(callers, row.seq, blob);
  if (!body) return { note: 'It is not kept any more.' };
  const type = PICTURES.find((one) => body.mimeType?.startsWith(one));
  if (type) {
    const isThere = room.pictures > 0;
    room.pictures -= body.bytes.length;
    if (!isThere || room.pictures < 0)
      return { note: 'The picture is left out: the file would be too large.' };
    return { picture: { type, base64: Buffer.from(body.bytes).toString('base64') } };
  }
  if (isBinary(body.bytes)) return { note: `${body.bytes.length} bytes that are no text.` };
  if (room.texts <= 0) return { note: 'Left out: the file would be too large.' };
  const text = new TextDecoder().decode(body.bytes.subarray(0, MOST_TEXT));
  room.texts -= text.length;
  const left = body.bytes.length - MOST_TEXT;
  return left > 0 ? { text, note: `… ${left} more bytes are left out.` } : { text };
}

const isBinary = (bytes: Uint8Array) => bytes.subarray(0, 1000).includes(0);

/** All bodies that the data refer to. */
function blobsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { blob } = value as { blob?: unknown };
  const own = typeof blob === 'string' ? [blob] : [];
  return [...own, ...Object.values(value).flatMap(blobsOf)];
}

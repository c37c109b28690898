/** Answers that are not built as they were before. */
import { bodyText } from '../body-text.ts';
import type { RecordView } from '../record-view.ts';
import type { StoryNode } from './story-node.ts';

export interface ChangedShape {
  /** The earlier answer. */
  readonly before: number;
  readonly words: string;
}

const MOST_ANSWERS = 6;
const MOST_BODY = 20_000;
const MOST_PLACES = 300;

/** Of the last few answers to scripts, those that an earlier answer from the same address was not like. */
export async function changedShapes(
  store: RecordView,
  nodes: readonly StoryNode[],
): Promise<ReadonlyMap<number, ChangedShape>> {
  const answers = nodes.filter(({ item }) => item.stream === 'request' && isJson(item.data));
  const changed = await Promise.all(
    answers.slice(-MOST_ANSWERS).map(async (node): Promise<[number, ChangedShape][]> => {
      const found = await changeOf(store, node);
      return found ? [[node.seq, found]] : [];
    }),
  );
  return new Map(changed.flat());
}

type RequestData = Extract<StoryNode['item'], { stream: 'request' }>['data'];

const isJson = ({ type, status, mimeType, responseBody }: RequestData) =>
  ['fetch', 'xhr'].includes(type) &&
  status === 200 &&
  /json/.test(mimeType ?? '') &&
  responseBody !== undefined &&
  'blob' in responseBody &&
  responseBody.stored <= MOST_BODY;

async function changeOf(store: RecordView, { item, start }: StoryNode): Promise<ChangedShape | undefined> {
  if (item.stream !== 'request') return undefined;
  const url = URL.parse(item.data.url);
  if (!url) return undefined;
  const { items } = await store.page({
    streams: ['request'],
    url: url.origin + url.pathname,
    method: item.data.method,
    until: start - 1,
    limit: 1,
    keep: (one) =>
      one.stream === 'request' &&
      isJson(one.data) &&
      URL.parse(one.data.url)?.pathname === url.pathname &&
      one.data.fromCache === undefined,
  });
  const [before] = items;
  if (before?.stream !== 'request') return undefined;
  const [old, now] = await Promise.all([shapeOf(store, before.data), shapeOf(store, item.data)]);
  const words = old && now && difference(old, now);
  return words ? { before: before.seq, words } : undefined;
}

type Shape = ReadonlyMap<string, string>;

async function shapeOf(store: RecordView, { responseBody }: RequestData): Promise<Shape | undefined> {
  const told = await bodyText(store, responseBody, MOST_BODY);
  if (!told) return undefined;
  try {
    return shapeIn(JSON.parse(told.text));
  } catch {
    return undefined;
  }
}

/** The kind of value at each place; all elements of a list are one place. */
export function shapeIn(whole: unknown): Shape {
  const shape = new Map<string, string>();
  const look = (value: unknown, place: string) => {
    if (shape.size >= MOST_PLACES) return;
    const kind = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
    const known = shape.get(place);
    if (known === undefined || known === 'null') shape.set(place, kind);
    if (Array.isArray(value)) for (const one of value.slice(0, 20)) look(one, `${place}[]`);
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) look(one, place === '' ? name : `${place}.${name}`);
  };
  look(whole, '');
  return shape;
}

/** In words; a field that is null, or of a list that is empty, tells nothing. */
export function difference(old: Shape, now: Shape): string | undefined {
  const named = (kind: string) =>
    kind === 'list' ? 'a list' : kind === 'object' ? 'an object' : `a ${kind}`;
  const parts: string[] = [];
  for (const [place, kind] of old) {
    const other = now.get(place);
    const name = place || 'the whole';
    if (other === undefined && isThere(now, place)) parts.push(`${name} is gone`);
    else if (other !== undefined && other !== kind && other !== 'null' && kind !== 'null')
      parts.push(`${name} was ${named(kind)} and is ${named(other)} now`);
  }
  return parts.length > 0 ? parts.slice(0, 3).join(', ') : undefined;
}

/** Whether what holds the place is there, so that the place itself is missed. */
function isThere(shape: Shape, place: string): boolean {
  const holder = place.replace(/(\.[^.[\]]+|\[\])$/, '');
  if (place.endsWith('[]')) return false;
  return holder === place ? shape.get('') === 'object' : shape.get(holder) === 'object';
}

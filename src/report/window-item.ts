/** What a report tells of one item: neutral data of any kind, as headings with text under them. */

export interface WindowItem {
  readonly seq: number;
  /** Microseconds since the epoch, of its end. */
  readonly time: number;
  readonly ms?: number | undefined;
  readonly lane: string;
  readonly tone: string;
  readonly kind: string;
  readonly text: string;
  readonly mark?: string | undefined;
  readonly tab?: string | undefined;
  readonly tests: readonly string[];
  /** Without secrets. */
  readonly data: Readonly<Record<string, unknown>>;
  /** By the name of the blob. */
  readonly bodies: ReadonlyMap<string, WindowBody>;
  readonly links: readonly WindowLink[];
}

export interface WindowBody {
  readonly text?: string | undefined;
  readonly picture?: WindowPicture | undefined;
  /** Why it is not all there, or not at all. */
  readonly note?: string | undefined;
}

interface WindowPicture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif' | 'image/bmp';
  readonly base64: string;
}

interface WindowLink {
  readonly seq: number;
  readonly isCause: boolean;
  /** How it is linked, and how sure that is. */
  readonly words: string;
  /** The other item. */
  readonly text: string;
}

type Fact = readonly [string, string];

interface Part {
  readonly title: string;
  readonly text?: string;
  readonly lines?: readonly Fact[];
  readonly picture?: WindowPicture;
}

export interface ItemParts {
  readonly facts: readonly Fact[];
  readonly parts: readonly Part[];
}

const MOST_DATA = 20_000;

export function partsOf(item: WindowItem): ItemParts {
  const { data, tab, tests, ms } = item;
  const facts: Fact[] = [];
  if (ms !== undefined) facts.push(['Took', `${Math.round(ms * 10) / 10} ms`]);
  if (tab !== undefined) facts.push(['Tab', tab]);
  if (tests.length > 0) facts.push(['Tests', tests.join(', ')]);
  const parts = [
    ...textParts(data),
    ...headerParts(data),
    ...bodyParts(item, 'requestBody', 'Request body'),
    ...bodyParts(item, 'responseBody', 'Response body'),
    ...bodyParts(item, 'body', 'Message'),
    ...drawnParts(data),
    ...bodyParts(item, 'image', 'Picture'),
    ...stackParts(data),
    ...timingParts(data),
  ];
  if (parts.length === 0) parts.push({ title: 'All of it', text: begun(JSON.stringify(data, undefined, 2)) });
  return { facts, parts };
}

/** Fields that are a text by themselves, and their headings. */
const TEXTS = {
  message: 'Message',
  failure: 'Why it failed',
  blockedReason: 'Why it was blocked',
  corsError: 'Why it was refused',
  question: 'Question',
  result: 'Answer',
  error: 'Error',
  preview: 'Message',
  args: 'Arguments',
} as const;

function textParts(data: WindowItem['data']): Part[] {
  return Object.entries(TEXTS).flatMap(([name, title]) => {
    const value = data[name];
    if (value === undefined || (name === 'preview' && isRecord(data.body))) return [];
    return [{ title, text: begun(typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)) }];
  });
}

function headerParts(data: WindowItem['data']): Part[] {
  const of = (name: string, title: string): Part[] => {
    const lines = Array.isArray(data[name]) ? data[name].filter(isFact) : [];
    return lines.length > 0 ? [{ title, lines }] : [];
  };
  return [...of('requestHeaders', 'Request headers'), ...of('responseHeaders', 'Response headers')];
}

function bodyParts({ data, bodies }: WindowItem, name: string, title: string): Part[] {
  const body = data[name];
  if (!isRecord(body)) return [];
  if (typeof body.withheld === 'string') return [{ title, text: `Not kept (${body.withheld}).` }];
  const { text, picture, note } = bodies.get(String(body.blob)) ?? {};
  return [
    ...(picture ? [{ title, picture }] : []),
    ...(text === undefined ? [] : [{ title, text: indented(text) }]),
    ...(note === undefined ? [] : [{ title: text === undefined ? title : `${title}, more`, text: note }]),
  ];
}

/** What a person drew on the picture below. */
function drawnParts({ drawn }: WindowItem['data']): Part[] {
  if (!isRecord(drawn)) return [];
  const marks = Array.isArray(drawn.marks) ? drawn.marks.filter(isRecord) : [];
  const lines = marks.map(({ number, kind, text, element }): Fact => {
    const words = [text || 'without words', element && `on ${String(element)}`].filter(Boolean).join(', ');
    return [`${String(number)} (${String(kind)})`, words];
  });
  const said = [drawn.question, drawn.note].filter((one) => typeof one === 'string').join('\n');
  return [
    ...(said === '' ? [] : [{ title: 'What was asked and said', text: said }]),
    ...(lines.length > 0 ? [{ title: 'Marks', lines }] : []),
  ];
}

function stackParts(data: WindowItem['data']): Part[] {
  const initiator = isRecord(data.initiator) ? data.initiator : {};
  const stack = [data.stack, initiator.stack].find(Array.isArray) ?? [data.location, initiator.location];
  const lines = stack.filter(isRecord).map((place) => {
    const { url, line, column, name } = isRecord(place.original) ? place.original : place;
    return `${String(name ?? place.function ?? '(anonymous)')}  ${String(url)}:${String(line)}:${String(column)}`;
  });
  return lines.length > 0 ? [{ title: 'Stack', text: lines.join('\n') }] : [];
}

function timingParts({ timings }: WindowItem['data']): Part[] {
  if (!isRecord(timings)) return [];
  const lines = Object.entries(timings).map(([name, ms]): Fact => [name, `${Number(ms).toFixed(1)} ms`]);
  return lines.length > 0 ? [{ title: 'Where the time went', lines }] : [];
}

/** JSON as people read it. */
function indented(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

const begun = (text: string) =>
  text.length > MOST_DATA
    ? `${text.slice(0, MOST_DATA)}\n… ${text.length - MOST_DATA} more characters`
    : text;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFact = (value: unknown): value is Fact =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';

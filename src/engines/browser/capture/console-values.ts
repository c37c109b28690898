import { begin, cut } from '../../../kernel/cut.ts';
import type { DevToolsSession, RemoteObject } from './devtools.ts';
import { readValues } from './in-page/console-values.page.ts';

export interface Shown {
  readonly args: readonly unknown[];
  readonly isCut: boolean;
}

const DEPTH = 6;
const MOST_KEYS = 50;
const MOST_ITEMS = 100;

/** Objects that are read key by key; all others (errors, elements, dates, maps, …) have a better description. */
function isPlain(value: RemoteObject): boolean {
  if (value.type !== 'object' || value.objectId === undefined) return false;
  return value.subtype === undefined ? value.className !== 'Window' : value.subtype === 'array';
}

/** Whether the arguments hold more than came with the event itself. */
export function needsReading(args: readonly RemoteObject[]): boolean {
  return args.some(
    (arg) =>
      isPlain(arg) &&
      (!arg.preview ||
        arg.preview.overflow ||
        arg.preview.properties.some(({ type, value }) => type === 'object' || (value?.length ?? 0) >= 100)),
  );
}

/** The arguments as plain JSON, objects read in full in the page. Undefined when they are gone already. */
export async function readArgs(
  session: DevToolsSession,
  args: readonly RemoteObject[],
  mostText: number,
): Promise<Shown | undefined> {
  const plain = args.filter(isPlain);
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: `${readValues}`,
    objectId: plain[0]!.objectId!,
    arguments: [
      ...[DEPTH, MOST_KEYS, MOST_ITEMS, mostText].map((value) => ({ value })),
      ...plain.map((arg) => ({ objectId: arg.objectId! })),
    ],
    returnByValue: true,
    silent: true,
    throwOnSideEffect: true,
  });
  if (exceptionDetails) return undefined;
  const { shown, isCut } = result.value as ReturnType<typeof readValues>;
  const read = new Map(plain.map((arg, i) => [arg, shown[i]]));
  const rest = previewArgs(
    args.filter((arg) => !read.has(arg)),
    mostText,
  );
  let next = 0;
  return {
    args: args.map((arg) => (read.has(arg) ? read.get(arg) : rest.args[next++])),
    isCut: isCut || rest.isCut,
  };
}

/** The arguments as plain JSON, from what came with the event. */
export function previewArgs(args: readonly RemoteObject[], mostText: number): Shown {
  let isCut = false;
  const cut = (text: string) => {
    if (text.length <= mostText) return text;
    isCut = true;
    return `${begin(text, mostText)}…`;
  };
  const shown = args.map((arg): unknown => {
    if (arg.unserializableValue !== undefined) return arg.unserializableValue;
    if (arg.type === 'string') return cut(String(arg.value));
    if (arg.type === 'undefined') return 'undefined';
    if (arg.type === 'function') return `[Function ${functionName(arg.description)}]`;
    if (arg.type !== 'object') return arg.value ?? arg.description;
    if (arg.subtype === 'null') return null;
    if (!isPlain(arg) || !arg.preview) return cut(arg.description ?? arg.className ?? 'object');
    if (arg.preview.overflow) isCut = true;
    return previewValue(arg.preview, arg.subtype === 'array');
  });
  return { args: shown, isCut };
}

function functionName(description = ''): string {
  return /^(?:async\s+)?(?:function\s*\*?|class)\s*([\w$]+)/.exec(description)?.[1] ?? 'anonymous';
}

type Preview = NonNullable<RemoteObject['preview']>;

function previewValue(preview: Preview, isArray: boolean): unknown {
  const values = preview.properties.map(({ name, type, value }) => [name, typed(type, value)] as const);
  if (!isArray) return Object.fromEntries(values);
  return values.map(([, value]) => value);
}

function typed(type: string, value = ''): unknown {
  if (type === 'number') return Number.isFinite(Number(value)) ? Number(value) : value;
  if (type === 'boolean') return value === 'true';
  if (type === 'object' && value === 'null') return null;
  if (type === 'function') return '[Function]';
  return type === 'accessor' ? '[getter]' : value;
}

/** The line as a console shows it: the first string may have places for the others. */
export function messageOf(args: readonly unknown[], most: number): string {
  const [first, ...rest] = args;
  let words = typeof first === 'string' ? first : args.length > 0 ? inWords(first) : '';
  if (typeof first === 'string' && rest.length > 0 && first.includes('%')) {
    words = first.replaceAll(/%([sdifoOc%])/g, (whole, letter: string) => {
      if (letter === '%') return '%';
      if (rest.length === 0) return whole;
      return filled(letter, rest.shift());
    });
  }
  const line = [words, ...rest.map(inWords)].join(' ');
  return cut(line, most);
}

function filled(letter: string, value: unknown): string {
  if (letter === 'c') return ''; // a style
  if (letter === 'd' || letter === 'i') return String(Math.trunc(Number(value)));
  if (letter === 'f') return String(Number(value));
  return inWords(value);
}

const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

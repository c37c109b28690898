/** Two byte streams, or two lists of messages, side by side: what was recorded, and what a replay gave. */

export interface StreamDiff {
  readonly equal: boolean;
  readonly leftLength: number;
  readonly rightLength: number;
  /** Offset of the first byte that differs or that only one side has; left out if equal. */
  readonly firstDifference?: number;
  /** 0 to 1: the share of bytes in blocks that both sides have, whatever their place. */
  readonly similarity: number;
}

export interface TextDiff {
  readonly equal: boolean;
  /** As in a unified diff: " " both, "-" left only, "+" right only, "@@ n equal lines @@" for what is left out. */
  readonly lines: readonly string[];
  /** 0 to 1: lines both have, in order, against all lines. */
  readonly similarity: number;
  /** True where the texts were too long or too different to compare fully. */
  readonly cut: boolean;
}

export interface DiffMessage {
  readonly summary: string;
  /** What is compared: head and body in text, as the caller wants it told. */
  readonly text: string;
}

export interface MessageDiff {
  /** Positions in the lists, counted from 0; a side that has no such message has none. */
  readonly left?: number;
  readonly right?: number;
  readonly state: 'same' | 'changed' | 'left-only' | 'right-only';
  readonly summary: string;
  readonly diff?: TextDiff;
}

const BLOCK = 32;
/** Beyond this, only the beginning is weighed for similarity; equality always looks at every byte. */
const SAMPLE = 4 << 20;
const LINE_LIMIT = 5_000;
const EDIT_LIMIT = 400;
const CONTEXT = 3;

export function diffStreams(left: Uint8Array, right: Uint8Array): StreamDiff {
  const base = { leftLength: left.length, rightLength: right.length };
  const shared = Math.min(left.length, right.length);
  let at = 0;
  while (at < shared && left[at] === right[at]) at++;
  if (at === left.length && at === right.length) return { ...base, equal: true, similarity: 1 };
  const similarity = similarityOf(left.subarray(0, SAMPLE), right.subarray(0, SAMPLE), at);
  return { ...base, equal: false, firstDifference: at, similarity };
}

/** The equal beginning and end count fully; what lies between is compared by the hashes of short blocks. */
function similarityOf(left: Uint8Array, right: Uint8Array, equalStart: number): number {
  const start = Math.min(equalStart, left.length, right.length);
  let end = 0;
  const room = Math.min(left.length, right.length) - start;
  while (end < room && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
  const inner = [left.subarray(start, left.length - end), right.subarray(start, right.length - end)] as const;
  const common = start + end + commonBlocks(...inner);
  const total = left.length + right.length;
  return total === 0 ? 1 : Math.min(1, (2 * common) / total);
}

/** Blocks end where the content says so, so that an insertion does not shift all after it. */
function commonBlocks(left: Uint8Array, right: Uint8Array): number {
  const counts = new Map<number, number>();
  for (const { hash } of blocks(left)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  let common = 0;
  for (const { hash, length } of blocks(right)) {
    const count = counts.get(hash) ?? 0;
    if (count === 0) continue;
    counts.set(hash, count - 1);
    common += length;
  }
  return common;
}

function* blocks(bytes: Uint8Array): Generator<{ hash: number; length: number }> {
  let hash = 0x811c9dc5;
  let length = 0;
  for (const byte of bytes) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    length++;
    // Line ends and spaces break text; every 16th value breaks the rest.
    if (length < BLOCK && byte !== 10 && byte !== 32 && (byte & 0x0f) !== 0x0f) continue;
    yield { hash, length };
    hash = 0x811c9dc5;
    length = 0;
  }
  if (length > 0) yield { hash, length };
}

/** Line by line. Work and output are bounded: long or very different texts are compared in part. */
export function diffText(left: string, right: string): TextDiff {
  if (left === right) return { equal: true, lines: [], similarity: 1, cut: false };
  const [a, b] = [left.split('\n'), right.split('\n')];
  const total = a.length + b.length;
  const [shortA, shortB] = [a.slice(0, LINE_LIMIT), b.slice(0, LINE_LIMIT)];
  const { script, cut } = editScript(shortA, shortB);
  const same = script.filter((line) => line.startsWith(' ')).length;
  return {
    equal: false,
    lines: folded(script),
    similarity: (2 * same) / total,
    cut: cut || a.length > LINE_LIMIT || b.length > LINE_LIMIT,
  };
}

/** Myers' greedy algorithm on what lies between the equal beginning and end. */
function editScript(a: readonly string[], b: readonly string[]): { script: string[]; cut: boolean } {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  const room = Math.min(a.length, b.length) - start;
  while (end < room && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const innerA = a.slice(start, a.length - end);
  const innerB = b.slice(start, b.length - end);
  const found = shortest(innerA, innerB);
  const replaced = () => [...innerA.map((line) => `-${line}`), ...innerB.map((line) => `+${line}`)];
  const same = (lines: readonly string[]) => lines.map((line) => ` ${line}`);
  const script = [...same(a.slice(0, start)), ...(found ?? replaced()), ...same(a.slice(a.length - end))];
  return { script, cut: found === undefined };
}

/** The shortest way from a to b, or undefined if it has too many steps. */
function shortest(a: readonly string[], b: readonly string[]): string[] | undefined {
  const limit = Math.min(EDIT_LIMIT, a.length + b.length);
  const reach = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let steps = 0; steps <= limit; steps++) {
    const before = new Map(reach);
    trace.push(before);
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const isDown = goesDown(reach, diagonal, steps);
      let x = isDown ? (reach.get(diagonal + 1) ?? 0) : (reach.get(diagonal - 1) ?? 0) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      reach.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return walkBack(trace, a, b);
    }
  }
  return undefined;
}

const goesDown = (reach: ReadonlyMap<number, number>, diagonal: number, steps: number) =>
  diagonal === -steps ||
  (diagonal !== steps && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1));

function walkBack(
  trace: readonly Map<number, number>[],
  a: readonly string[],
  b: readonly string[],
): string[] {
  const lines: string[] = [];
  let [x, y] = [a.length, b.length];
  for (let steps = trace.length - 1; steps >= 0; steps--) {
    const reach = trace[steps] as Map<number, number>;
    const diagonal = x - y;
    const from = goesDown(reach, diagonal, steps) ? diagonal + 1 : diagonal - 1;
    const fromX = steps === 0 ? 0 : (reach.get(from) ?? 0);
    const fromY = steps === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      lines.push(` ${a[--x]}`);
      y--;
    }
    if (steps === 0) break;
    if (x > fromX) lines.push(`-${a[--x]}`);
    else lines.push(`+${b[--y]}`);
  }
  return lines.reverse();
}

/** Leaves out equal lines far from a difference. */
function folded(script: readonly string[]): string[] {
  const isNear = script.map(() => false);
  for (const [at, line] of script.entries()) {
    if (line.startsWith(' ')) continue;
    const last = Math.min(script.length - 1, at + CONTEXT);
    for (let near = Math.max(0, at - CONTEXT); near <= last; near++) isNear[near] = true;
  }
  const lines: string[] = [];
  let hidden = 0;
  const gap = () => {
    if (hidden > 0) lines.push(`@@ ${hidden} equal ${hidden === 1 ? 'line' : 'lines'} @@`);
    hidden = 0;
  };
  for (const [at, line] of script.entries()) {
    if (!isNear[at]) hidden++;
    else {
      gap();
      lines.push(line);
    }
  }
  gap();
  return lines;
}

/** Message by message: those with the same place are compared, what one side has more is named. */
export function diffMessages(left: readonly DiffMessage[], right: readonly DiffMessage[]): MessageDiff[] {
  const compared = left.map((one, at): MessageDiff => {
    const two = right[at];
    if (!two) return { left: at, state: 'left-only', summary: one.summary };
    if (one.text === two.text) return { left: at, right: at, state: 'same', summary: one.summary };
    const summary = one.summary === two.summary ? one.summary : `${one.summary} → ${two.summary}`;
    return { left: at, right: at, state: 'changed', summary, diff: diffText(one.text, two.text) };
  });
  const more = right.slice(left.length).map(({ summary }, i) => ({ right: left.length + i, summary }));
  return [...compared, ...more.map((one): MessageDiff => ({ ...one, state: 'right-only' }))];
}

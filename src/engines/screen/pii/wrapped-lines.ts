import type { TextSegment } from './text-segment.ts';

/** Lines of a paragraph that were broken for want of room, as one text. */
export interface WrappedText {
  readonly text: string;
  /** For each character its segment and its position there; `undefined` for what joins two lines. */
  readonly positions: readonly ({ segment: TextSegment; index: number } | undefined)[];
  /** Where a new line begins. */
  readonly breaks: readonly number[];
}

/** Chains of segments that run on in the next line. */
export function wrappedTexts(segments: readonly TextSegment[]): WrappedText[] {
  const next = new Map<TextSegment, TextSegment>();
  for (const segment of segments) {
    const follower = followerOf(segment, segments);
    if (follower && ![...next.values()].includes(follower)) next.set(segment, follower);
  }
  const followers = new Set(next.values());
  return segments.flatMap((first) => {
    if (followers.has(first) || !next.has(first)) return [];
    const chain = [first];
    for (let at = next.get(first); at; at = next.get(at)) chain.push(at);
    return [join(chain)];
  });
}

/** The line right below that begins where a paragraph would, when the first word there had no room above. */
function followerOf(segment: TextSegment, all: readonly TextSegment[]): TextSegment | undefined {
  const bottom = segment.y + segment.h;
  const below = all.filter((other) => {
    const gap = other.y - bottom;
    const isSameSize = Math.min(segment.h, other.h) > 0.55 * Math.max(segment.h, other.h);
    const isLeft = other.x <= segment.x + segment.h && other.x + other.w > segment.x;
    return gap > -0.3 * segment.h && gap < 1.7 * Math.max(segment.h, other.h) && isSameSize && isLeft;
  });
  const follower = below.sort((a, b) => a.y - b.y || b.x - a.x)[0];
  if (!follower) return undefined;
  const column = all.filter((other) => other.x < segment.x + segment.w && segment.x < other.x + other.w);
  const edge = Math.max(
    ...column.filter((one) => Math.abs(one.x - follower.x) < 40 * segment.h).map((one) => one.x + one.w),
  );
  const [first] = follower.words;
  const isLong = first!.text.length > 20;
  return isLong || segment.x + segment.w + 0.4 * segment.h + first!.w > edge - 0.5 * segment.h
    ? follower
    : undefined;
}

/** Letters, digits and capitals mixed, and nothing that begins something new, as in the middle of a key. */
const isMixed = (token: string) =>
  /^[\w.+/-]+=*$/.test(token) && ((/\d/.test(token) && /[a-z]/i.test(token)) || /[a-z][A-Z]/.test(token));

function join(chain: readonly TextSegment[]): WrappedText {
  let text = '';
  const positions: WrappedText['positions'][number][] = [];
  const breaks: number[] = [];
  for (const segment of chain) {
    if (text !== '') {
      const tail = text.split(' ').at(-1)!;
      const head = segment.text.split(' ')[0]!;
      if (!tail.endsWith('-') && !(tail.length >= 12 && isMixed(tail.split('=').at(-1)!) && isMixed(head))) {
        text += ' ';
        positions.push(undefined);
      }
      breaks.push(text.length);
    }
    for (let index = 0; index < segment.text.length; index++) positions.push({ segment, index });
    text += segment.text;
  }
  return { text, positions, breaks };
}

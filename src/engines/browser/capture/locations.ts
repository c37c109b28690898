import type { Initiator } from '../../../contract/network-data.ts';
import type { Location } from '../../../contract/place-data.ts';
import type { NetworkInitiator, StackTrace } from './devtools.ts';

const MOST_FRAMES = 50;

type CallFrame = StackTrace['callFrames'][number];

/** The protocol counts lines and columns from zero, people and editors from one. */
function locationOf(frame: Omit<CallFrame, 'scriptId'>): Location {
  const { url, lineNumber, columnNumber, functionName } = frame;
  return {
    url,
    line: lineNumber + 1,
    column: columnNumber + 1,
    ...(functionName && { function: functionName }),
  };
}

/** The innermost call first; what was awaited follows, as far as the engine knows it. */
export function stackOf(trace: StackTrace | undefined): Location[] {
  const frames: Location[] = [];
  for (let part = trace; part && frames.length < MOST_FRAMES; part = part.parent) {
    for (const frame of part.callFrames) frames.push(locationOf(frame));
  }
  return frames.slice(0, MOST_FRAMES);
}

/** Where it was, from a stack or else from a place of its own. */
export function placeOf(
  stack: readonly Location[],
  own: { url?: string | undefined; lineNumber?: number | undefined; columnNumber?: number | undefined } = {},
): Location | undefined {
  const first = stack.find(({ url }) => url !== '');
  if (first) return first;
  if (!own.url) return undefined;
  const from = (place: number | undefined) => (place === undefined ? 0 : place + 1);
  return { url: own.url, line: from(own.lineNumber), column: from(own.columnNumber) };
}

export function initiatorOf(
  initiator: NetworkInitiator | undefined,
  idOf: (requestId: string) => string | undefined,
): Initiator | undefined {
  if (!initiator) return undefined;
  const stack = stackOf(initiator.stack);
  const location = placeOf(stack, initiator);
  const requestId = initiator.requestId === undefined ? undefined : idOf(initiator.requestId);
  return {
    type: initiator.type,
    ...(location && { location }),
    ...(stack.length > 1 && { stack }),
    ...(requestId !== undefined && { requestId }),
  };
}

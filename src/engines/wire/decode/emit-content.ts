import type { Direction } from './chunk.ts';
import { codingsOf, decodeContent } from './content.ts';
import { fieldOf } from './http1-head.ts';
import type { HeaderList } from './message.ts';
import type { Payload } from './payload.ts';
import type { Draft, StageContext } from './stage.ts';

/** Tells an HTTP message with its body, whose content codings are undone first. */
export function emitWithContent(
  context: StageContext,
  direction: Direction,
  draft: Draft,
  payload: Payload,
  headers: HeaderList,
): void {
  if (payload.length === 0) {
    context.emit(direction, draft);
    return;
  }
  const full = { ...draft, body: payload.bytes(), bodyLength: payload.length };
  const codings = codingsOf(fieldOf(headers, 'content-encoding'));
  if (codings.length === 0) context.emit(direction, full);
  else context.emit(direction, full, (made) => decoded(made, codings, context.bodyLimit, payload.isCut));
}

async function decoded(draft: Draft, codings: string[], limit: number, isCut: boolean): Promise<Draft> {
  const content = await decodeContent(draft.body ?? new Uint8Array(0), codings, limit);
  // Of a body that was cut before it was decompressed the full length is not known; the raw length is.
  const bodyLength = isCut ? Math.max(content.length, draft.bodyLength ?? 0) : content.length;
  const error = draft.error ?? (content.error && !isCut ? `Body: ${content.error}.` : undefined);
  return {
    ...draft,
    detail: { ...draft.detail, decoded: content.decoded },
    body: content.body,
    bodyLength,
    error,
  };
}

import type { Direction } from './chunk.ts';
import { codingsOf, decodeContent } from './content.ts';
import type { DecodeContext, Decoder, Draft } from './decoder.ts';
import type { Payload } from './payload.ts';
import { utf8 } from './show-text.ts';

/** What all versions of HTTP share. */

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** All values of a field as one list, or undefined if it is not there. */
export function fieldOf(headers: HeaderList, name: string): string | undefined {
  const values = headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  return values.length ? values.join(', ') : undefined;
}

/** The detail of the kind "request". */
export type HttpRequestDetail = {
  readonly method: string;
  /** As sent: a path, an absolute URL, host:port for CONNECT, or "*". */
  readonly target: string;
  /** Absolute as far as it is known; the host comes from the Host header or :authority. */
  readonly url: string;
  readonly version: string;
  readonly headers: HeaderList;
  readonly trailers?: HeaderList;
  /** Bytes of the start line and the fields on the wire. */
  readonly headLength: number;
  /** Bytes of the payload before decompression, without chunk framing. */
  readonly rawLength: number;
  /** Content codings that were undone for the body, in the order of the header field. */
  readonly decoded?: readonly string[];
  /** The body is not decompressed to its end: there was more than one call may spend on that. */
  readonly cut?: true;
  readonly stream?: number;
};

/** The detail of the kind "response". */
export type HttpResponseDetail = {
  readonly status: number;
  readonly reason: string;
  readonly version: string;
  readonly headers: HeaderList;
  readonly trailers?: HeaderList;
  readonly headLength: number;
  readonly rawLength: number;
  readonly decoded?: readonly string[];
  readonly cut?: true;
  readonly stream?: number;
  /** Method and target of the request it answers, if that was seen. */
  readonly method?: string;
  readonly target?: string;
  readonly timing?: HttpTiming;
};

/** Microseconds. Absolute, so that they can be laid beside anything else in the record. */
export type HttpTiming = {
  readonly requestStart: number;
  readonly requestEnd: number;
  readonly firstByte: number;
  readonly lastByte: number;
};

/** Answers after which the real one still comes; in HTTP/2 it does after an upgrade, too. */
export function isInterim({ status, headers }: HttpResponseDetail): boolean {
  if (status !== 101) return status >= 100 && status < 200;
  return headers.some(([name, value]) => name.toLowerCase() === 'upgrade' && value.toLowerCase() === 'h2c');
}

/** For `hides`: a body with a secret that its content coding makes unreadable for patterns. */
export const packsSecret: Decoder['hides'] = ({ detail, body }, isSecret) => {
  if (body === undefined || !Array.isArray(detail.decoded)) return false;
  // What was not looked into to its end may hold one.
  return detail.cut === true || (detail.decoded.length > 0 && isSecret(utf8(body)));
};

/** Tells an HTTP message with its body, whose content codings are undone first. */
export function emitWithContent(
  context: DecodeContext,
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
  else context.emit(direction, full, (made) => decoded(made, codings, context, payload.isCut));
}

async function decoded(
  draft: Draft,
  codings: string[],
  { bodyLimit, inflation }: DecodeContext,
  isCut: boolean,
): Promise<Draft> {
  const content = await decodeContent(draft.body ?? new Uint8Array(0), codings, bodyLimit, inflation);
  // Of a body that was cut before it was decompressed the full length is not known; the raw length is.
  const bodyLength = isCut ? Math.max(content.length, draft.bodyLength ?? 0) : content.length;
  const error =
    draft.error ?? (content.error && (content.isSpent || !isCut) ? `Body: ${content.error}.` : undefined);
  return {
    ...draft,
    detail: { ...draft.detail, decoded: content.decoded, ...(content.isSpent && { cut: true }) },
    body: content.body,
    bodyLength,
    error,
  };
}

import { text } from '../../kernel/content.ts';
import type { FailedReply, Fault } from '../../kernel/fault.ts';

/** A sentence for the reader, and the parts in `_meta`. */
export function plainFailure({ code, message, hint, data }: Fault): FailedReply {
  return {
    content: [text(`${code}: ${message} ${hint}`)],
    isError: true,
    _meta: { 'sensorium/fault': { code, message, hint, data } },
  };
}

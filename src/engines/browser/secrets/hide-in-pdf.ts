import type { Secrets } from './secrets.ts';

/** What a page shows lies in here, and was hidden before it was printed. */
const STREAM = /\bstream\r?\n[\s\S]*?\bendstream\b/g;

/**
 * The title of a document and the addresses of its links stand in a PDF as they are. Secrets in them are written over
 * with as many stars: the file tells by numbers of bytes where its parts lie.
 */
export function hideInPdf(pdf: Buffer, secrets: Secrets): Buffer {
  if (secrets.isEmpty) return pdf;
  let from = 0;
  for (const { index, 0: stream } of pdf.toString('latin1').matchAll(STREAM)) {
    secrets.starOut(pdf.subarray(from, index));
    from = index + stream.length;
  }
  secrets.starOut(pdf.subarray(from));
  return pdf;
}

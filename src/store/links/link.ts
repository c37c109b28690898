/** How sure it is that one thing caused another: `certain` is never guessed. */
export const CONFIDENCES = ['possible', 'likely', 'certain'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** Why it is thought so. */
const LINK_KINDS = [
  'call', // an agent's call did it
  'action', // it followed an action in the same page
  'document', // the document, or a script of it, asked for it
  'redirect',
  'preflight',
  'retry', // the same was asked again because it had failed
  'cache', // the browser kept what it was answered
  'worker', // a service worker asked for it in the page's place
  'wire', // the browser's request, seen on a tapped port
  'inside', // it ran while the service worked on the other
  'trace', // the trace context says so
  'answer', // it followed from an answer
] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** One item of the record caused another. Both are named by their sequence numbers. */
export interface Link {
  readonly cause: number;
  readonly effect: number;
  readonly kind: LinkKind;
  readonly confidence: Confidence;
}

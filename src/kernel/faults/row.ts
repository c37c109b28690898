import { quotePageText } from '../page-fence.ts';

/** Who can mend it: the caller's input, the state of the world, or we ourselves. Decides the JSON-RPC code. */
export type FaultKind = 'input' | 'missing' | 'state' | 'world' | 'internal';

/** One way to fail: the sentence for what happened, and the hint for what to do next. */
export interface Row<D> {
  readonly kind: FaultKind;
  readonly message: (data: D) => string;
  readonly hint: (data: D) => string;
}

export type NoData = Record<never, never>;

export function row<D>(
  kind: FaultKind,
  message: string | ((data: D) => string),
  hint: string | ((data: D) => string),
): Row<D> {
  return {
    kind,
    message: typeof message === 'string' ? () => message : message,
    hint: typeof hint === 'string' ? () => hint : hint,
  };
}

/** Words of a page or a server. */
export const said = (words: string) => quotePageText(`${words}`);

export const nearestHint = (nearest?: string) => (nearest ? `Did you mean "${nearest}"? ` : '');

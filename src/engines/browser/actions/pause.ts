import { within } from '../../../kernel/within.ts';

/** Ends early, and quietly, when the caller goes. */
export const pause = (ms: number, signal: AbortSignal | undefined) =>
  within(new Promise<never>(() => {}), ms, signal);

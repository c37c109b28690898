import type { PageCall } from '../define-tool.ts';
import { ours, pages, type Told } from '../told.ts';
import { untilTrue } from './until-true.ts';

/** Runs a check within the time that checks have, and tells the assertion that a test would make. */
export async function verified(call: PageCall<unknown>, check: () => Promise<string>): Promise<Told> {
  const code = await untilTrue(call.deps.expectMs, call.signal, check);
  const isLean = call.deps.answers.style === 'lean';
  return { results: [ours('Done'), ...(isLean ? [] : [pages(code)])], show: 'nothing' };
}

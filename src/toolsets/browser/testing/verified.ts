import type { Assertion } from '../../../engines/browser/actions/verify.ts';
import type { PageCall } from '../define-tool.ts';
import { ours, type Told } from '../told.ts';
import { untilTrue } from './until-true.ts';

/** Runs a check within the time that checks have, and tells the assertion that a test would make. */
export async function verified(call: PageCall<unknown>, check: () => Promise<Assertion>): Promise<Told> {
  const held = await untilTrue(call.deps.expectMs, call.signal, check);
  return { results: [ours('Done')], show: 'nothing', code: [held] };
}

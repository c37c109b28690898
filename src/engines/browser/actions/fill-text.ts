import type { Locator } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { fieldText, isBereft } from './element.page.ts';

/**
 * Fills a field. Something that closes meanwhile, the calendar of the field before, may take the focus away again, and
 * the letters with it: then the field is filled once more, and what it does not take is said.
 */
export async function fillText(
  locator: Locator,
  text: string,
  settings: NonNullable<Parameters<Locator['fill']>[1]>,
): Promise<void> {
  // Asked on the way to filling it: should the answer be of after that, it is what was to be filled in, and no harm is done.
  const before = locator.evaluate(fieldText, undefined, settings);
  const isTaken = async () => {
    const [was] = await Promise.all([before, locator.fill(text, settings)]);
    return was === null || was === text || !(await locator.evaluate(isBereft, was));
  };
  if ((await isTaken()) || (await isTaken())) return;
  throw fault('ACTION_FAILED', {
    action: 'Filling',
    why: 'the page took the focus away from it, and it kept what it had; what was typed may stand in another field',
  });
}

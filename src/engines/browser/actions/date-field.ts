import type { ElementHandle, Locator } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import { dateKind, isDay, towardsDay } from './date-field.page.ts';
import { pause } from './pause.ts';
import type { Cancel } from './pointer.ts';

/** Ten years. */
const MOST_TURNS = 120;
/** An opening or turning calendar has drawn its days by then. */
const DRAWN_MS = 2_000;
const STEP_MS = 50;

/**
 * Sets a field that takes a date: one of the browser's own in whatever way the date is written, one that only a
 * calendar can fill by its calendar. Says whether it was such a field.
 */
export async function setDate(locator: Locator, value: string, { signal }: Cancel): Promise<boolean> {
  const kind = await locator.evaluate(dateKind);
  const day = kind && dayOf(value);
  if (!kind || !day) return false;
  if (kind === 'closed') {
    await pick(locator, day, signal);
    return true;
  }
  const time = /\d{1,2}:\d{2}/.exec(value)?.[0].padStart(5, '0') ?? '00:00';
  const written = { date: day, month: day.slice(0, 7), 'datetime-local': `${day}T${time}` };
  await locator.fill(written[kind], given({ signal }));
  return true;
}

/** `2026-03-24` of that, of `24.3.2026`, `March 24, 2026` and the like; `3/4/2026` is read as in America. */
export function dayOf(value: string): string | undefined {
  const [, year, month, day] = /^\s*(\d{4})-(\d{1,2})(?:-(\d{1,2}))?/.exec(value) ?? [];
  if (year) return [year, month!.padStart(2, '0'), (day ?? '1').padStart(2, '0')].join('-');
  const [, first, second, last] = /^\s*(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})/.exec(value) ?? [];
  if (last) return [last, second!.padStart(2, '0'), first!.padStart(2, '0')].join('-');
  if (!/\d{4}/.test(value)) return undefined;
  const read = new Date(value);
  if (Number.isNaN(read.getTime())) return undefined;
  const parts = [read.getMonth() + 1, read.getDate()].map((part) => String(part).padStart(2, '0'));
  return [read.getFullYear(), ...parts].join('-');
}

/** Opens the calendar of a field, turns it to the month, presses the day. */
async function pick(locator: Locator, day: string, signal: AbortSignal | undefined): Promise<void> {
  const frame = await (await locator.elementHandle())?.ownerFrame();
  await locator.click(given({ signal }));
  const next = async () =>
    (await frame?.evaluateHandle(towardsDay, day))?.asElement() as ElementHandle | null | undefined;
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    let found = await next();
    for (let waited = 0; !found && waited < DRAWN_MS; waited += STEP_MS) {
      await pause(STEP_MS, signal);
      found = await next();
    }
    if (!found) break;
    const isLast = await found.evaluate(isDay);
    await found.click(given({ signal }));
    if (isLast) return;
  }
  throw fault('ACTION_FAILED', { action: 'Choosing', why: `no calendar showed the day ${day}` });
}

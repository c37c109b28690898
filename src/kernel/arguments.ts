/** Arguments that mean the same in every tool: how they are called, what they take and how they are told. */
import { z } from 'zod';

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };
const MICROS = 1_000_000;

/** Microseconds since the epoch of an ISO time, or of so long ago: "90s", "10m", 600 (seconds). */
export function microsOf(moment: string | number | undefined, now = Date.now()): number | undefined {
  if (moment === undefined) return undefined;
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?) ?(ms|[smhd])?(?: ago)?$/.exec(String(moment).trim()) ?? [];
  if (count !== undefined) return Math.round((now / 1000 - Number(count) * UNITS[unit]!) * MICROS);
  const millis = Date.parse(String(moment));
  return Number.isNaN(millis) ? undefined : millis * 1000;
}

const moment = z
  .union([z.string().min(1), z.number().min(0)])
  .refine((words) => microsOf(words) !== undefined, {
    error: ({ input }) =>
      `${JSON.stringify(input)} is no time; it takes 2026-01-31T12:00:00Z, or 10m for ten minutes ago`,
  });

/** Which time; the instructions tell once how it is written. */
export const since = moment.optional();
export const until = moment.optional();

/** Which part of a list. */
export const limit = (preset: number, most = 1000, least = 1) => z.int().min(least).max(most).default(preset);
export const cursor = z
  .string()
  .min(1)
  .optional()
  .describe('next_cursor of the page before; the filters again.');

/** Most characters of an answer; the session keeps to it, whatever the tool. The instructions tell of it once. */
export const answerBudget = {
  budget: z.int().min(200).max(1_000_000).optional(),
};

/** How long to wait. */
export const timeoutMs = (least = 1, most = 600_000) => z.int().min(least).max(most);

const UP = ['up', 'upstream', 'outgoing', 'sent', 'out', 'request'];
const DOWN = ['down', 'downstream', 'incoming', 'received', 'in', 'response'];

/** Two directions under the names that a tool's clients know; the other names of them are taken too. */
export function directions<Up extends string, Down extends string>(up: Up, down: Down) {
  const named = (word: unknown) => {
    const plain = String(word).toLowerCase();
    return UP.includes(plain) ? up : DOWN.includes(plain) ? down : word;
  };
  return z.preprocess(named, z.enum([up, down]));
}

/** up is from the client to the server. */
export const direction = directions('up', 'down');

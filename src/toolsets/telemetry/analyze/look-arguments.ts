/** The arguments of analyze that several modes share. The list has little room: few words, and none twice. */
import { z } from 'zod';
import { timeoutMs } from '../../../kernel/arguments.ts';
import { alias } from '../../../kernel/json-schema.ts';
import { pageLimit, scope } from '../arguments.ts';
import { waiting } from '../interact/action-arguments.ts';

const tab = { tab_id: scope.tab_id.describe('t3 or 3.') };

/** Every mode that asks a page takes them. */
export const everyLook = { ...tab, ...waiting };

/** Which part of the record. */
export const looked = { ...tab, since: scope.since, url: scope.url.describe('Part of the address.') };

/** What of the page. */
export const part = {
  selector: z
    .string()
    .min(1)
    .meta(alias('target', 'ref', 'scope'))
    .describe('CSS; dom: also text=, role=, label=, locator, ref.'),
};

/** How many items. */
export const few = { limit: pageLimit(50) };

/** A file, or what is listed under that name. */
export const file = z.string().min(1).describe('OpenAPI 3.x, JSON.');

/** How long to wait. */
export const patience = { timeout_ms: timeoutMs().optional() };

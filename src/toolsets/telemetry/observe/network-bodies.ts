import { z } from 'zod';
import { fault } from '../../../kernel/fault.ts';
import type { ItemOf } from '../../../store/item-row.ts';
import { method, noise, paging, requestId, scope, statuses } from '../arguments.ts';
import { bodyText } from '../body-text.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { type List, listReply } from '../read-list.ts';
import { unreadableEntry } from '../seen.ts';
import { readRequests, requestEntry, requestReply } from './requests.ts';

const REQUEST_SHOWN = 8192;
const RESPONSE_SHOWN = 16_384;
/** How many requests are looked into for one page of matches. */
const MOST_SEARCHED = 5000;

const input = z.object({
  ...paging,
  ...scope,
  ...method,
  ...statuses,
  ...noise,
  ...requestId,
  body_key: z.string().min(1).optional().describe('Field name, at any depth.'),
  body_path: z.string().min(1).optional().describe('As data.items[0].id.'),
});
type Args = z.output<typeof input>;

export const networkBodies = defineMode({
  summary: 'Requests with bodies, or parts of them.',
  input,
  async run(call) {
    const { args, deps } = call;
    if (args.request_id !== undefined) return requestReply(deps, args.request_id);
    const look = lookerOf(args);
    const { list, entries } = look ? await searchBodies(call, look) : await showBodies(call);
    return listReply(call, 'requests with bodies', list, entries);
  },
});

type BodiesCall = { readonly args: Args; readonly deps: TelemetryDeps };
type Look = (body: unknown) => readonly unknown[];

const read = (call: BodiesCall, args: Args) =>
  readRequests(
    { ...call, args },
    ({ data }) => data.requestBody !== undefined || data.responseBody !== undefined,
  );

async function showBodies(call: BodiesCall) {
  const list = await read(call, call.args);
  const entries = await Promise.all(
    list.items.map(async (item) => {
      if (item.stream === 'unreadable') return unreadableEntry(item);
      const { requestBody, responseBody, mimeType } = item.data;
      const [sent, received] = await Promise.all([
        bodyText(call.deps.store, requestBody, REQUEST_SHOWN),
        bodyText(call.deps.store, responseBody, RESPONSE_SHOWN),
      ]);
      return {
        ...requestEntry(item),
        content_type: mimeType,
        request_body: sent?.text,
        request_truncated: sent?.isCut || undefined,
        response_body: received?.text,
        response_truncated: received?.isCut || undefined,
      };
    }),
  );
  return { list, entries };
}

function lookerOf({ body_key: key, body_path: path }: Args): Look | undefined {
  if (key !== undefined && path !== undefined) {
    const problems = ['"body_key" and "body_path" exclude each other'];
    throw fault('INVALID_ARGUMENTS', { tool: 'observe', problems, param: 'body_path' });
  }
  if (key !== undefined) return (body) => valuesOf(body, key);
  if (path === undefined) return undefined;
  const steps = parseBodyPath(path);
  return (body) => {
    const found = atPath(body, steps);
    return found === undefined ? [] : [found];
  };
}

/** Page by page until enough match. The cursor then points at the last request that was looked into. */
async function searchBodies(call: BodiesCall, look: Look) {
  const most = call.args.limit;
  const entries: object[] = [];
  const matching: List<'request'>['items'][number][] = [];
  let args: Args = { ...call.args, limit: 100 };
  let list: List<'request'>;
  for (let searched = 0; ; ) {
    list = await read(call, args);
    for (const [index, item] of list.items.entries()) {
      if (item.stream === 'unreadable') continue;
      const found = await matches(call.deps, item, look);
      if (found) {
        entries.push({ ...requestEntry(item), ...found });
        matching.push(item);
      }
      if (entries.length < most) continue;
      const rest = index < list.items.length - 1 || list.metadata.has_more;
      list = {
        items: matching,
        metadata: { ...list.metadata, has_more: rest, cursor: item.cursor, after_cursor: item.cursor },
      };
      return { list, entries };
    }
    searched += list.items.length;
    const isOver =
      !list.metadata.has_more ||
      searched >= MOST_SEARCHED ||
      args.after_cursor === list.metadata.after_cursor;
    if (isOver || args.before_cursor !== undefined || args.since_cursor !== undefined)
      return { list: { ...list, items: matching }, entries };
    args = { ...args, after_cursor: list.metadata.after_cursor ?? undefined };
  }
}

async function matches({ store }: TelemetryDeps, { data }: ItemOf<'request'>, look: Look) {
  const { requestBody, responseBody } = data;
  const [request, response] = await Promise.all(
    [requestBody, responseBody].map(async (body) => {
      const shown = await bodyText(store, body, 0);
      return shown?.whole === undefined ? [] : look(parsed(shown.whole));
    }),
  );
  if (request!.length + response!.length === 0) return undefined;
  return {
    ...(request!.length > 0 ? { request_matches: request } : {}),
    ...(response!.length > 0 ? { response_matches: response } : {}),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no JSON has no fields
  }
}

type Step = string | number;

const MOST_MATCHES = 100;

/** Reads `data.items[0].id`, with an optional `$.` before it and `['a key']` for odd names. */
export function parseBodyPath(path: string): readonly Step[] {
  const bad = (problem: string) => fault('INVALID_BODY_PATH', { path, problem });
  const steps: Step[] = [];
  let rest = path.trim().replace(/^\$\.?/, '');
  if (rest === '') return steps;
  if (!rest.startsWith('[')) rest = `.${rest}`;
  while (rest !== '') {
    const found = /^(?:\.([^.[\]]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\])/.exec(rest);
    if (!found) throw bad(`it cannot be read from "${rest}" on`);
    const [whole, name, index, single, double] = found;
    steps.push(index === undefined ? (name ?? single ?? double ?? '') : Number(index));
    rest = rest.slice(whole.length);
  }
  return steps;
}

/** What lies at the path, or undefined. */
export function atPath(value: unknown, steps: readonly Step[]): unknown {
  let at = value;
  for (const step of steps) {
    if (at === null || typeof at !== 'object') return undefined;
    at = Object.hasOwn(at, step) ? (at as Record<Step, unknown>)[step] : undefined;
  }
  return at;
}

/** The values of every field of that name, outer ones first. */
export function valuesOf(value: unknown, key: string, found: unknown[] = []): unknown[] {
  if (value === null || typeof value !== 'object' || found.length >= MOST_MATCHES) return found;
  if (!Array.isArray(value) && Object.hasOwn(value, key)) found.push((value as Record<string, unknown>)[key]);
  for (const inner of Object.values(value)) valuesOf(inner, key, found);
  return found.slice(0, MOST_MATCHES);
}

import { stat } from 'node:fs/promises';
import { readZip } from '../../../../engines/browser/media/rewrite-zip.ts';
import { breather } from '../../../../kernel/breathe.ts';
import { type Asked, snapshotIn, type Witness } from './failure-facts.ts';

/** More lines of a trace tell no more. */
const MOST_LINES = 20_000;
const MOST_BYTES = 50_000_000;
const MOST_NOTE = 1_000_000;
const MOST_FILE = 500_000_000;
/** Of all that is unpacked: a zip of kilobytes may hold thousands of files of megabytes. */
const MOST_ALL = 250_000_000;
const NOTE = /^(?:attachments|resources)\//;

const isWanted = (name: string, size: number) =>
  NOTE.test(name) ? size < MOST_NOTE : size < MOST_BYTES && /\.(?:network|trace)$/.test(name);

/** What a trace of Playwright, as its tests write them, tells of the page. */
export async function traceWitness(path: string): Promise<Witness> {
  const { size } = await stat(path);
  if (size > MOST_FILE) throw new Error('it is too large');
  const requests: (Asked & { readonly at: number })[] = [];
  const errors: string[] = [];
  let snapshot: string | undefined;
  let left = MOST_ALL;
  for await (const [name, content] of readZip(path, isWanted)) {
    left -= content.length;
    if (left < 0) throw new Error('it is too large when it is unpacked');
    if (name.endsWith('.network'))
      for await (const line of linesOf(content, 'resource-snapshot')) requests.push(...askedIn(line));
    else if (name.endsWith('.trace'))
      for await (const line of linesOf(content, 'pageError')) errors.push(...thrownIn(line));
    // What Playwright wrote down beside the failure lies in it under a hash.
    else if (content.includes('# Page snapshot')) snapshot ??= snapshotIn(content.toString());
  }
  return { source: 'trace', requests: requests.toSorted((a, b) => a.at - b.at), errors, snapshot };
}

/** Those with this word in them. */
async function* linesOf(content: Buffer, word: string): AsyncGenerator<Record<string, unknown>> {
  const breathe = breather();
  let count = 0;
  for (let from = 0; from < content.length && count < MOST_LINES; count++) {
    const end = content.indexOf(10, from);
    const line = content.subarray(from, end < 0 ? content.length : end);
    from = end < 0 ? content.length : end + 1;
    await breathe();
    if (!line.includes(word)) continue;
    try {
      yield JSON.parse(line.toString());
    } catch {
      // a line that was cut when the test ended
    }
  }
}

interface Resource {
  readonly time?: number;
  readonly _monotonicTime?: number;
  readonly _resourceType?: string;
  readonly request?: { readonly method?: string; readonly url?: string };
  readonly response?: { readonly status?: number; readonly _failureText?: string };
}

function askedIn({ type, snapshot }: Record<string, unknown>): readonly (Asked & { readonly at: number })[] {
  if (type !== 'resource-snapshot' || typeof snapshot !== 'object' || snapshot === null) return [];
  const { time = 0, request, response, _resourceType = '', _monotonicTime: at = 0 } = snapshot as Resource;
  if (typeof request?.url !== 'string') return [];
  const { status = -1, _failureText: failure } = response ?? {};
  return [
    {
      at,
      method: request.method ?? 'GET',
      url: request.url,
      type: _resourceType,
      status: status > 0 ? status : undefined,
      failure,
      isPending: status <= 0 && failure === undefined && time < 0,
    },
  ];
}

function thrownIn({ type, method, params }: Record<string, unknown>): readonly string[] {
  if (type !== 'event' || method !== 'pageError') return [];
  const { error } = params as { error?: { error?: { name?: string; message?: string }; value?: unknown } };
  const { name, message } = error?.error ?? {};
  return [message === undefined ? String(error?.value) : name ? `${name}: ${message}` : message];
}

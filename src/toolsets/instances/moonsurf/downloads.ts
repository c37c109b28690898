import { z } from 'zod';
import type { DownloadEntry } from '../../../engines/browser/context/downloads.ts';
import type { Instance } from '../../../engines/browser/pool/instance.ts';
import { fault } from '../../../kernel/fault.ts';
import { defineMode } from '../deps.ts';
import { instanceId, json, onInstance, tabId } from './place.ts';

const WAIT_MS = 300_000;
/** How often it is looked whether a download has begun. */
const LOOK_MS = 50;

const STATES = { in_progress: 'in_progress', complete: 'complete', failed: 'error' } as const;

function told(entry: DownloadEntry, instance: string): object {
  const { id, filename, path, state, size, failure, started, ended, url } = entry;
  const isDone = state === 'complete';
  return {
    ...{ id, instanceId: instance, filename, filepath: path ?? null, state: STATES[state] },
    ...{ bytesReceived: size ?? 0, totalBytes: size ?? -1, progress: isDone ? 100 : -1 },
    startTime: Math.round(started / 1000),
    ...(ended !== undefined && { endTime: Math.round(ended / 1000) }),
    url,
    ...(failure !== undefined && { error: failure }),
  };
}

export const downloads = defineMode({
  summary: 'The downloads of a browser.',
  input: z.object({
    instanceId,
    tabId,
    state: z.enum(['in_progress', 'complete', 'error', 'all']).optional(),
  }),
  run: (call) =>
    onInstance(call, async ({ instance }) => {
      const { state = 'all' } = call.args;
      const found = instance.engine.downloads
        .list()
        .filter((entry) => state === 'all' || STATES[entry.state] === state)
        .map((entry) => told(entry, instance.id));
      return json({ downloads: found, downloadDirectory: instance.engine.outputDir, count: found.length });
    }),
});

export const downloadWait = defineMode({
  summary: 'Waits for a download to end: the named one, else the newest, else the next that begins.',
  input: z.object({
    instanceId,
    tabId,
    downloadId: z.string().min(1).optional().describe('Of downloads.'),
    timeout: z.int().min(0).max(86_400_000).optional().describe('Milliseconds (300000).'),
  }),
  timeoutMs: ({ timeout = WAIT_MS }) => timeout + 2_000,
  run: (call) =>
    onInstance(call, async ({ instance }) => {
      const { downloadId, timeout = WAIT_MS } = call.args;
      const until = performance.now() + timeout;
      await begun(instance, downloadId, until, call.signal);
      const left = Math.max(0, until - performance.now());
      const entry = await instance.engine.downloads.wait(downloadId, left, call.signal);
      if (entry.state === 'in_progress')
        throw fault('WAIT_TIMEOUT', { what: `Download ${entry.id} did not end`, ms: timeout });
      return json(told(entry, instance.id));
    }),
});

async function begun(
  instance: Instance,
  id: string | undefined,
  until: number,
  signal: AbortSignal,
): Promise<void> {
  const isThere = () => instance.engine.downloads.list().some((entry) => id === undefined || entry.id === id);
  while (!isThere() && performance.now() < until && !signal.aborted && instance.state === 'ready') {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

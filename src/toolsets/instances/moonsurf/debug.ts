import { z } from 'zod';
import { handleDialog } from '../../../engines/browser/actions/modal-answers.ts';
import type { DownloadEntry } from '../../../engines/browser/context/downloads.ts';
import type { ConsoleEntry } from '../../../engines/browser/page/console-log.ts';
import type { Instance } from '../../../engines/browser/pool/instance.ts';
import { fault } from '../../../kernel/fault.ts';
import { actionTool, PAGE_FAULTS } from './action-tool.ts';
import { navigationTimes } from './content.page.ts';
import { numberOf, onInstance, onTab, tabId } from './place.ts';

const dialog = onTab({
  summary: 'Answers the dialog that the page shows.',
  input: {
    dialogAction: z.enum(['accept', 'dismiss']).optional(),
    promptText: z.string().optional().describe('Text for a prompt.'),
  },
  async run(tab, { args, signal }) {
    const { dialogAction = 'accept', promptText } = args;
    const open = tab.modals.open.find((state) => state.kind === 'dialog');
    await handleDialog(tab, dialogAction === 'accept', promptText, { signal });
    return { handled: true, dialogType: open?.type, message: open?.message, action: dialogAction };
  },
});

const LEVELS = ['log', 'info', 'warning', 'error', 'all'] as const;

const console = onTab({
  summary: 'What the page said on its console, and what it threw.',
  input: {
    level: z.enum(LEVELS).optional(),
    clear: z.boolean().optional().describe('Forget them after.'),
  },
  looksOn: true,
  async run(tab, { args }) {
    const { level = 'all', clear } = args;
    const entries = tab.console.list({ level: 'debug', all: true });
    const logs = entries
      .map((entry) => ({ ...told(entry), timestamp: Math.round(entry.time / 1000) }))
      .filter((entry) => level === 'all' || entry.level === level);
    if (clear) tab.console.clear();
    return { logs, count: logs.length };
  },
});

/** Their levels are the names of the console's own methods. */
function told({ level, type, text, url, line }: ConsoleEntry) {
  const theirs = level === 'error' || level === 'warning' ? level : type === 'info' ? 'info' : 'log';
  return { level: theirs, text, source: url ? `${url}:${line}` : '' };
}

const performanceMode = onTab({
  summary: 'How the page performs: metrics of the browser and times of the navigation.',
  async run(tab) {
    const session = await tab.cdp.session('Reading performance metrics');
    await session.send('Performance.enable');
    const { metrics } = await session.send('Performance.getMetrics');
    const timing = await tab.cdp.run(navigationTimes);
    return { metrics: Object.fromEntries(metrics.map(({ name, value }) => [name, value])), timing };
  },
});

const traceStart = onTab({
  summary: 'Begins a performance trace of the tab.',
  input: {
    categories: z.array(z.string().min(1)).optional().describe('Of Chrome tracing.'),
  },
  async run(tab, { instance, args }) {
    if (!tab.cdp.isThere) throw fault('NEEDS_CHROMIUM', { what: 'Recording a performance trace' });
    const { browser } = await instance.engine.browser();
    const categories = args.categories ? { categories: [...args.categories] } : {};
    await browser.startTracing(tab.page, categories).catch((cause: unknown) => {
      if (/already/i.test(String(cause))) throw fault('RECORDING_ALREADY', { what: 'trace' }, cause);
      throw cause;
    });
    return { tracing: true, tabId: numberOf(tab) };
  },
});

const traceStop = onTab({
  summary: 'Ends the trace and gives it, as the JSON that DevTools loads, in base64.',
  async run(_tab, { instance }) {
    const { browser } = await instance.engine.browser();
    const trace = await browser.stopTracing().catch((cause: unknown) => {
      throw fault('NOT_RECORDING', { what: 'trace' }, cause);
    });
    return { tracing: false, trace: trace.toString('base64'), bytes: trace.length };
  },
});

const WAIT_MS = 300_000;
/** How often it is looked whether a download has begun. */
const LOOK_MS = 50;

const STATES = { in_progress: 'in_progress', complete: 'complete', failed: 'error' } as const;

function downloadEntry(entry: DownloadEntry, instance: string): object {
  const { id, filename, path, state, size, failure, started, ended, url } = entry;
  return {
    id,
    instanceId: instance,
    filename,
    filepath: path ?? null,
    state: STATES[state],
    bytesReceived: size ?? 0,
    totalBytes: size ?? -1,
    progress: state === 'complete' ? 100 : -1,
    startTime: Math.round(started / 1000),
    endTime: ended && Math.round(ended / 1000),
    url,
    error: failure,
  };
}

const downloads = onInstance({
  summary: 'The downloads of a browser.',
  looksOn: true,
  input: {
    tabId,
    state: z.enum(['in_progress', 'complete', 'error', 'all']).optional(),
  },
  async run({ instance, args }) {
    const { state = 'all' } = args;
    const found = instance.engine.downloads
      .list()
      .filter((entry) => state === 'all' || STATES[entry.state] === state)
      .map((entry) => downloadEntry(entry, instance.id));
    return { downloads: found, downloadDirectory: instance.engine.outputDir, count: found.length };
  },
});

const downloadWait = onInstance({
  summary: 'Waits for a download to end: the named one, else the newest, else the next that begins.',
  looksOn: true,
  input: {
    tabId,
    downloadId: z.string().min(1).optional().describe('Of downloads.'),
    timeout: z.int().min(0).max(86_400_000).optional().describe('Milliseconds (300000).'),
  },
  timeoutMs: ({ timeout = WAIT_MS }) => timeout + 2_000,
  async run({ instance, args, signal }) {
    const { downloadId, timeout = WAIT_MS } = args;
    const until = performance.now() + timeout;
    await begun(instance, downloadId, until, signal);
    const left = Math.max(0, until - performance.now());
    const entry = await instance.engine.downloads.wait(downloadId, left, signal);
    if (entry.state === 'in_progress')
      throw fault('WAIT_TIMEOUT', { what: `Download ${entry.id} did not end`, ms: timeout });
    return downloadEntry(entry, instance.id);
  },
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

export const debugTool = actionTool({
  name: 'browser_debug',
  title: 'Debug',
  summary: 'Dialogs, console, performance, traces, downloads.',
  effect: 'write',
  modes: {
    dialog,
    console,
    performance: performanceMode,
    trace_start: traceStart,
    trace_stop: traceStop,
    downloads,
    download_wait: downloadWait,
  },
  faults: [
    ...PAGE_FAULTS,
    'NO_MODAL_STATE',
    'NEEDS_CHROMIUM',
    'NOT_RECORDING',
    'RECORDING_ALREADY',
    'WAIT_TIMEOUT',
  ],
});

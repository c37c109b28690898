import { z } from 'zod';
import { handleDialog } from '../../../engines/browser/actions/dialog.ts';
import type { ConsoleEntry } from '../../../engines/browser/page/console-log.ts';
import { fault } from '../../../kernel/fault.ts';
import { defineMode } from '../deps.ts';
import { actionTool, PAGE_FAULTS } from './action-tool.ts';
import { navigationTimes } from './content.page.ts';
import { downloads, downloadWait } from './downloads.ts';
import { besideTab, numberOf, onTab, place } from './place.ts';

const dialog = defineMode({
  summary: 'Answers the dialog that the page shows.',
  input: z.object({
    ...place,
    dialogAction: z.enum(['accept', 'dismiss']).optional(),
    promptText: z.string().optional().describe('Text for a prompt.'),
  }),
  run: (call) =>
    onTab(call, async (tab) => {
      const { dialogAction = 'accept', promptText } = call.args;
      const open = tab.modals.open.find((state) => state.kind === 'dialog');
      await handleDialog(tab, dialogAction === 'accept', promptText, { signal: call.signal });
      return { handled: true, dialogType: open?.type, message: open?.message, action: dialogAction };
    }),
});

const LEVELS = ['log', 'info', 'warning', 'error', 'all'] as const;

const console = defineMode({
  summary: 'What the page said on its console, and what it threw.',
  input: z.object({
    ...place,
    level: z.enum(LEVELS).optional(),
    clear: z.boolean().optional().describe('Forget them after.'),
  }),
  run: (call) =>
    besideTab(call, async (tab) => {
      const { level = 'all', clear } = call.args;
      const entries = tab.console.list({ level: 'debug', all: true });
      const logs = entries
        .map((entry) => ({ ...told(entry), timestamp: Math.round(entry.time / 1000) }))
        .filter((entry) => level === 'all' || entry.level === level);
      if (clear) tab.console.clear();
      return { logs, count: logs.length };
    }),
});

/** Their levels are the names of the console's own methods. */
function told({ level, type, text, url, line }: ConsoleEntry) {
  const theirs = level === 'error' || level === 'warning' ? level : type === 'info' ? 'info' : 'log';
  return { level: theirs, text, source: url ? `${url}:${line}` : '' };
}

const performanceMode = defineMode({
  summary: 'How the page performs: metrics of the browser and times of the navigation.',
  input: z.object(place),
  run: (call) =>
    onTab(call, async (tab) => {
      const session = await tab.cdp.session('Reading performance metrics');
      await session.send('Performance.enable');
      const { metrics } = await session.send('Performance.getMetrics');
      const timing = await tab.cdp.run(navigationTimes);
      return { metrics: Object.fromEntries(metrics.map(({ name, value }) => [name, value])), timing };
    }),
});

const traceStart = defineMode({
  summary: 'Begins a performance trace of the tab.',
  input: z.object({
    ...place,
    categories: z.array(z.string().min(1)).optional().describe('Of Chrome tracing.'),
  }),
  run: (call) =>
    onTab(call, async (tab, { instance }) => {
      if (!tab.cdp.isThere) throw fault('NEEDS_CHROMIUM', { what: 'Recording a performance trace' });
      const { browser } = await instance.engine.browser();
      const categories = call.args.categories ? { categories: [...call.args.categories] } : {};
      await browser.startTracing(tab.page, categories).catch((cause: unknown) => {
        if (/already/i.test(String(cause))) throw fault('RECORDING_ALREADY', { what: 'trace' }, cause);
        throw cause;
      });
      return { tracing: true, tabId: numberOf(tab) };
    }),
});

const traceStop = defineMode({
  summary: 'Ends the trace and gives it, as the JSON that DevTools loads, in base64.',
  input: z.object(place),
  run: (call) =>
    onTab(call, async (_tab, { instance }) => {
      const { browser } = await instance.engine.browser();
      const trace = await browser.stopTracing().catch((cause: unknown) => {
        throw fault('NOT_RECORDING', { what: 'trace' }, cause);
      });
      return { tracing: false, trace: trace.toString('base64'), bytes: trace.length };
    }),
});

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
  onlookers: ['downloads', 'download_wait', 'console'],
});

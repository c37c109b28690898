import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { TraceFiles } from '../../../engines/browser/media/tracing.ts';
import { contextTool } from '../define-tool.ts';
import { type Asking, fileLink, reserve, shownPath } from '../files.ts';
import { ours } from '../told.ts';

export const startTracing = contextTool({
  name: 'browser_start_tracing',
  title: 'Start trace',
  summary: "Start recording a trace for Playwright's trace viewer.",
  effect: 'write',
  input: {},
  faults: ['RECORDING_ALREADY', 'BROWSER_CRASHED'],
  async run(call) {
    const { tracing } = call.context;
    await tracing.start();
    const links = tracing.files ? traceLinks(call, 'Action log', tracing.files) : [];
    return {
      results: [
        ours('Trace recording started'),
        ...(call.deps.answers.style === 'lean' ? [] : links.map(ours)),
      ],
    };
  },
});

export const stopTracing = contextTool({
  name: 'browser_stop_tracing',
  title: 'Stop trace',
  summary: 'Stop the trace and save it as a zip.',
  effect: 'write',
  input: { filename: z.string().min(1).optional() },
  faults: ['NOT_RECORDING', 'FILE_NOT_ALLOWED', 'BROWSER_CRASHED'],
  async run(call) {
    const { filename } = call.args;
    const { files } = call.context.tracing;
    if (call.deps.answers.style === 'playwright' && filename === undefined && files) {
      await call.context.tracing.stopUnpacked(files);
      return { results: ['Trace recording stopped.', ...traceLinks(call, 'Trace', files)].map(ours) };
    }
    const wanted = filename === undefined ? undefined : await reserve(call, filename);
    const path = await call.context.tracing.stop(wanted);
    const file = { path, shown: shownPath(call, path), bytes: (await stat(path)).size };
    return {
      results: [ours(`Trace recording stopped.\n- [Trace](${file.shown})`)],
      blocks: [fileLink(file, 'application/zip')],
    };
  },
});

/** The files of a trace as playwright-mcp names them. */
function traceLinks(call: Asking, title: string, { folder, name }: TraceFiles): readonly string[] {
  const link = (words: string, file: string) => `- [${words}](${shownPath(call, join(folder, file))})`;
  return [
    link(title, `${name}.trace`),
    link('Network log', `${name}.network`),
    link('Resources', 'resources'),
  ];
}

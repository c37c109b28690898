import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { contextTool } from '../define-tool.ts';
import { fileLink, reserve, shownPath } from '../files.ts';
import { ours } from '../told.ts';
import { traceLinks } from './trace-links.ts';

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

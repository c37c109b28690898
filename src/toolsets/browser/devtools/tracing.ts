import { stat } from 'node:fs/promises';
import { unpackTrace } from '../../../engines/browser/media/tracing.ts';
import { ownText } from '../../../report/browser-result.ts';
import { fileLink } from '../../../report/listing.ts';
import { contextTool, toFile } from '../define-tool.ts';
import { reserve, savedFile } from '../files.ts';

export const startTracing = contextTool({
  name: 'browser_start_tracing',
  title: 'Start trace',
  summary: "Start recording a trace for Playwright's trace viewer.",
  effect: 'write',
  input: {},
  faults: ['RECORDING_ALREADY', 'BROWSER_CRASHED'],
  async run({ context: { tracing } }) {
    const { folder, name } = await tracing.start();
    return { results: [ownText('Trace recording started')], view: { kind: 'trace', folder, name } };
  },
});

export const stopTracing = contextTool({
  name: 'browser_stop_tracing',
  title: 'Stop trace',
  summary: 'Stop the trace and save it as a zip.',
  effect: 'write',
  input: { ...toFile },
  faults: ['NOT_RECORDING', 'FILE_NOT_ALLOWED', 'FILE_EXISTS', 'BROWSER_CRASHED'],
  async run(call) {
    const { filename } = call.args;
    const { tracing } = call.context;
    const wanted = filename === undefined ? undefined : await reserve(call, filename);
    const { folder, name, path: written } = await tracing.stop(wanted);
    const path = await call.deps.output.wrote(written, wanted);
    const link = fileLink(savedFile(call, path, (await stat(path)).size), 'application/zip');
    const unpack = () => unpackTrace(path, { folder, name });
    return { view: { kind: 'trace', folder, name, zip: { link, unpack }, filename } };
  },
});

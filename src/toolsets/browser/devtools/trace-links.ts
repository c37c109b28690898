import { join } from 'node:path';
import type { TraceFiles } from '../../../engines/browser/media/tracing.ts';
import { type Asking, shownPath } from '../files.ts';

/** The files of a trace as playwright-mcp names them. */
export function traceLinks(call: Asking, title: string, { folder, name }: TraceFiles): readonly string[] {
  const link = (words: string, file: string) => `- [${words}](${shownPath(call, join(folder, file))})`;
  return [
    link(title, `${name}.trace`),
    link('Network log', `${name}.network`),
    link('Resources', 'resources'),
  ];
}

import type { Call } from '../../../../kernel/tool.ts';
import type { TelemetryDeps } from '../../deps.ts';

/** The last run of each page, of those who work in the same folder with the same key. */
export const keptRuns = ({ deps }: Pick<Call<unknown, TelemetryDeps>, 'deps'>) =>
  deps.documents.ofFolder('performance');

/** Two loads are of the same page whatever their query; what was done on it is another thing. */
export function runKey(url: string, kind: 'load' | 'stop'): string {
  const { origin = '', pathname = '' } = URL.parse(url) ?? {};
  return `${kind} ${origin}${pathname}`;
}

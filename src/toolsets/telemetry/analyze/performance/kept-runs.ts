import type { TelemetryDeps } from '../../deps.ts';

/** The last run of each page. */
export const keptRuns = ({ store }: Pick<TelemetryDeps, 'store'>) => store.documents('performance');

/** Two loads are of the same page whatever their query; what was done on it is another thing. */
export function runKey(url: string, kind: 'load' | 'stop'): string {
  const { origin = '', pathname = '' } = URL.parse(url) ?? {};
  return `${kind} ${origin}${pathname}`;
}

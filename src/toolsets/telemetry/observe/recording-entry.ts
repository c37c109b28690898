import { isoMicros } from '../../../kernel/clock.ts';
import type { Recording } from '../recording/recording.ts';

/** A recording as lists show it. */
export function recordingEntry({ id, name, status, start, end, start_url, tab_id, ...seen }: Recording) {
  return {
    id,
    name,
    status,
    created_at: isoMicros(start),
    start_url,
    tab_id,
    viewport: seen.viewport,
    ...(end === undefined ? {} : { duration_ms: Math.round((end - start) / 1000) }),
    action_count: seen.actions.length,
    error_count: seen.errors.reduce((sum, { count }) => sum + count, 0),
  };
}

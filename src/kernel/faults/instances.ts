import { row } from './row.ts';

/** Many browsers: the pool, its leases and the grid. */
export const instanceFaults = {
  NO_INSTANCE: row<{ id?: string | undefined; ids: readonly string[] }>(
    'input',
    (d) => (d.id === undefined ? 'No browser instance is open.' : `Instance not found: ${d.id}.`),
    (d) =>
      d.ids.length > 0
        ? `Yours are: ${d.ids.join(', ')}.`
        : 'Open one with browser_instance, action "new"; list shows yours.',
  ),
  NOT_CONNECTED: row<{ id: string; why: string }>(
    'state',
    (d) => `Instance ${d.id} is not connected: ${d.why}.`,
    'Call browser_instance with action "activate" to start it again, or "close" it and open a new one.',
  ),
  LIMIT_REACHED: row<{ what: string; limit: string; waitedMs: number; raise?: string | undefined }>(
    'state',
    (d) =>
      `${d.what}: the limit is ${d.limit}${d.waitedMs > 0 ? `, and none became free within ${d.waitedMs / 1000} s` : ''}.`,
    (d) => `Close an instance, or raise the limit with ${d.raise ?? '--max-instances or --max-memory'}.`,
  ),
  NO_SUCH_PROFILE: row<{ profile: string; profiles: readonly string[]; folder: string }>(
    'input',
    (d) => `The browser has no profile "${d.profile}" in ${d.folder}.`,
    (d) =>
      d.profiles.length > 0
        ? `Profiles: ${d.profiles.join(', ')}.`
        : 'Give the path of a profile folder instead.',
  ),
  MODE_NEEDS: row<{ mode: string; needs: string }>(
    'input',
    (d) => `An instance of mode "${d.mode}" needs ${d.needs}.`,
    'Give it with the call or when the server is started.',
  ),
  MODE_NOT_HERE: row<{
    mode: string;
    browser: string;
    here: readonly string[];
    install?: string | undefined;
  }>(
    'world',
    (d) => `There is no ${d.browser} on this machine, so mode "${d.mode}" cannot be used.`,
    (d) =>
      `Install it${d.install ? ` (${d.install})` : ''}${d.here.length > 0 ? `, or use mode ${d.here.join(' or ')}` : ''}.`,
  ),
  MODE_CANNOT: row<{ mode: string; what: string }>(
    'input',
    (d) => `An instance of mode "${d.mode}" cannot be given ${d.what}.`,
    'Leave it out, or start a browser on this machine (mode chrome, chromium, edge or testing).',
  ),
  GRID_OFFERS_OTHERS: row<{ grid: string; wanted: string; offered: readonly string[] }>(
    'input',
    (d) => `The grid ${d.grid} does not offer ${d.wanted}.`,
    (d) => (d.offered.length > 0 ? `It offers ${d.offered.join(', ')}.` : 'No node is registered with it.'),
  ),
  NO_SUCH_TASK: row<{ id: string }>(
    'missing',
    (d) => `No task ${d.id}.`,
    'GET /tasks lists those that are kept.',
  ),
};

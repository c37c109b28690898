import { type NoData, row } from './row.ts';

/** The app and its bridge. */
export const appFaults = {
  APP_UNAVAILABLE: row<{ product: string }>(
    'world',
    (d) => `The ${d.product} application is not running.`,
    'Start it with "sensorium app", or start this command without --bridge.',
  ),
  APP_LOST: row<NoData>(
    'world',
    'The app went away while this call was running.',
    'Call again: the next call reconnects, or works alone when the app is gone.',
  ),
  APP_RUNS_ALREADY: row<{ pid: number; endpoint: string }>(
    'state',
    (d) => `The app runs already (process ${d.pid}, ${d.endpoint}).`,
    'Use that one, or stop it first.',
  ),

  APP_REFUSED: row<{ why: string; pid: number }>(
    'state',
    (d) => `The running app (process ${d.pid}) does not serve this command: ${d.why}.`,
    'Restart the app with the same version and settings, or start this command with --standalone.',
  ),
  APP_ADDRESS_TOO_LONG: row<{ path: string; bytes: number; limit: number }>(
    'input',
    (d) => `The path of the app's socket, ${d.path}, has ${d.bytes} bytes; the system allows ${d.limit}.`,
    'Give a shorter --state-dir.',
  ),
  CHECKS_FAILED: row<{ count: number }>(
    'world',
    (d) => (d.count === 1 ? 'One check failed.' : `${d.count} checks failed.`),
    'Follow the advice in the rows marked "fail", then run it again.',
  ),
};

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
  INVALID_PAIRING_CODE: row<{ code: string }>(
    'input',
    (d) => `"${d.code}" is no pairing code.`,
    'Give the six digits that the popup of the browser extension shows.',
  ),
  NO_BROWSER_TO_PAIR: row<NoData>(
    'state',
    'No browser asks to be paired.',
    'Click on the Sensorium extension in your browser, press "Pair", and give the code that it shows.',
  ),
  SEVERAL_BROWSERS_TO_PAIR: row<NoData>(
    'state',
    'More than one browser asks to be paired.',
    'Press "Stop" in the popups of the others and pair them one after the other.',
  ),
  BROWSER_LEFT_PAIRING: row<NoData>(
    'world',
    'The browser went away while it was paired.',
    'Open the popup of the extension again and give the code that it shows now.',
  ),
  WRONG_PAIRING_CODE: row<{ left: number }>('input', 'This is not the code that the popup shows.', (d) =>
    d.left === 0
      ? 'It was wrong five times: the popup shows another one now.'
      : `Look at the popup again: ${d.left === 1 ? 'one try is' : `${d.left} tries are`} left.`,
  ),
  NO_SUCH_BROWSER: row<{ id: string; ids: readonly string[] }>(
    'input',
    (d) => `No browser "${d.id}" is paired.`,
    (d) => (d.ids.length > 0 ? `Paired are: ${d.ids.join(', ')}.` : 'None is.'),
  ),
  PAIRING_REFUSED: row<{ endpoint: string; why: string }>(
    'world',
    (d) => `${d.endpoint} does not pair: ${d.why}.`,
    'Check that Sensorium runs there; a key that it was started with must be given with --api-key.',
  ),
  NOBODY_THERE: row<{ url?: string | undefined }>(
    'state',
    'No person has the web app open, so nobody can answer.',
    (d) =>
      `Ask in your own chat, or have the user open ${d.url ? `${d.url}, or ` : ''}the link that "sensorium app" prints.`,
  ),
  TOO_MANY_REQUESTS: row<{ count: number }>(
    'state',
    (d) => `${d.count} requests wait for the person already.`,
    'Wait until some of them are answered.',
  ),
  CHECKS_FAILED: row<{ count: number }>(
    'world',
    (d) => (d.count === 1 ? 'One check failed.' : `${d.count} checks failed.`),
    'Follow the advice in the rows marked "fail", then run it again.',
  ),
};

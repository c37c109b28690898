import { nearestHint, row } from './row.ts';

/** The record, and what is done with it. */
export const recordFaults = {
  STORE_UNAVAILABLE: row<{ store: string; why: string }>(
    'world',
    (d) => `The record at ${d.store} cannot be used: ${d.why}.`,
    'Check that it can be reached, or leave --store out to keep the record in the state folder.',
  ),
  STORE_DAMAGED: row<{ store: string; why: string }>(
    'world',
    (d) => `The record at ${d.store} is damaged: ${d.why}.`,
    'Call again: it is set aside and a new one begun. "sensorium record recover" brings back what can be read.',
  ),
  STORE_TOO_NEW: row<{ store: string; found: number; known: number }>(
    'state',
    (d) => `The record at ${d.store} has format ${d.found}; this version knows formats up to ${d.known}.`,
    'Use the newer version that wrote it, or name another folder with --state-dir.',
  ),
  INVALID_CURSOR: row<{ cursor: string }>(
    'input',
    (d) => `"${d.cursor}" is not a cursor.`,
    'Give a cursor as an earlier answer returned it in its metadata, <time>:<sequence>.',
  ),
  INVALID_FILTER: row<{ part: string; why: string }>(
    'input',
    (d) => `"${d.part}" is no filter: ${d.why}.`,
    'Write words, -words, "several words", /patterns/ or fields such as status:>=400, lane:console, ms:>500.',
  ),
  CURSOR_EXPIRED: row<{ cursor: string; oldest: string | null }>(
    'state',
    (d) =>
      `The cursor ${d.cursor} points at items that are no longer kept${d.oldest ? `; the oldest left is ${d.oldest}` : ''}.`,
    'Call again without the cursor, or with restart_on_eviction: true to go on from the oldest item left.',
  ),
  NO_SUCH_ITEM: row<{ what: string; id: string }>(
    'missing',
    (d) => `No ${d.what} ${d.id} is kept.`,
    'Lists give the ids; the oldest items go when there are too many.',
  ),
  NO_PAGE: row<{ wanted: string }>(
    'state',
    (d) => `No page is open, so there is nothing to ${d.wanted}.`,
    'Open one with interact({action:"navigate", url}).',
  ),

  NOTHING_RECORDED: row<{ what: string; next: string }>(
    'missing',
    (d) => `The record holds no ${d.what} to write this from.`,
    (d) => `${d.next}.`,
  ),

  NO_SUCH_BASELINE: row<{ name: string; names: readonly string[] }>(
    'missing',
    (d) =>
      `There is no baseline "${d.name}"${d.names.length > 0 ? `; there are ${d.names.join(', ')}` : ''}.`,
    'Keep one with analyze({what:"visual_baseline", name}) while the page looks as it should.',
  ),

  PILOT_DISABLED: row<{ isLocked: boolean }>(
    'state',
    'AI Web Pilot is off: nothing was done to the page.',
    (d) =>
      d.isLocked
        ? 'It was switched off when the server was started (--no-pilot); only its user can switch it on.'
        : 'Switch it on with configure({action:"telemetry", pilot:true}).',
  ),
  QUEUE_FULL: row<{ target: string; limit: number; what?: string | undefined; next?: string | undefined }>(
    'state',
    (d) => `${d.limit} ${d.what ?? 'commands'} wait for ${d.target} already; this one was not taken.`,
    (d) =>
      `${d.next ?? 'Wait for some of them (observe pending_commands), or cancel them (configure clear, buffer "commands")'}.`,
  ),
  NO_SUCH_COMMAND: row<{ id: string; nearest?: string | undefined }>(
    'missing',
    (d) => `No command ${d.id} is known.`,
    (d) => `${nearestHint(d.nearest)}observe({what:"pending_commands"}) lists them.`,
  ),
  COMMAND_EXISTS: row<{ id: string }>(
    'input',
    (d) => `A command ${d.id} exists already.`,
    'Leave correlation_id out, or give one that is new.',
  ),
  COMMAND_EXPIRED: row<{ action: string; why: string; state: string }>(
    'state',
    (d) => `${d.action} was not done: ${d.why}. Current state: ${d.state}.`,
    'Look at observe({what:"tabs"}) and send it again to a page that is open.',
  ),
  COMMAND_TIMEOUT: row<{ action: string; ms: number; state: string }>(
    'world',
    (d) => `${d.action} did not end within ${d.ms / 1000} s and was given up. Current state: ${d.state}.`,
    'Look at observe({what:"screenshot"}); give more time with timeout_ms.',
  ),

  NO_SUCH_RECORDING: row<{ id: string; nearest?: string | undefined }>(
    'missing',
    (d) => `No recording or playback ${d.id} is kept.`,
    (d) => `${nearestHint(d.nearest)}observe({what:"recordings"}) lists them.`,
  ),
  NO_SUCH_MARK: row<{ id: string; what: 'mark' | 'drawing'; nearest?: string | undefined }>(
    'missing',
    (d) => `No ${d.what} ${d.id} is kept.`,
    (d) => `${nearestHint(d.nearest)}analyze({what:"draw_history"}) lists them.`,
  ),
  NO_SUCH_STATE: row<{ name: string; names: readonly string[] }>(
    'missing',
    (d) => `No state "${d.name}" is saved.`,
    (d) => (d.names.length ? `Saved are: ${d.names.join(', ')}.` : 'Save one with interact save_state.'),
  ),
  NO_SUCH_SNAPSHOT: row<{ name: string; names: readonly string[] }>(
    'missing',
    (d) => `No session snapshot "${d.name}" is kept.`,
    (d) =>
      d.names.length
        ? `Kept are: ${d.names.join(', ')}; "current" means what is there now.`
        : 'Take one with session_action "capture".',
  ),
  NO_SUCH_DOCUMENT: row<{ namespace: string; key: string }>(
    'missing',
    (d) => `Nothing is stored under ${d.namespace}/${d.key}.`,
    (d) => `configure({action:"store", namespace:"${d.namespace}"}) lists its keys.`,
  ),
  STORE_FULL: row<{ what: string; bytes: number; limit: number }>(
    'input',
    (d) => `${d.what} would take ${d.bytes} bytes; ${d.limit} is the limit.`,
    'Store less, or delete something first.',
  ),
  INVALID_NOISE_RULE: row<{ problem: string }>(
    'input',
    (d) => `The noise rule cannot be used: ${d.problem}.`,
    'Give category and a match_spec such as {"message_regex":"^heartbeat"}; at most 100 rules are kept.',
  ),
  NO_SUCH_NOISE_RULE: row<{ id: string; nearest?: string | undefined }>(
    'missing',
    (d) => `No noise rule ${d.id} can be removed.`,
    (d) => `${nearestHint(d.nearest)}noise_action "list" gives the ids; built-in rules stay.`,
  ),
  INVALID_BODY_PATH: row<{ path: string; problem: string }>(
    'input',
    (d) => `"${d.path}" is no path into a body: ${d.problem}.`,
    'Write it like data.items[0].id.',
  ),
};

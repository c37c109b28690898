import { type NoData, row } from './row.ts';

/** Ports and the wire. */
export const wireFaults = {
  PORT_IN_USE: row<{ port: number }>(
    'world',
    (d) => `Port ${d.port} already in use.`,
    'Choose another port, or 0 to let the system choose one.',
  ),
  PORT_NOT_PERMITTED: row<{ port: number }>(
    'world',
    (d) => `Port ${d.port} may not be opened by this user.`,
    'Choose a port above 1023.',
  ),
  HOST_NOT_LOCAL: row<{ host: string }>(
    'input',
    (d) => `${d.host} is not an address of this machine.`,
    'Give one that is, such as 127.0.0.1 or 0.0.0.0.',
  ),
  NO_SUCH_RULE: row<{ port: number; ports: readonly number[] }>(
    'input',
    (d) => `No port rule for ${d.port}.`,
    (d) => (d.ports.length ? `Rules exist for: ${d.ports.join(', ')}.` : 'No rules are set.'),
  ),
  INVALID_RULE: row<{ problem: string }>(
    'input',
    (d) => `The port rule cannot be used: ${d.problem}.`,
    'A rule is LOCAL_PORT:TARGET_HOST:TARGET_PORT, with ports up to 65535.',
  ),
  INVALID_FILENAME_FORMAT: row<{ format: string; problem: string }>(
    'input',
    (d) => `The filename format "${d.format}" cannot be used: ${d.problem}.`,
    'Give a strftime pattern for a file name, such as rawprox_%Y-%m-%d-%H.ndjson.',
  ),
  NOT_LOGGING: row<{ destination: string }>(
    'input',
    (d) => `Nothing is being logged to ${d.destination}.`,
    'Start logging there first.',
  ),
  LOG_DESTINATION_FAILED: row<{ destination: string; why: string }>(
    'world',
    (d) => `Logging to ${d.destination} cannot start: ${d.why}.`,
    'Check that the directory exists or can be made, and is writable.',
  ),
  NO_SUCH_FLOW: row<{ id: string }>(
    'input',
    (d) => `No flow ${d.id}.`,
    'Call wire_flows for the ids that are there.',
  ),
  NO_SUCH_EXCHANGE: row<{ id: string }>(
    'input',
    (d) => `No exchange ${d.id}.`,
    'Call wire_exchanges by "time" for the ids that are there.',
  ),
  NO_FLOWS: row<NoData>(
    'state',
    'No flow that fits was captured, so nothing was written.',
    'Ask wire_flows what there is; capture is on while a directory is being logged to.',
  ),
  FLOW_NOT_CAPTURED: row<{ id: string; why: string }>(
    'state',
    (d) => `The bytes of flow ${d.id} are not there: ${d.why}.`,
    'Capture is on while a directory is being logged to; see start-logging.',
  ),
  NO_SUCH_CONNECTION: row<{ id: string }>(
    'input',
    (d) => `No live connection ${d.id}.`,
    'List the connections for those that are open; a closed one cannot be cut or given faults.',
  ),
  INVALID_WIRE_FAULT: row<{ type: string; problem: string }>(
    'input',
    (d) => `The wire fault "${d.type}" cannot be set: ${d.problem}.`,
    'Correct the named attribute and set it again.',
  ),
  RECORDING_TOO_LARGE: row<{ id: string; limit: number }>(
    'state',
    (d) => `Flow ${d.id} is too large to be replayed; at most ${d.limit / 1024 / 1024} MiB are.`,
    'Export it with wire_export and send it with a tool of your own.',
  ),
  NO_SUCH_WIRE_FAULT: row<{ id: string }>(
    'input',
    (d) => `No wire fault ${d.id}.`,
    'Call wire_fault with action "list" for those that are set.',
  ),
  TARGET_UNREACHABLE: row<{ target: string; why: string }>(
    'world',
    (d) => `${d.target} cannot be reached (${d.why}).`,
    'Check that the target runs and that its address is right.',
  ),
};

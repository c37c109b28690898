import { row } from './row.ts';

/** Start-up, settings and files. */
export const settingsFaults = {
  UNKNOWN_FLAG: row<{ flag: string; nearest?: string | undefined }>(
    'input',
    (d) => `Unknown option ${d.flag}.`,
    (d) => (d.nearest ? `Did you mean ${d.nearest}?` : 'See --help for the list.'),
  ),
  UNKNOWN_SUBCOMMAND: row<{ word: string; nearest?: string | undefined }>(
    'input',
    (d) => `There is no command "sensorium ${d.word}".`,
    (d) => (d.nearest ? `Did you mean "sensorium ${d.nearest}"?` : 'See --help for those that there are.'),
  ),
  SUBCOMMAND_NOT_FIRST: row<{ word: string }>(
    'input',
    (d) => `"${d.word}" must be the first word after "sensorium".`,
    (d) => `Write "sensorium ${d.word}" and the options behind it.`,
  ),
  INVALID_FLAG: row<{ flag: string; problem: string }>(
    'input',
    (d) => `Invalid value for ${d.flag}: ${d.problem}.`,
    'See --help for what it takes.',
  ),
  // Each may be right by itself, and stand in a file: nothing was typed wrong.
  CONFLICTING_FLAGS: row<{ one: string; other: string; why?: string | undefined }>(
    'state',
    (d) => `${d.one} and ${d.other} cannot be used together${d.why ? `: ${d.why}` : ''}.`,
    'Give one of the two.',
  ),
  INVALID_CONFIG_FILE: row<{ path: string; problem: string }>(
    'input',
    (d) => `The config file ${d.path} cannot be used: ${d.problem}.`,
    'Correct it; docs/config.md lists every key.',
  ),
  FOLDER_NOT_WRITABLE: row<{ path: string; why: string }>(
    'world',
    (d) => `The folder ${d.path} cannot be written (${d.why}).`,
    'Make it writable, or name another one with --state-dir or --output-dir.',
  ),
  FILE_NOT_ALLOWED: row<{ path: string }>(
    'input',
    (d) => `${d.path} lies outside the folders that may be written, or is hidden in them.`,
    "Give a path inside the output folder or one of the client's roots, without names that begin with a dot.",
  ),
  FILE_EXISTS: row<{ path: string }>(
    'input',
    (d) => `The file ${d.path} is there already.`,
    'Give another name; overwrite: true replaces what was written here before and not changed since.',
  ),
  FILE_NOT_WRITABLE: row<{ path: string; why: string }>(
    'world',
    (d) => `The file ${d.path} cannot be written (${d.why}).`,
    'Check the path and its permissions, or name another one.',
  ),
  FILE_NOT_READABLE: row<{ path: string; why: string }>(
    'input',
    (d) => `The file ${d.path} cannot be read (${d.why}).`,
    'Check the path and its permissions.',
  ),
};

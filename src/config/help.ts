import { type FlagNames, flagOf } from './option.ts';
import { type OptionKey, options } from './options.ts';

interface HelpRequest {
  /** Whole lines such as "sensorium [options]". */
  readonly usage: readonly string[];
  readonly about: string;
  readonly takes: readonly OptionKey[];
  /** What the command calls some of its options. */
  readonly flagNames?: FlagNames | undefined;
  readonly columns: number;
}

/** The text of --help, derived from the options that a command takes. */
export function helpText(request: HelpRequest): string {
  const { takes: shown } = request;
  const left = (key: OptionKey) =>
    `  ${flagOf(key, request.flagNames)}${options[key].placeholder ? ` ${options[key].placeholder}` : ''}`;
  const indent = Math.min(34, Math.max(...shown.map((key) => left(key).length)) + 2);
  const groups = Map.groupBy(shown, (key) => options[key].group);
  const sections = [...groups].map(([group, keys]) => {
    const lines = keys.map((key) => entry(left(key), withDefault(key), indent, request.columns));
    return `${group}\n${lines.join('\n')}`;
  });
  const rest = entry('  --help, --version', 'Print this text; print the version.', indent, request.columns);
  return [
    request.about,
    `Usage\n${request.usage.map((line) => `  ${line}`).join('\n')}`,
    ...sections,
    rest,
    '',
  ].join('\n\n');
}

function withDefault(key: OptionKey): string {
  const value = options[key].schema.safeParse(undefined);
  const shown = value.success ? value.data : undefined;
  const isEmpty = typeof shown === 'object' && Object.keys(shown).length === 0;
  if (shown === undefined || shown === false || isEmpty) return options[key].help;
  return `${options[key].help} (default ${String(shown)})`;
}

function entry(left: string, words: string, indent: number, columns: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(' ')) {
    if (line && line.length + word.length + 1 > columns - indent) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  lines.push(line);
  const pad = ' '.repeat(indent);
  const first = left.length < indent ? left.padEnd(indent) : `${left}\n${pad}`;
  return first + lines.join(`\n${pad}`);
}

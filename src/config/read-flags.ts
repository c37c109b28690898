import { parseArgs } from 'node:util';
import { fault } from '../kernel/fault.ts';
import { nearest } from '../kernel/nearest.ts';
import { type FlagNames, flagOf } from './option.ts';
import { type OptionKey, options } from './options.ts';

/** What the command line says, before values are checked. */
export interface Flags {
  readonly values: ReadonlyMap<OptionKey, string | boolean | string[]>;
  readonly words: readonly string[];
  readonly help: boolean;
  readonly version: boolean;
}

/** Reads the flags that a profile takes; any other one is refused with the nearest right name. */
export function readFlags(
  argv: readonly string[],
  takes: readonly OptionKey[],
  names: FlagNames = {},
): Flags {
  const byFlag = new Map(takes.map((key) => [flagOf(key, names), key]));
  const known = [...byFlag.keys(), '--help', '--version'];
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      takes.map((key) => [
        flagOf(key, names).slice(2),
        { type: options[key].kind === 'switch' ? 'boolean' : 'string' },
      ]),
    ),
  });
  const values = new Map<OptionKey, string | boolean | string[]>();
  const words: string[] = [];
  let help = false;
  let version = false;
  let open: OptionKey | undefined;
  for (const token of tokens) {
    if (token.kind === 'positional' && open) values.set(open, [...asList(values.get(open)), token.value]);
    else if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = token.rawName;
    const key = byFlag.get(flag);
    open = key && options[key].isOpen && !token.inlineValue ? key : undefined;
    if (flag === '--help' || flag === '-h') help = true;
    else if (flag === '--version' || flag === '-V') version = true;
    else takeOption(flag, token.value);
  }
  return { values, words, help, version };

  function takeOption(flag: string, value: string | undefined): void {
    const negated = flag.startsWith('--no-') ? byFlag.get(`--${flag.slice(5)}`) : undefined;
    const key = byFlag.get(flag) ?? negated;
    if (!key || (negated && options[negated].kind !== 'switch')) {
      throw fault('UNKNOWN_FLAG', { flag, nearest: nearest(flag, known) });
    }
    if (options[key].kind === 'switch') values.set(key, value === undefined ? !negated : value);
    else if (value === undefined || (value.startsWith('--') && known.includes(value))) {
      throw fault('INVALID_FLAG', { flag, problem: `it needs a value (${options[key].placeholder})` });
    } else if (options[key].kind === 'list') values.set(key, [...asList(values.get(key)), value]);
    else values.set(key, value);
  }
}

const asList = (value: unknown): string[] => (Array.isArray(value) ? value : []);

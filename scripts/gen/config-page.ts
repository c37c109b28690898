/** docs/config.md: everything that can be set, and which command takes it. */
import { envNames, flagOf } from '../../src/config/option.ts';
import { type OptionKey, options } from '../../src/config/options.ts';
import type { Profile } from '../../src/profiles/profile.ts';
import { generatedNote, table } from './markdown.ts';

export function configPage(profiles: readonly Profile[]): string {
  const keys = Object.keys(options) as OptionKey[];
  const groups = Map.groupBy(keys, (key) => options[key].group);
  const sections = [...groups].flatMap(([group, members]) => [
    `## ${group}`,
    '',
    ...members.flatMap((key) => optionSection(key, profiles)),
  ]);
  return [
    '# Settings',
    '',
    generatedNote,
    '',
    'Every setting is a flag, an environment variable and a key of the config file (`--config`, JSON with comments).',
    'Later ones win: defaults, file, environment, flags. Lists are comma-separated and may be repeated.',
    '',
    ...sections,
  ].join('\n');
}

function optionSection(key: OptionKey, profiles: readonly Profile[]): readonly string[] {
  const { help, placeholder, kind } = options[key];
  const takers = profiles.filter((profile) => profile.takes.includes(key));
  const names = envNames(key, options[key])
    .map((name) => `\`${name}\``)
    .join(', ');
  const rows = [
    ['flag', flagsOf(key, takers, placeholder)],
    ['environment', names],
    ['file', `\`${key}\` (${kind === 'switch' ? 'true or false' : kind})`],
    ['default', defaultOf(key)],
    ['commands', takers.map(({ command }) => command).join(', ')],
  ];
  return [`### ${flagOf(key, takers[0]?.flagNames)}`, '', help, '', table(['', ''], rows), ''];
}

/** Some commands call it otherwise. */
function flagsOf(key: OptionKey, takers: readonly Profile[], placeholder = ''): string {
  const byFlag = Map.groupBy(takers, ({ flagNames }) => `${flagOf(key, flagNames)} ${placeholder}`.trim());
  const isUsual = byFlag.size === 1;
  return [...byFlag]
    .map(
      ([flag, some]) => `\`${flag}\`${isUsual ? '' : ` (${some.map(({ command }) => command).join(', ')})`}`,
    )
    .join(', ');
}

function defaultOf(key: OptionKey): string {
  const parsed = options[key].schema.safeParse(undefined);
  const value = parsed.success ? parsed.data : undefined;
  return value === undefined ? 'none' : `\`${JSON.stringify(value)}\``;
}

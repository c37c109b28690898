import type { AnyTool } from '../../../kernel/tool.ts';
import type { Resource } from '../../../kernel/toolset.ts';
import { analyze } from '../analyze/analyze.ts';
import { configure } from '../configure/configure.ts';
import type { TelemetryDeps, TelemetryShared } from '../deps.ts';
import { generate } from '../generate/generate.ts';
import { interact } from '../interact/interact.ts';
import { observe } from '../observe/observe.ts';
import { ALIASES, DEMOS, GUIDE, PLAYBOOKS, QUICKSTART } from './texts.ts';

type Guide = Resource<TelemetryShared>;

const markdown = (uri: string, text: string) => [{ uri, mimeType: 'text/markdown', text }];

const fixed = (name: string, title: string, description: string, words: () => string): Guide => ({
  uri: `gasoline://${name}`,
  name,
  title,
  description,
  mimeType: 'text/markdown',
  read: async ({ args }) => markdown(args.uri, words()),
});

const startingWith = (names: readonly string[], value: string) =>
  names.filter((name) => name.startsWith(value));

const playbook: Guide = {
  uri: 'gasoline://playbook/{capability}/{level}',
  name: 'playbook',
  title: 'Playbook',
  description: `Steps for ${Object.keys(PLAYBOOKS).join(', ')}; quick or full.`,
  mimeType: 'text/markdown',
  complete: (part, value) =>
    startingWith(
      part === 'level' ? ['quick', 'full'] : [...Object.keys(PLAYBOOKS), ...Object.keys(ALIASES)],
      value,
    ),
  async read({ args }) {
    const { capability = '', level = '' } = args.parts;
    const words = PLAYBOOKS[ALIASES[capability] ?? capability]?.[level];
    return words === undefined ? undefined : markdown(args.uri, words);
  },
};

/** Without a level it is the quick one. */
const shortPlaybook: Guide = {
  ...playbook,
  uri: 'gasoline://playbook/{capability}',
  name: 'playbook-quick',
  title: 'Quick playbook',
  async read({ args }) {
    const { capability = '' } = args.parts;
    const words = PLAYBOOKS[ALIASES[capability] ?? capability]?.quick;
    return words === undefined ? undefined : markdown(args.uri, words);
  },
};

const demo: Guide = {
  uri: 'gasoline://demo/{name}',
  name: 'demo',
  title: 'Demo',
  description: `Calls to try: ${Object.keys(DEMOS).join(', ')}.`,
  mimeType: 'text/markdown',
  complete: (_part, value) => startingWith(Object.keys(DEMOS), value),
  async read({ args }) {
    const words = DEMOS[args.parts.name ?? ''];
    return words === undefined ? undefined : markdown(args.uri, words);
  },
};

/** Every mode with its arguments, from the tools themselves. */
function capabilities(): string {
  const tools: readonly AnyTool<TelemetryDeps>[] = [observe, analyze, generate, configure, interact];
  const sections = tools.flatMap(({ name, key, summary, modes = [] }) => [
    `## ${name}`,
    '',
    summary,
    '',
    ...modes.map((mode) => {
      const args = Object.keys(mode.input.shape);
      return `- \`${key}:"${mode.name}"\`: ${mode.summary}${args.length > 0 ? ` (${args.join(', ')})` : ''}`;
    }),
    '',
  ]);
  return ['# Capabilities', '', ...sections].join('\n');
}

export const guides: readonly Guide[] = [
  fixed('capabilities', 'Capabilities', 'Every mode of every tool with its arguments.', capabilities),
  fixed('guide', 'Guide', 'Lists, cursors, noise, commands, selectors, tests.', () => GUIDE),
  fixed('quickstart', 'Quick start', 'The first five calls.', () => QUICKSTART),
  playbook,
  shortPlaybook,
  demo,
];

/** docs/tools/NAME.md: every tool, resource and prompt of one toolset. */
import { TOLD } from '../../src/assemble/host-wiring.ts';
import { describeTool } from '../../src/kernel/descriptor.ts';
import { type JsonSchema, propertiesOf } from '../../src/kernel/json-schema.ts';
import type { Profile } from '../../src/profiles/profile.ts';
import type { ShownToolset } from './loaded.ts';
import { generatedNote, table } from './markdown.ts';

type ShownTool = ShownToolset['tools'][number];

const effects = {
  read: 'only reads',
  write: 'changes something',
  destroy: 'may destroy something',
};

export function toolsPage(name: string, toolset: ShownToolset, profiles: readonly Profile[]): string {
  const commands = profiles.filter((profile) => profile.toolsets.some((one) => one === name));
  const shownIn = commands.map(({ command }) => `\`${command}\``).join(', ') || 'no command yet';
  const overview = toolset.tools.map((tool) => [`[${tool.name}](#${tool.name})`, tool.summary]);
  return [
    `# Toolset: ${name}`,
    '',
    generatedNote,
    '',
    `Shown by: ${shownIn}.`,
    '',
    table(['tool', 'what it does'], overview),
    '',
    ...toldOnce(toolset),
    ...toolset.tools.flatMap(toolSection),
    ...resourcesSection(toolset),
    ...promptsSection(toolset),
  ].join('\n');
}

/** What the instructions tell of arguments that many tools take. */
function toldOnce({ tools }: ShownToolset): readonly string[] {
  const takes = (argument: string) =>
    tools.some((tool) => argument in propertiesOf(describeTool(tool.listed ?? tool).inputSchema));
  return Object.entries(TOLD).flatMap(([argument, words]) => (takes(argument) ? [words, ''] : []));
}

function toolSection(tool: ShownTool): readonly string[] {
  const shown = describeTool(tool.listed ?? tool);
  const traits = [
    effects[tool.effect],
    (tool.idempotent || tool.effect === 'read') && 'the same call twice changes nothing more',
    tool.openWorld && 'reaches beyond this machine',
  ];
  return [
    `## ${tool.name}`,
    '',
    tool.summary,
    '',
    `It ${traits.filter(Boolean).join(', ')}.`,
    '',
    ...schemaTable('argument', shown.inputSchema, 'Takes no arguments.'),
    ...(shown.outputSchema
      ? schemaTable('result', shown.outputSchema, 'Gives its data as an object too.')
      : []),
    ...modeLines(tool),
    ...faultLines(tool),
  ];
}

/** What each mode of a tool takes: the list of the tool shows the arguments of all of them together. */
function modeLines({ key, modes = [] }: ShownTool): readonly string[] {
  if (modes.length === 0) return [];
  const rows = modes.map(({ name, summary, input }) => [
    `\`${name}\``,
    summary,
    Object.keys(input.shape)
      .map((argument) => `\`${argument}\``)
      .join(', '),
  ]);
  return [table([String(key), 'what it does', 'takes'], rows), ''];
}

function schemaTable(title: string, schema: JsonSchema, empty: string): readonly string[] {
  const rows = propertyRows(schema, '');
  if (rows.length === 0) return [empty, ''];
  return [table([title, 'type', 'needed', 'meaning'], rows), ''];
}

/** One row a property; what lies inside objects and lists follows, with its whole path. */
function propertyRows(schema: JsonSchema, path: string): readonly (readonly string[])[] {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = (schema['required'] ?? []) as readonly string[];
  return Object.entries(properties).flatMap(([name, property]) => {
    const here = path ? `${path}.${name}` : name;
    const inside = property['type'] === 'array' ? (property['items'] as JsonSchema | undefined) : property;
    const nested = inside ? propertyRows(inside, property['type'] === 'array' ? `${here}[]` : here) : [];
    const row = [
      `\`${here}\``,
      typeOf(property),
      required.includes(name) ? 'yes' : 'no',
      meaningOf(property),
    ];
    return [row, ...nested];
  });
}

function typeOf(schema: JsonSchema): string {
  const { type, enum: values, items } = schema;
  if (Array.isArray(values)) return values.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
  if (type === 'array' && items) return `list of ${typeOf(items as JsonSchema)}`;
  return Array.isArray(type) ? type.join(' or ') : String(type ?? 'anything');
}

function meaningOf(schema: JsonSchema): string {
  const { default: preset, description } = schema;
  const parts = [description, preset !== undefined && `Default: \`${JSON.stringify(preset)}\`.`];
  return parts.filter(Boolean).join(' ');
}

function faultLines(tool: ShownTool): readonly string[] {
  if (tool.faults.length === 0) return [];
  return [`Faults of its own: ${tool.faults.map((code) => `[\`${code}\`](../faults.md)`).join(', ')}.`, ''];
}

function resourcesSection({ resources = [] }: ShownToolset): readonly string[] {
  if (resources.length === 0) return [];
  const rows = resources.map(({ uri, mimeType, description }) => [`\`${uri}\``, mimeType, description]);
  return ['## Resources', '', table(['address', 'type', 'what it holds'], rows), ''];
}

function promptsSection({ prompts = [] }: ShownToolset): readonly string[] {
  if (prompts.length === 0) return [];
  const rows = prompts.map(({ name, description, arguments: args }) => {
    const named = args.map((one) => `\`${one.name}\`${one.required ? '' : ' (optional)'}`);
    return [`\`${name}\``, named.join(', '), description];
  });
  return ['## Prompts', '', table(['prompt', 'arguments', 'what it asks'], rows), ''];
}

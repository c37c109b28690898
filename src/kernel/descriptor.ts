import { flatSchema, type JsonSchema, propertiesOf } from './json-schema.ts';
import type { AnyTool } from './tool.ts';
import type { Prompt, Resource, Toolset } from './toolset.ts';

/** A tool as tools/list shows it. Its title stands in the annotations, once: lists are read by agents. */
export interface ToolDescriptor {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: {
    /** Where the name does not say it: clients show the name then. */
    readonly title?: string;
    /** What is left out is as the protocol presumes: it writes, each call anew, and reaches beyond this machine. */
    readonly readOnlyHint?: true;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: true;
  };
}

export type ResourceDescriptor = Pick<Resource<never>, 'uri' | 'name' | 'title' | 'description' | 'mimeType'>;
export type PromptDescriptor = Pick<Prompt<never>, 'name' | 'title' | 'description' | 'arguments'>;

/** All that lists show of a toolset. Generated into a file, so that a list costs no import of the toolset. */
export interface ToolsetDescriptor {
  readonly tools: readonly ToolDescriptor[];
  readonly resources: readonly ResourceDescriptor[];
  readonly prompts: readonly PromptDescriptor[];
}

export function describeToolset<Deps>(toolset: Toolset<Deps>): ToolsetDescriptor {
  return {
    tools: toolset.tools.map((tool) => describeTool(tool.listed ?? tool)),
    resources: (toolset.resources ?? []).map(({ read: _, complete: __, ...shown }) => shown),
    prompts: (toolset.prompts ?? []).map(({ render: _, complete: __, ...shown }) => shown),
  };
}

export function describeTool<Deps>(tool: AnyTool<Deps>): ToolDescriptor {
  return {
    name: tool.name,
    description: [
      `${tool.summary}${tool.modes ? notes(tool.star) : ''}`,
      ...(tool.modes ?? []).map(modeLine),
    ].join('\n'),
    inputSchema: { properties: {}, ...flatSchema(tool.input, 'input') },
    ...(tool.output ? { outputSchema: flatSchema(tool.output, 'output') } : {}),
    annotations: {
      ...(!saidByName(tool) && { title: tool.title }),
      ...(tool.effect === 'read' ? { readOnlyHint: true } : { destructiveHint: tool.effect === 'destroy' }),
      ...(tool.effect !== 'read' && tool.idempotent && { idempotentHint: true }),
    },
  };
}

const MODES_NOTE = ' (a, b?): needs a, takes b; [x]: only x';

type ListedMode = NonNullable<AnyTool<unknown>['modes']>[number];

const notes = (star: string | undefined) => `${MODES_NOTE}${star ? `; *: ${star}` : ''}.`;

/** "type(selector, text, clear?): Type into a field." In brackets stands what it takes, with a mark what it can do without. */
function modeLine({ name, summary, input, also = [], isPlain, isStarred }: ListedMode): string {
  const { required = [] } = flatSchema(input, 'input') as { required?: string[] };
  const optional = also.filter((argument) => !required.includes(argument));
  const taken = [...required, ...optional.map((argument) => `${argument}?`)];
  const told = taken.length > 0 ? `(${taken.join(', ')})` : '';
  return `${name}${isStarred ? '*' : ''}${told}${isPlain ? '.' : `: ${summary}`}`;
}

const wordsOf = (text: string) => text.toLowerCase().split(/[^a-z]+/);

function saidByName<Deps>({ name, title }: AnyTool<Deps>): boolean {
  const said = wordsOf(name);
  return wordsOf(title).every((word) => said.includes(word));
}

/** The tool without some of its arguments. */
export function without(tool: ToolDescriptor, names: readonly string[]): ToolDescriptor {
  const kept = Object.entries(propertiesOf(tool.inputSchema)).filter(([name]) => !names.includes(name));
  return { ...tool, inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(kept) } };
}

const MOST_SHORT = 4;

/** The tool in few words: one sentence, and the arguments that are needed or told first. */
export function inShort({ outputSchema: _, ...tool }: ToolDescriptor): ToolDescriptor {
  const { required = [] } = tool.inputSchema as { required?: string[] };
  const all = Object.entries(propertiesOf(tool.inputSchema));
  const others = all.filter(([name]) => !required.includes(name)).slice(0, MOST_SHORT);
  const shown = all.filter((entry) => required.includes(entry[0]) || others.includes(entry));
  const bare = shown.map(([name, { description: _, default: __, ...node }]) => [name, node]);
  return {
    ...tool,
    description: /^.*?\.(?=\s|$)/s.exec(tool.description)?.[0] ?? tool.description,
    inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(bare) },
  };
}

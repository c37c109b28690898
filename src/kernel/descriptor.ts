import type { z } from 'zod';
import { flatSchema, type JsonSchema, terse } from './json-schema.ts';
import type { Prompt } from './prompt.ts';
import type { Resource } from './resource.ts';
import type { AnyTool } from './tool.ts';
import type { Toolset } from './toolset.ts';

/** A tool as tools/list shows it. Its title stands in the annotations, once: lists are read by agents. */
export interface ToolDescriptor {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** Arguments that a short list shows; the list itself does not have this. */
  readonly brief?: readonly string[];
  /** Arguments as a whole list shows them, where that is more; the list itself does not have this either. */
  readonly seldom?: Readonly<Record<string, JsonSchema>>;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
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
    tools: toolset.tools.map(describeTool),
    resources: (toolset.resources ?? []).map(({ uri, name, title, description, mimeType }) => ({
      uri,
      name,
      title,
      description,
      mimeType,
    })),
    prompts: (toolset.prompts ?? []).map(({ name, title, description, arguments: args }) => ({
      name,
      title,
      description,
      arguments: args,
    })),
  };
}

export function describeTool<Deps>(tool: AnyTool<Deps>): ToolDescriptor {
  const inputSchema = { properties: {}, ...terse(flatSchema(tool.input, 'input')) };
  const seldom = seldomArguments(tool.input, inputSchema);
  return {
    name: tool.name,
    description: tool.summary,
    inputSchema,
    ...(tool.output ? { outputSchema: terse(flatSchema(tool.output, 'output')) } : {}),
    ...(tool.brief ? { brief: tool.brief } : {}),
    ...(Object.keys(seldom).length > 0 ? { seldom } : {}),
    annotations: {
      title: tool.title,
      readOnlyHint: tool.effect === 'read',
      destructiveHint: tool.effect === 'destroy',
      idempotentHint: tool.idempotent ?? tool.effect === 'read',
      openWorldHint: tool.openWorld ?? false,
    },
  };
}

function seldomArguments(input: z.ZodType, usual: JsonSchema): Record<string, JsonSchema> {
  const of = (schema: JsonSchema) => Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const listed = new Map(of(usual).map(([name, node]) => [name, JSON.stringify(node)]));
  const more = of(terse(flatSchema(input, 'input', true)));
  return Object.fromEntries(more.filter(([name, node]) => listed.get(name) !== JSON.stringify(node)));
}

/** How much of the arguments a list shows: a short one no more than most calls need, a whole one all that are known. */
export type ListLength = 'short' | 'usual' | 'whole';

/** As tools/list shows it. */
export function listed({ brief, seldom, ...tool }: ToolDescriptor, length: ListLength): ToolDescriptor {
  const properties = tool.inputSchema.properties as Record<string, JsonSchema>;
  const shown = (names: Record<string, JsonSchema>) => ({
    ...tool,
    inputSchema: { ...tool.inputSchema, properties: names },
  });
  if (length === 'whole' && seldom) return shown({ ...properties, ...seldom });
  if (length !== 'short' || !brief) return tool;
  return shown(Object.fromEntries(Object.entries(properties).filter(([name]) => brief.includes(name))));
}

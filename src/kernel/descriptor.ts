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
  return {
    name: tool.name,
    description: tool.summary,
    inputSchema: { properties: {}, ...terse(flatSchema(tool.input, 'input')) },
    ...(tool.output ? { outputSchema: terse(flatSchema(tool.output, 'output')) } : {}),
    ...(tool.brief ? { brief: tool.brief } : {}),
    annotations: {
      title: tool.title,
      readOnlyHint: tool.effect === 'read',
      destructiveHint: tool.effect === 'destroy',
      idempotentHint: tool.idempotent ?? tool.effect === 'read',
      openWorldHint: tool.openWorld ?? false,
    },
  };
}

/** As tools/list shows it: whole, or in a profile with many tools no more than most calls need. */
export function listed({ brief, ...tool }: ToolDescriptor, isShort: boolean): ToolDescriptor {
  if (!isShort || !brief) return tool;
  const all = Object.entries(tool.inputSchema.properties as Record<string, JsonSchema>);
  const properties = Object.fromEntries(all.filter(([name]) => brief.includes(name)));
  return { ...tool, inputSchema: { ...tool.inputSchema, properties } };
}

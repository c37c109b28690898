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
    ...outputSchema(tool),
    annotations: {
      title: tool.title,
      readOnlyHint: tool.effect === 'read',
      destructiveHint: tool.effect === 'destroy',
      idempotentHint: tool.idempotent ?? tool.effect === 'read',
      openWorldHint: tool.openWorld ?? false,
    },
  };
}

/** A schema that says no more than "an object" is left to the docs. */
function outputSchema<Deps>(tool: AnyTool<Deps>): Pick<ToolDescriptor, 'outputSchema'> {
  const schema = tool.output ? terse(flatSchema(tool.output, 'output')) : {};
  return 'properties' in schema ? { outputSchema: schema } : {};
}

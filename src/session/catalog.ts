import type { PromptDescriptor, ResourceDescriptor, ToolDescriptor } from '../kernel/descriptor.ts';
import type { AnyTool } from '../kernel/tool.ts';
import type { Prompt, Resource } from '../kernel/toolset.ts';

/**
 * What a profile offers. The descriptors are at hand; the thing itself and its engines are loaded by the first
 * call that needs them, so that a start costs nothing.
 */
export interface Catalog {
  readonly tools: ReadonlyMap<string, Offer<ToolDescriptor, AnyTool<unknown>>>;
  readonly resources: readonly Offer<ResourceDescriptor, Resource<unknown>>[];
  readonly prompts: ReadonlyMap<string, Offer<PromptDescriptor, Prompt<unknown>>>;
}

export interface Offer<Descriptor, Thing> {
  readonly descriptor: Descriptor;
  load(): Promise<{ readonly thing: Thing; readonly deps: unknown }>;
}

export const isTemplate = (resource: ResourceDescriptor) => resource.uri.includes('{');

/** The parts of an address that fits the template; undefined when it does not fit. Each part is one segment. */
export function matchUri(template: string, uri: string): Record<string, string> | undefined {
  const names: string[] = [];
  const pattern = template.replaceAll(/\{(\w+)\}|[.*+?^$()|[\]\\]/g, (found, name: string | undefined) => {
    if (name === undefined) return `\\${found}`;
    names.push(name);
    return '([^/]+)';
  });
  const match = new RegExp(`^${pattern}$`).exec(uri);
  if (!match) return undefined;
  try {
    return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(match[i + 1]!)]));
  } catch {
    return undefined; // a broken percent escape names nothing
  }
}

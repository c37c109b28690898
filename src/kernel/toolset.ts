import type { Prompt } from './prompt.ts';
import type { Resource } from './resource.ts';
import type { AnyTool } from './tool.ts';

/** What an agent can ask of one area. Plain data; `assemble/` gives it its dependencies. */
export interface Toolset<Deps> {
  readonly tools: readonly AnyTool<Deps>[];
  readonly resources?: readonly Resource<Deps>[];
  readonly prompts?: readonly Prompt<Deps>[];
}

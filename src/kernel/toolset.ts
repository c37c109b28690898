import type { Block } from './content.ts';
import type { AnyTool, Call, Caller } from './tool.ts';

/** What an agent can ask of one area. Plain data; `assemble/` gives it its dependencies. */
export interface Toolset<Deps> {
  readonly tools: readonly AnyTool<Deps>[];
  readonly resources?: readonly Resource<Deps>[];
  readonly prompts?: readonly Prompt<Deps>[];
}

/** One piece of what a resource holds; text or base64, never both. */
export interface ResourceContent {
  readonly uri: string;
  readonly mimeType: string;
  readonly text?: string;
  readonly blob?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Something a client can read by address: a fixed one, or a template such as `screenshots://{id}/ocr`. */
export interface Resource<Deps> {
  /** With `{name}` parts it is a template; each part matches one path segment. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** Values for a template's parts, for completion. */
  complete?(part: string, value: string, deps: Deps, caller: Caller): Promise<string[]> | string[];
  /** Undefined when the address fits but nothing is there. */
  read(
    call: Call<{ uri: string; parts: Record<string, string> }, Deps>,
  ): Promise<ResourceContent[] | undefined>;
}

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: Block;
}

/** A ready-made request that a person picks in the client. */
export interface Prompt<Deps> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  complete?(argument: string, value: string, deps: Deps, caller: Caller): Promise<string[]> | string[];
  render(call: Call<Record<string, string>, Deps>): Promise<PromptMessage[]>;
}

import type { Block } from './content.ts';
import type { Call } from './tool.ts';

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
  complete?(argument: string, value: string, deps: Deps): Promise<string[]> | string[];
  render(call: Call<Record<string, string>, Deps>): Promise<PromptMessage[]>;
}

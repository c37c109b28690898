import type { Block } from '../kernel/content.ts';
import type { PromptDescriptor, ResourceDescriptor, ToolDescriptor } from '../kernel/descriptor.ts';
import type { LogLevel } from '../kernel/log.ts';
import type { CallerName } from '../kernel/owner.ts';
import type { PromptMessage, ResourceContent } from '../kernel/toolset.ts';

/** How a server presents itself in a handshake. */
export interface Identity {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly icons?: readonly {
    readonly src: string;
    readonly mimeType: string;
    readonly sizes?: readonly string[];
  }[];
  readonly instructions: string;
}

/** Which revision family a request speaks; a few error codes differ. */
export type Era = 'legacy' | 'modern';

/** What a transport knows of one request. */
export interface RequestContext {
  readonly era: Era;
  readonly signal: AbortSignal;
  /** Time limit where neither the tool nor the profile's own fits, in milliseconds. */
  readonly limitMs?: number;
  /** A program that speaks no MCP asks: for all of the data, also where an answer says them in words. */
  readonly asData?: boolean;
  /** Absent when the client did not ask for progress. */
  readonly progress?: (progress: { progress: number; total?: number; message?: string }) => void;
  /** A log message for the client; the transport applies the level that the client set. */
  readonly notify?: (level: LogLevel, logger: string, data: unknown) => void;
}

/** Sends a message that belongs to no request; false when the client has no stream open for such. */
export type SendAside = (level: LogLevel, logger: string, data: unknown) => boolean;

/** A tool's answer as it goes on the wire, already redacted and within the size limit. */
export type ToolResult = {
  readonly content: readonly Block[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
};

export interface ClientInfo {
  readonly transport: string;
  /** Whose session it is; left out, our own user's. */
  readonly caller?: CallerName | undefined;
  readonly cwd: string;
  readonly client?: { readonly name: string; readonly version: string };
}

/** One profile, ready to be served. Transports know nothing else of the product. */
export interface Service {
  readonly identity: Identity;
  readonly offers: { readonly resources: boolean; readonly prompts: boolean; readonly completions: boolean };
  open(info: ClientInfo): Session;
}

export type CompletionRef = { readonly prompt: string } | { readonly template: string };

/** One client's connection. Every method may throw an RpcError, and nothing else. */
export interface Session {
  readonly id: string;
  /** What the client said of itself in the handshake, which comes after the connection. */
  introduce(client: { name: string; version: string }): void;
  /** The client can be asked for the folders that it works in; they are asked for before each call, and never fail. */
  rootsFrom(ask: () => Promise<readonly string[]>): void;
  /** Where messages go that belong to no request. The latest connection counts; the result takes it back. */
  listen(send: SendAside): () => void;
  listTools(): readonly ToolDescriptor[];
  callTool(name: string, args: Record<string, unknown>, context: RequestContext): Promise<ToolResult>;
  listResources(): readonly ResourceDescriptor[];
  listResourceTemplates(): readonly ResourceDescriptor[];
  readResource(uri: string, context: RequestContext): Promise<readonly ResourceContent[]>;
  listPrompts(): readonly PromptDescriptor[];
  getPrompt(
    name: string,
    args: Record<string, string>,
    context: RequestContext,
  ): Promise<{ description: string; messages: readonly PromptMessage[] }>;
  complete(ref: CompletionRef, argument: { name: string; value: string }): Promise<readonly string[]>;
  /** The client is gone: calls in flight are cancelled and what the session owned is given back. */
  close(): Promise<void>;
}

import type { Block } from '../kernel/content.ts';
import { cut, MOST_NAME } from '../kernel/cut.ts';
import type { PromptDescriptor, ResourceDescriptor, ToolDescriptor } from '../kernel/descriptor.ts';
import { asFault, fault } from '../kernel/fault.ts';
import { nearest } from '../kernel/nearest.ts';
import { type CallerName, OWN_USER } from '../kernel/owner.ts';
import type { Call, Caller } from '../kernel/tool.ts';
import type { PromptMessage, ResourceContent } from '../kernel/toolset.ts';
import { callTool } from './call.ts';
import { isTemplate, matchUri } from './catalog.ts';
import { Deadline } from './deadline.ts';
import { redactedFault, rpcError } from './failure.ts';
import type { HostParts } from './host.ts';
import { reportProgress } from './progress.ts';
import type {
  ClientInfo,
  CompletionRef,
  Era,
  RequestContext,
  SendAside,
  Session,
  ToolResult,
} from './service.ts';
import { abortable } from './target-queue.ts';

const MOST_URI = 2048;

const unknownPrompt = (name: string, known: Iterable<string>) =>
  fault('UNKNOWN_PROMPT', { name, nearest: nearest(name, known) });

interface Opened {
  readonly id: string;
  readonly info: ClientInfo;
  readonly closed: () => void;
}

export class ClientSession implements Session {
  readonly id: string;
  readonly #host: HostParts;
  readonly #opened: Opened;
  readonly #ended = new AbortController();
  #client: ClientInfo['client'];
  #send: SendAside | undefined;
  #askRoots: (() => Promise<readonly string[]>) | undefined;
  #roots: readonly string[] = [];

  constructor(host: HostParts, opened: Opened) {
    this.id = opened.id;
    this.#host = host;
    this.#opened = opened;
    this.#client = opened.info.client;
  }

  introduce({ name, version }: { name: string; version: string }): void {
    this.#client = { name: cut(name, MOST_NAME), version: cut(version, MOST_NAME) };
  }

  rootsFrom(ask: () => Promise<readonly string[]>): void {
    this.#askRoots = ask;
  }

  listen(send: SendAside): () => void {
    this.#send = send;
    return () => {
      if (this.#send === send) this.#send = undefined;
    };
  }

  listTools(): readonly ToolDescriptor[] {
    return [...this.#host.catalog.tools.values()].map((offer) => offer.descriptor);
  }

  callTool(name: string, args: Record<string, unknown>, context: RequestContext): Promise<ToolResult> {
    const sessionSignal = this.#ended.signal;
    const call = () => callTool(this.#host, { name, args, context, caller: this.#caller, sessionSignal });
    if (!this.#askRoots) return call();
    return this.#askRoots().then((roots) => {
      this.#roots = roots;
      return call();
    });
  }

  listResources(): readonly ResourceDescriptor[] {
    return this.#resources().filter((resource) => !isTemplate(resource));
  }

  listResourceTemplates(): readonly ResourceDescriptor[] {
    return this.#resources().filter(isTemplate);
  }

  readResource(uri: string, context: RequestContext): Promise<readonly ResourceContent[]> {
    return this.#asRpc(context.era, async () => {
      for (const offer of this.#host.catalog.resources) {
        const parts = matchUri(offer.descriptor.uri, uri);
        if (!parts) continue;
        const { thing, deps } = await offer.load();
        const contents = await this.#bounded(uri, context, (call) =>
          thing.read({ ...call, args: { uri, parts }, deps }),
        );
        if (contents) return contents.map((content) => this.#redactContent(content));
      }
      throw fault('UNKNOWN_RESOURCE', { uri: cut(uri, MOST_URI) });
    });
  }

  listPrompts(): readonly PromptDescriptor[] {
    return [...this.#host.catalog.prompts.values()].map((offer) => offer.descriptor);
  }

  getPrompt(name: string, args: Record<string, string>, context: RequestContext) {
    return this.#asRpc(context.era, async () => {
      const { prompts } = this.#host.catalog;
      const offer = prompts.get(name);
      if (!offer) throw unknownPrompt(cut(name, MOST_NAME), prompts.keys());
      const missing = offer.descriptor.arguments.filter(
        (argument) => argument.required && !args[argument.name],
      );
      if (missing.length > 0) {
        const problems = missing.map((argument) => `"${argument.name}" is missing`);
        throw fault('INVALID_ARGUMENTS', { tool: name, problems });
      }
      const { thing, deps } = await offer.load();
      const messages = await this.#bounded(name, context, (call) => thing.render({ ...call, args, deps }));
      return {
        description: offer.descriptor.description,
        messages: messages.map((message) => this.#redactMessage(message)),
      };
    });
  }

  complete(ref: CompletionRef, argument: { name: string; value: string }): Promise<readonly string[]> {
    return this.#asRpc('legacy', async () => {
      const { prompts, resources } = this.#host.catalog;
      const offer =
        'prompt' in ref
          ? prompts.get(ref.prompt)
          : resources.find((resource) => resource.descriptor.uri === ref.template);
      if (!offer) {
        throw 'prompt' in ref
          ? fault('UNKNOWN_PROMPT', { name: cut(ref.prompt, MOST_NAME) })
          : fault('UNKNOWN_RESOURCE', { uri: cut(ref.template, MOST_URI) });
      }
      const { thing, deps } = await offer.load();
      const values = (await thing.complete?.(argument.name, argument.value, deps, this.#caller)) ?? [];
      return values.map((value) => this.#host.redactor.text(value));
    });
  }

  get name(): CallerName {
    return this.#opened.info.caller ?? OWN_USER;
  }

  summary() {
    const { info } = this.#opened;
    return { id: this.id, transport: info.transport, client: this.#client?.name };
  }

  async close(): Promise<void> {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    this.#opened.closed();
    await this.#host.sessionEnded(this.id);
  }

  get #caller(): Caller {
    return {
      session: this.id,
      name: this.name,
      cwd: this.#roots[0] ?? this.#opened.info.cwd,
      roots: this.#roots.length > 0 ? this.#roots : undefined,
      client: this.#client,
      notify: this.#notify,
    };
  }

  readonly #notify: NonNullable<Caller['notify']> = (level, logger, data) => {
    if (!this.#send || this.#ended.signal.aborted) return false;
    return this.#send(level, logger, this.#host.redactor.value(data));
  };

  #resources(): ResourceDescriptor[] {
    return this.#host.catalog.resources.map((offer) => offer.descriptor);
  }

  /** Runs a read or a prompt with the same limits as a tool call. */
  async #bounded<T>(
    name: string,
    context: RequestContext,
    work: (call: Omit<Call<never, never>, 'args' | 'deps'>) => Promise<T>,
  ): Promise<T> {
    const deadline = new Deadline(this.#host.callTimeoutMs, context.signal, this.#ended.signal);
    const { signal } = deadline;
    deadline.watch();
    const progress = reportProgress(name, context.progress, this.#host.redactor);
    const log = this.#host.log.with({ session: this.id });
    try {
      const { budget } = this.#host;
      const call = { caller: this.#caller, signal, log, budget, progress: progress.report };
      return await abortable(work(call), signal);
    } catch (thrown) {
      if (deadline.isOver) throw fault('TOOL_TIMEOUT', { tool: name, ms: this.#host.callTimeoutMs }, thrown);
      throw thrown;
    } finally {
      progress.end();
      deadline.end();
    }
  }

  async #asRpc<T>(era: Era, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      const failed = asFault(thrown);
      if (failed.code === 'INTERNAL') this.#host.log.error('request failed', { cause: failed.cause });
      throw rpcError(redactedFault(failed, this.#host.redactor), era);
    }
  }

  #redactContent(content: ResourceContent): ResourceContent {
    return content.text === undefined
      ? content
      : { ...content, text: this.#host.redactor.text(content.text) };
  }

  #redactMessage(message: PromptMessage): PromptMessage {
    const { content }: { content: Block } = message;
    return content.type === 'image' ? message : { ...message, content: this.#host.redactor.value(content) };
  }
}

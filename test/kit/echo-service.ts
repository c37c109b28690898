import { setTimeout as delay } from 'node:timers/promises';
import { text } from '../../src/kernel/content.ts';
import type { ToolDescriptor } from '../../src/kernel/descriptor.ts';
import { RPC, RpcError } from '../../src/kernel/rpc-error.ts';
import type { ClientInfo, RequestContext, Service, Session, ToolResult } from '../../src/session/service.ts';

/** A small real service for tests of the edges, with a record of what was done to it. */
export interface EchoService extends Service {
  readonly opened: ClientInfo[];
  readonly introduced: string[];
  /** Ids of sessions that are open now. */
  readonly live: Set<string>;
  /** Names of calls that were started, ended or aborted, in order. */
  readonly events: string[];
  /** Fulfilled when the event has happened. */
  happened(event: string): Promise<void>;
  /** Lets every call of `gate` go on. */
  openGate(): void;
}

const anyObject = { type: 'object', properties: {} };

function describe(name: string, properties: Record<string, unknown> = {}): ToolDescriptor {
  return {
    name,
    description: `The tool ${name}.`,
    inputSchema: { ...anyObject, properties },
    annotations: {
      title: name,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
    },
  };
}

const TOOLS: readonly ToolDescriptor[] = [
  describe('echo', { words: { type: 'string' } }),
  describe('steps', { count: { type: 'number' } }),
  describe('gate'),
  describe('fail', { code: { type: 'number' } }),
  describe('crash'),
  describe('big', { bytes: { type: 'number' } }),
  describe('logs'),
];

export function echoService(): EchoService {
  const state = new EchoState();
  let count = 0;
  return {
    identity: {
      name: 'echo',
      title: 'Echo',
      version: '1.2.3',
      description: 'Says what it is told.',
      instructions: 'Say something.',
      icons: [{ src: 'data:image/svg+xml,%3Csvg/%3E', mimeType: 'image/svg+xml', sizes: ['any'] }],
    },
    offers: { resources: true, prompts: true, completions: true },
    opened: state.opened,
    introduced: state.introduced,
    live: state.live,
    events: state.events,
    happened: (event) => state.happened(event),
    openGate: () => state.openGate(),
    open: (info) => {
      state.opened.push(info);
      count++;
      return new EchoSession(`session-${count}`, state);
    },
  };
}

class EchoState {
  readonly opened: ClientInfo[] = [];
  readonly introduced: string[] = [];
  readonly live = new Set<string>();
  readonly events: string[] = [];
  #waiters: { event: string; resolve: () => void }[] = [];
  #gate = Promise.withResolvers<void>();

  get gate(): Promise<void> {
    return this.#gate.promise;
  }

  openGate(): void {
    this.#gate.resolve();
    this.#gate = Promise.withResolvers<void>();
  }

  add(event: string): void {
    this.events.push(event);
    for (const waiter of this.#waiters) if (waiter.event === event) waiter.resolve();
  }

  happened(event: string): Promise<void> {
    if (this.events.includes(event)) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push({ event, resolve }));
  }
}

class EchoSession implements Session {
  readonly id: string;
  readonly #state: EchoState;
  readonly #closing = new AbortController();

  constructor(id: string, state: EchoState) {
    this.id = id;
    this.#state = state;
    state.live.add(id);
  }

  introduce(client: { name: string; version: string }): void {
    this.#state.introduced.push(`${client.name} ${client.version}`);
  }

  rootsFrom(): void {}

  listen(): () => void {
    return () => {};
  }

  listTools(): readonly ToolDescriptor[] {
    return TOOLS;
  }

  async callTool(name: string, args: Record<string, unknown>, context: RequestContext): Promise<ToolResult> {
    const words = String(args.words ?? '');
    this.#state.add(`start ${name}${words && ` ${words}`}`);
    const signal = AbortSignal.any([context.signal, this.#closing.signal]);
    switch (name) {
      case 'echo':
        return { content: [text(words)], structuredContent: { ...args } };
      case 'steps':
        return this.#steps(Number(args.count ?? 3), context);
      case 'gate':
        return this.#waitAtGate(signal);
      case 'fail':
        throw new RpcError(Number(args.code ?? -32000), 'It failed on purpose.', { why: 'asked' });
      case 'crash':
        throw new TypeError('secret detail of the inside');
      case 'big':
        return { content: [text('x'.repeat(Number(args.bytes ?? 1000)))] };
      case 'logs':
        context.notify?.('debug', 'echo', 'a small thing');
        context.notify?.('error', 'echo', { a: 'big thing' });
        return { content: [text('logged')] };
      default: {
        const code = context.era === 'legacy' ? RPC.methodNotFound : RPC.invalidParams;
        throw new RpcError(code, `Unknown tool: ${name}.`);
      }
    }
  }

  async #steps(count: number, context: RequestContext): Promise<ToolResult> {
    for (let step = 1; step <= count; step++) {
      context.progress?.({ progress: step, total: count, message: `step ${step}` });
      await delay(1);
    }
    return { content: [text(`${count} steps`)] };
  }

  async #waitAtGate(signal: AbortSignal): Promise<ToolResult> {
    const aborted = new Promise<'aborted'>((resolve) => {
      if (signal.aborted) resolve('aborted');
      signal.addEventListener('abort', () => resolve('aborted'));
    });
    const outcome = await Promise.race([this.#state.gate.then(() => 'passed' as const), aborted]);
    this.#state.add(`gate ${outcome}`);
    if (outcome === 'aborted') throw new RpcError(RPC.serverError, 'gate was cancelled.');
    return { content: [text('through')] };
  }

  listResources() {
    return [
      { uri: 'echo://words', name: 'words', title: 'Words', description: 'Words.', mimeType: 'text/plain' },
    ];
  }

  listResourceTemplates() {
    return [
      { uri: 'echo://{id}', name: 'one', title: 'One', description: 'One word.', mimeType: 'text/plain' },
    ];
  }

  async readResource(uri: string) {
    if (uri !== 'echo://words') throw new RpcError(RPC.resourceNotFound, `Resource not found: ${uri}.`);
    return [{ uri, mimeType: 'text/plain', text: 'some words' }];
  }

  listPrompts() {
    return [
      {
        name: 'greet',
        title: 'Greet',
        description: 'A greeting.',
        arguments: [{ name: 'who', description: 'Whom.', required: true }],
      },
    ];
  }

  async getPrompt(name: string, args: Record<string, string>) {
    if (name !== 'greet') throw new RpcError(RPC.invalidParams, `Unknown prompt: ${name}.`);
    return {
      description: 'A greeting.',
      messages: [{ role: 'user' as const, content: text(`Hello ${args.who}`) }],
    };
  }

  async complete(_ref: unknown, argument: { name: string; value: string }): Promise<readonly string[]> {
    return Array.from({ length: 150 }, (_, index) => `${argument.value}${index}`);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#state.live.delete(this.id);
    this.#state.add(`closed ${this.id}`);
  }
}

/** A client of a line transport inside the test's own process, on a pair of in-memory pipes. */
import { PassThrough } from 'node:stream';
import { silentLog } from '../../src/kernel/log.ts';
import type { ConnectionFactory } from '../../src/transport/connection.ts';
import { type StdioConnection, type StdioOptions, serveStdioConnection } from '../../src/transport/stdio.ts';
import type { Message } from './json-rpc.ts';
import type { Cleanup } from './scratch.ts';
import { Arrivals } from './waiting.ts';

export class LineClient {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly messages = new Arrivals<Message>();
  readonly connection: StdioConnection;
  #rest = '';

  constructor(factory: ConnectionFactory, options: Partial<StdioOptions> = {}) {
    this.output.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.messages.push(JSON.parse(line));
    });
    const { input, output } = this;
    this.connection = serveStdioConnection({
      factory,
      input,
      output,
      log: silentLog,
      cwd: '/work',
      ...options,
    });
    void this.connection.closed.then(() => this.messages.end());
  }

  /** A message as JSON, or text as it is; a newline follows. */
  send(message: Message | readonly unknown[] | string): void {
    this.input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  }

  /** The answer with that id, the first of them. */
  answer(id: number | string | null): Promise<Message> {
    const fits = (message: Message) => message.id === id && message.method === undefined;
    return this.messages.first(fits, `the answer to ${id}`);
  }

  ask(message: Message): Promise<Message> {
    this.send(message);
    return this.answer(message.id ?? null);
  }
}

/** Connects a client that is closed when the test is over. */
export function connectLines(
  t: Cleanup,
  factory: ConnectionFactory,
  options: Partial<StdioOptions> = {},
): LineClient {
  const client = new LineClient(factory, options);
  t.after(() => client.connection.close());
  return client;
}

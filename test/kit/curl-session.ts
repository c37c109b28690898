/** An MCP session over the old SSE transport with nothing but curl: one that listens, and one for each message. */
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { Message } from './json-rpc.ts';
import type { Cleanup } from './scratch.ts';
import { Arrivals } from './waiting.ts';

export interface CurlSession {
  post(message: Message): Promise<void>;
  /** The answer to a request, as it stands on the stream. */
  answer(id: number, limitMs?: number): Promise<Message>;
}

export async function curlSession(t: Cleanup, url: string): Promise<CurlSession> {
  const stream = spawn('curl', ['-sN', `${url}/sse`]);
  t.after(() => stream.kill());
  const blocks = new Arrivals<string>();
  let said = '';
  stream.stdout.on('data', (chunk: Buffer) => {
    const whole = (said + chunk).split('\n\n');
    said = whole.pop() ?? '';
    for (const block of whole) blocks.push(block);
  });
  const dataOf = async (event: string, fits: (data: string) => boolean, what: string, limitMs?: number) => {
    const start = `event: ${event}\ndata: `;
    const block = await blocks.first(
      (one) => one.startsWith(start) && fits(one.slice(start.length)),
      what,
      limitMs,
    );
    return block.slice(start.length);
  };
  const endpoint = await dataOf('endpoint', () => true, 'the endpoint');
  return {
    async post(message) {
      const json = ['-H', 'Content-Type: application/json', '-d', JSON.stringify(message)];
      await promisify(execFile)('curl', ['-s', '-X', 'POST', endpoint, ...json]);
    },
    answer: async (id, limitMs) =>
      JSON.parse(
        await dataOf('message', (data) => JSON.parse(data).id === id, `the answer to ${id}`, limitMs),
      ),
  };
}

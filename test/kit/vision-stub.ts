/** A server that speaks the protocols of the vision providers, for as many requests as a test makes. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Cleanup } from './scratch.ts';

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever was sent
  readonly body: any;
}

/** Answers a request in its own way; `false` leaves it to the usual answer. */
export type Special = (response: ServerResponse, received: Received) => boolean;

export interface VisionStub {
  readonly url: string;
  readonly received: Received[];
}

const ANSWERS: readonly (readonly [RegExp, object])[] = [
  [
    /^\/v1\/messages$/,
    {
      model: 'claude-stub',
      content: [{ type: 'text', text: 'A picture, says Claude.' }],
      usage: { input_tokens: 100, output_tokens: 7 },
    },
  ],
  [
    /\/chat\/completions$/,
    {
      model: 'gpt-stub',
      choices: [{ message: { role: 'assistant', content: 'A picture, says OpenAI.' } }],
      usage: { prompt_tokens: 200, completion_tokens: 8 },
    },
  ],
  [
    /^\/v1beta\/models\/[^/]+:generateContent$/,
    {
      modelVersion: 'gemini-stub',
      candidates: [
        { content: { role: 'model', parts: [{ text: 'A picture, ' }, { text: 'says Gemini.' }] } },
      ],
      usageMetadata: { promptTokenCount: 300, candidatesTokenCount: 9 },
    },
  ],
  [
    /^\/api\/chat$/,
    {
      model: 'llava-stub',
      message: { role: 'assistant', content: 'A picture, says Ollama.' },
      prompt_eval_count: 400,
      eval_count: 10,
    },
  ],
];

export async function startVisionStub(t: Cleanup, special: Special = () => false): Promise<VisionStub> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const one = { path: request.url ?? '', headers: request.headers, body };
    received.push(one);
    if (special(response, one)) return;
    const answer = ANSWERS.find(([path]) => path.test(one.path))?.[1];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: { message: 'no such path' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

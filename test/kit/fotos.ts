/** fotos-mcp as a real process on a display of its own. */
import assert from 'node:assert/strict';
import { decodePicture } from '../../src/engines/screen/encode-picture.ts';
import type { Picture } from '../../src/engines/screen/picture.ts';
import type { Message } from './json-rpc.ts';
import { withoutNote } from './outside-note.ts';
import type { Cleanup } from './scratch.ts';
import { type ServerProcess, startServer } from './start-server.ts';
import type { TestDisplay } from './xvfb.ts';

interface ImageBlock {
  readonly type: 'image';
  readonly data: string;
  readonly mimeType: string;
}

export async function startFotos(
  t: Cleanup,
  display: TestDisplay | undefined,
  args: readonly string[] = ['--standalone'],
  options: { env?: Record<string, string>; home?: string } = {},
): Promise<ServerProcess> {
  const env = { DISPLAY: display?.name ?? '', WAYLAND_DISPLAY: '', XDG_SESSION_TYPE: '', ...options.env };
  const server = await startServer(t, 'fotos-mcp', args, { ...options, env });
  await server.initialize();
  return server;
}

/** The picture of an answer, decoded; it must be a PNG. */
export async function pictureOf(answer: Message): Promise<Picture> {
  const { block } = imageOf(answer);
  const bytes = Buffer.from(block.data, 'base64');
  assert.deepEqual([block.mimeType, bytes.toString('latin1', 1, 4)], ['image/png', 'PNG']);
  return decodePicture(bytes);
}

function imageOf(answer: Message): { block: ImageBlock } {
  assert.ok(!answer.error && !answer.result.isError, JSON.stringify(answer).slice(0, 500));
  const block = answer.result.content.find(({ type }: { type: string }) => type === 'image');
  assert.ok(block, 'there is no image block');
  return { block };
}

/** The JSON in the first text block, or in the one with this number. */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
export function jsonOf(answer: Message, number = 0): any {
  assert.ok(!answer.error && !answer.result.isError, JSON.stringify(answer).slice(0, 500));
  const texts = answer.result.content.filter(({ type }: { type: string }) => type === 'text');
  const value = JSON.parse(texts[number].text);
  return Array.isArray(value) ? value : withoutNote(value);
}

/** The sentence of a failed call. */
export function failureOf(answer: Message): string {
  assert.equal(answer.result?.isError, true, JSON.stringify(answer).slice(0, 500));
  return answer.result.content[0].text;
}

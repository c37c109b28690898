import { type Block, text } from '../kernel/content.ts';
import type { ToolResult } from './service.ts';

/** Clients drop the whole connection over larger messages, or cut them without a word. */
const MESSAGE_LIMIT = 4 * 1024 * 1024 - 64 * 1024;

/** Writes what does not fit into a message to the caller's output folder. */
export type Spill = (
  tool: string,
  mimeType: string,
  bytes: Uint8Array,
) => Promise<{ uri: string; path: string }>;

/** No character takes more than six bytes on the wire: nearly every answer is small enough at the first look. */
export const isSurelySmall = (characters: number) => characters <= MESSAGE_LIMIT / 6;

/** Moves the largest parts of a result into files until the rest fits into one message. */
export async function fitMessage(
  tool: string,
  result: ToolResult,
  spill: Spill,
  limit = MESSAGE_LIMIT,
): Promise<ToolResult> {
  let rest = result;
  const structured = bytesOf(rest.structuredContent);
  const content = [...rest.content];
  let total = structured + content.reduce((sum, block) => sum + bytesOf(block), 0);
  if (total <= limit) return result;

  if (structured > limit / 4) {
    const json = Buffer.from(JSON.stringify(rest.structuredContent));
    const link = await toFile(tool, { type: 'text', text: json.toString() }, 'application/json', spill);
    content.push(link);
    // Clients that were told of an output schema insist on an object.
    rest = { ...rest, structuredContent: link.type === 'resource_link' ? { file: link.uri } : {} };
    total -= structured;
  }
  while (total > limit) {
    const largest = content.reduce(
      (best, block, i) => (bytesOf(block) > bytesOf(content[best]) ? i : best),
      0,
    );
    const block = content[largest]!;
    if (bytesOf(block) < 4096) break;
    const link = await toFile(tool, block, block.type === 'image' ? block.mimeType : 'text/plain', spill);
    content.splice(largest, 1, link);
    total -= bytesOf(block) - bytesOf(link);
  }
  return {
    ...rest,
    content: [...content, text('Parts of this answer were too large for one message and lie in files.')],
  };
}

async function toFile(tool: string, block: Block, mimeType: string, spill: Spill): Promise<Block> {
  if (block.type === 'resource_link') return block;
  const bytes = block.type === 'image' ? Buffer.from(block.data, 'base64') : Buffer.from(block.text);
  const file = await spill(tool, mimeType, bytes);
  return {
    type: 'resource_link',
    uri: file.uri,
    name: file.path,
    mimeType,
    size: bytes.length,
    description: `Part of the answer of ${tool}`,
  };
}

/** Characters of an answer with its data as JSON, for the journal and for a first look: what is escaped or encoded counts once. */
export function sizeOf({ content }: ToolResult, json: string): number {
  return content.reduce((sum, block) => sum + characters(block), json.length);
}

function characters(block: Block): number {
  if (block.type === 'text') return block.text.length + 28;
  return block.type === 'image' ? block.data.length + 60 : JSON.stringify(block).length;
}

const bytesOf = (value: unknown) => (value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value)));

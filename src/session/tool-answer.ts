import { RpcError } from '../kernel/rpc-error.ts';
import type { RequestContext, Session, ToolResult } from './service.ts';

export interface CallError {
  readonly code: string;
  readonly message: string;
}

export type ToolAnswer = { readonly result: unknown } | { readonly error: CallError };

/** A tool's answer as plain JSON, for callers that do not speak MCP. */
export async function callForJson(
  session: Session,
  tool: string,
  args: Record<string, unknown>,
  context: RequestContext,
): Promise<ToolAnswer> {
  try {
    const answer = await session.callTool(tool, args, { ...context, asData: true });
    return answer.isError ? { error: errorIn(answer) } : { result: resultIn(answer) };
  } catch (thrown) {
    if (!(thrown instanceof RpcError)) throw thrown;
    const isUnknown = thrown.data?.code === 'UNKNOWN_TOOL';
    return { error: { code: isUnknown ? 'TOOL_NOT_FOUND' : 'TOOL_ERROR', message: thrown.message } };
  }
}

function errorIn(answer: ToolResult): CallError {
  const told = parsed(firstText(answer));
  if (typeof told === 'object' && told !== null && 'error' in told) return told.error as CallError;
  return { code: 'TOOL_ERROR', message: firstText(answer) };
}

/** A picture stands beside the JSON there; here it is a field of it. */
function resultIn(answer: ToolResult): unknown {
  const words = firstText(answer);
  const told = answer.structuredContent ?? parsed(words) ?? { text: words };
  const picture = answer.content.find((block) => block.type === 'image');
  const link = answer.content.find((block) => block.type === 'resource_link');
  if (typeof told !== 'object' || (!picture && !link)) return told;
  return {
    ...told,
    ...(picture && { screenshot: picture.data, data: picture.data, mimeType: picture.mimeType }),
    ...(link && { file: link.uri }),
  };
}

function firstText(answer: ToolResult): string {
  const block = answer.content.find((one) => one.type === 'text');
  return block?.text ?? '';
}

function parsed(words: string): object | undefined {
  try {
    const value: unknown = JSON.parse(words);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // words for people
  }
}

import { text } from '../kernel/content.ts';
import type { Fault } from '../kernel/fault.ts';
import type { ToolResult } from './service.ts';

/** A failed call as playwright-mcp shows it: its sections, and the modal state that is in the way. */
export function playwrightError(fault: Fault, tool: string): ToolResult {
  const lines = ['### Error', theirWords(fault, tool) ?? `Error: ${fault.message} ${fault.hint}`];
  const { open, tools } = fault.data;
  if (fault.code === 'MODAL_STATE' && Array.isArray(open) && Array.isArray(tools)) {
    lines.push('### Modal state');
    for (const [i, state] of open.entries()) {
      lines.push(`- [${String(state)}]: can be handled by ${String(tools[i] ?? tools[0])}`);
    }
  }
  return { content: [text(lines.join('\n'))], isError: true };
}

/** Where its clients may look for its own sentence. */
function theirWords({ code, message, data }: Fault, tool: string): string | undefined {
  switch (code) {
    case 'MODAL_STATE':
      return `Error: Tool "${tool}" does not handle the modal state.`;
    case 'NO_MODAL_STATE':
      return `Error: The tool "${tool}" can only be used when there is related modal state present.`;
    case 'REF_GONE':
      return `Error: Ref ${String(data.ref).split(' ')[0]} not found in the current page snapshot. Try capturing new snapshot.`;
    case 'ELEMENT_NOT_FOUND':
      return `Error: ${message}`;
    case 'NAVIGATION_BLOCKED':
      return /file:/.test(String(data.url))
        ? `Error: Access to "file:" protocol is blocked. Attempted URL: "${String(data.url)}"`
        : undefined;
    case 'INVALID_ARGUMENTS':
      return [`Invalid arguments for tool "${tool}":`, ...list(data.problems).map((one) => `✖ ${one}`)].join(
        '\n',
      );
    default:
      return undefined;
  }
}

const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

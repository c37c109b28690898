import { text } from '../kernel/content.ts';
import type { Fault } from '../kernel/fault.ts';
import type { ToolResult } from './service.ts';

/** A failed call as playwright-mcp shows it: its sections, and the modal state that is in the way. */
export function playwrightError(fault: Fault): ToolResult {
  const lines = ['### Error', `Error: ${fault.message} ${fault.hint}`];
  const { open, tools } = fault.data;
  if (fault.code === 'MODAL_STATE' && Array.isArray(open) && Array.isArray(tools)) {
    lines.push('### Modal state');
    for (const [i, state] of open.entries()) {
      lines.push(`- [${String(state)}]: can be handled by ${String(tools[i] ?? tools[0])}`);
    }
  }
  return { content: [text(lines.join('\n'))], isError: true };
}

import { fault } from '../../../kernel/fault.ts';
import type { PageCall } from '../define-tool.ts';

/** What is drawn for a video needs none; but whoever forgot to start it wants to know. playwright-mcp does not tell. */
export function assertVideo({ deps, tab }: PageCall<unknown>): void {
  if (deps.answers.style === 'lean' && !tab.video.isOn) throw fault('NOT_RECORDING', { what: 'video' });
}

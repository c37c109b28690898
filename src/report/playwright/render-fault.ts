import { text } from '../../kernel/content.ts';
import type { FailedReply, Fault } from '../../kernel/fault.ts';
import type { BrowserAnswer } from '../browser-answer.ts';
import { argumentWords, type FailedCall, faultWords } from './fault-words.ts';
import { renderSections } from './sections.ts';

/** What a browser tool tells of its call that failed. */
export interface Account extends FailedCall {
  /** What the page shows, where that is said beside the failure. */
  readonly answer?: BrowserAnswer | undefined;
  /** Refs in the words as the agent knows them. */
  readonly inNames?: ((words: string) => string) | undefined;
}

/** A failed call: the section `### Error`, and for some failures what the page shows. */
export function renderFault(fault: Fault, tool: string): FailedReply {
  const account = fault.account as Account | undefined;
  const words = account ? ownWords(fault, account) : plainWords(fault, tool);
  return { content: [text(renderSections({ ...account?.answer, errors: [words] }))], isError: true };
}

function ownWords(fault: Fault, account: Account): string {
  const { text: words } = faultWords(fault, account);
  return account.inNames?.(words) ?? words;
}

/** Of a tool that playwright-mcp does not have, or a call that came to no tool. */
const plainWords = (fault: Fault, tool: string) =>
  fault.code === 'INVALID_ARGUMENTS' ? argumentWords(fault, tool) : `Error: ${fault.message} ${fault.hint}`;

import type { Outcome } from '../../engines/browser/page/outcome.ts';
import type { Tab } from '../../engines/browser/page/tab.ts';
import type { Block } from '../../kernel/content.ts';
import type { Fault } from '../../kernel/fault.ts';
import type { AnswerResult, AnswerSnapshot } from '../../report/browser-answer.ts';
import type { CodeCheck, CodeLine, CodeStep } from './codegen/code-step.ts';

/** What a tool has to tell; `present` makes an answer of it in the style that was chosen. */
export interface Told {
  /** What was done, in our words and without a word of the page; only the lean style says it. */
  readonly done?: string | undefined;
  /** What went wrong, of a call that failed in the compatible style. */
  readonly errors?: readonly string[] | undefined;
  /** It failed, and yet there is all the rest to tell. */
  readonly failed?: Fault | undefined;
  readonly results?: readonly AnswerResult[] | undefined;
  /** Results that only the compatible style prints. */
  readonly compatible?: readonly string[] | undefined;
  readonly code?: readonly (CodeStep | CodeCheck | CodeLine)[] | undefined;
  readonly outcome?: Outcome<unknown> | undefined;
  /** What is said of the page: what changed on it, only where it is, or nothing. */
  readonly show?: 'changes' | 'page' | 'nothing' | undefined;
  /** The same in the compatible style, which says less after some actions. */
  readonly compatibleShow?: 'changes' | 'nothing' | undefined;
  readonly snapshot?: AnswerSnapshot | undefined;
  /** The page's title, when it was asked for on the way. */
  readonly title?: string | undefined;
  /** The page that it is about, when it is not the one that was asked for. */
  readonly tab?: Tab | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** Pictures and links that follow the text. */
  readonly blocks?: readonly Block[] | undefined;
  /** Links among them belong to the answer in the compatible style, too. */
  readonly isLinked?: boolean | undefined;
  /** The answer is these blocks and no text. */
  readonly isWordless?: boolean | undefined;
  /** For this answer instead of the usual one. */
  readonly budget?: number | undefined;
}

export const ours = (text: string): AnswerResult => ({ text, fromPage: false });
export const pages = (text: string): AnswerResult => ({ text, fromPage: true });

/** The last lines that fit into so many characters, and how many before them do not. The very last always stays. */
export function newestWithin(
  lines: readonly string[],
  budget: number,
): { kept: readonly string[]; left: number } {
  let room = budget;
  let from = lines.length;
  while (from > 0 && (from === lines.length || room >= lines[from - 1]!.length + 1)) {
    from--;
    room -= lines[from]!.length + 1;
  }
  return { kept: lines.slice(from), left: from };
}

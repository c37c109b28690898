import type { Desk } from '../../engines/people/desk.ts';

/** What the tools for people are given. */
export interface PeopleDeps {
  readonly desk: Desk;
  /** Takes from a text what nobody is to see. */
  redact(words: string): string;
}

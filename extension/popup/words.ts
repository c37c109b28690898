import type { Handed, ShownAnswer } from '../../src/contract/handing.ts';
import type { Recent } from '../watch/recent.ts';
import type { DrivenGroup, Standing } from './standing.ts';

/** What the person wants to show of the tab that they are on. */
export type Given = Pick<Handed, 'tab' | 'url' | 'title' | 'note' | 'pictures'>;

/**
 * What the popup asks of the worker: to pair, to part, to try the port that was named, to look what the person has chosen, to
 * let go of what is driven, to let the person draw on a tab, to hand something over, or only how things stand.
 */
export type PopupWord =
  | 'pair'
  | 'part'
  | 'anew'
  | 'chosen'
  | 'undrive'
  | 'look'
  | { readonly draw: number }
  | { readonly give: Given };

/** Under these names the worker leaves in the browser's memory what the popup shows. */
export interface Shown {
  readonly standing: Standing;
  readonly driven: readonly DrivenGroup[];
  readonly recent: readonly Recent[];
  /** What agents said to what was shown, the newest first. */
  readonly answers: readonly ShownAnswer[];
}

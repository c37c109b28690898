/**
 * What the popup asks of the worker: to pair, to part, to try the port that was named, to look whether it is paused, to
 * let go of what is driven, or only how things stand.
 */
export type PopupWord = 'pair' | 'part' | 'anew' | 'paused' | 'undrive' | 'look';

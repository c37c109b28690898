import type { DrawnMark } from '../../src/contract/marks.ts';

/** What the script that lets a person draw tells the worker: to take a picture, and in the end what was drawn. */
export type DrawTold =
  | { readonly shoot: 'plain' | 'marked' }
  | { readonly marks: DrawnMark[]; readonly url: string; readonly title: string };

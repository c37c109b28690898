import type { Caller } from './tool.ts';

/** A picture of a page, as a browser took it. */
export interface PagePicture {
  readonly bytes: Uint8Array;
  readonly title?: string | undefined;
  readonly where: { readonly instance: string; readonly context: string; readonly page: string };
  /** Whose it is. */
  readonly caller: Caller;
  /** What the record tells of it besides. */
  readonly seen?: { readonly url?: string; readonly path?: string; readonly mimeType?: string } | undefined;
}

/** Puts a picture where the screen tools find it; gives its id, or nothing where that does not work. */
export type KeepPicture = (picture: PagePicture) => Promise<string | undefined>;

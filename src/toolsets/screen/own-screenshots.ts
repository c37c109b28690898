import { Screenshots, type ScreenshotsOptions } from '../../engines/screen/shelf/screenshots.ts';
import type { Shelf } from '../../engines/screen/shelf/shelf.ts';
import { ownerOf } from '../../kernel/owner.ts';
import type { Caller } from '../../kernel/tool.ts';

interface OwnScreenshotsOptions extends Omit<ScreenshotsOptions, 'shelf'> {
  shelfOf(caller: Caller): Shelf;
}

/** Pictures outlive the session that took them, so they are the key's: another key is told that there are none. */
export class OwnScreenshots {
  readonly #options: OwnScreenshotsOptions;
  readonly #owners = new Map<string, Screenshots>();

  constructor(options: OwnScreenshotsOptions) {
    this.#options = options;
  }

  of(caller: Caller): Screenshots {
    const { shelfOf, ...options } = this.#options;
    const owner = ownerOf(caller);
    const known = this.#owners.get(owner) ?? new Screenshots({ ...options, shelf: shelfOf(caller) });
    this.#owners.set(owner, known);
    return known;
  }
}

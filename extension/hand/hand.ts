import type { FromExtension } from '../../src/contract/extension.ts';
import type { Handed } from '../../src/contract/handing.ts';
import { MOST_SAID } from '../../src/contract/mark-limits.ts';
import type { Given as ToGive } from '../popup/words.ts';
import { newNonce } from '../proof.ts';
import type { DrawTold } from './draw-words.ts';
import { type Given, Outbox } from './outbox.ts';
import { shoot } from './shoot.ts';

/** Lets the person show their agents something: words, a picture of the page, what they draw on it. */
export class Hand {
  readonly #outbox: Outbox;
  /** Pictures of pages that are drawn on now: they come before the marks. */
  readonly #pictures = new Map<number, Handed['pictures']>();

  constructor(send: (message: FromExtension) => boolean) {
    this.#outbox = new Outbox(send);
    chrome.runtime.onMessage.addListener((message, { tab }, answer) => {
      const { drawing } = message as { readonly drawing?: DrawTold };
      if (!drawing || tab?.id === undefined) return;
      void this.#drawn(tab, drawing).then(answer);
      return true; // the answer comes later
    });
  }

  give(given: ToGive): Promise<Given> {
    const note = given.note.slice(0, MOST_SAID);
    return this.#outbox.give({ ...given, note, id: newId(), at: Date.now(), marks: [] });
  }

  /** On whatever page the person asks for it: their asking is the permission. */
  async draw(tabId: number): Promise<void> {
    this.#pictures.set(tabId, {});
    await chrome.scripting.executeScript({ target: { tabId }, files: ['draw.js'] });
  }

  connected(): Promise<void> {
    return this.#outbox.sendAll();
  }

  taken(id: string, why: string | undefined): Promise<void> {
    return this.#outbox.taken(id, why);
  }

  parted(): Promise<void> {
    return this.#outbox.empty();
  }

  async #drawn(tab: chrome.tabs.Tab, told: DrawTold): Promise<unknown> {
    const id = tab.id!;
    if ('shoot' in told) {
      // Only of a page that is drawn on, and only while it is the one to be seen.
      const pictures = this.#pictures.get(id);
      if (!pictures || !tab.active) return false;
      const shot = await shoot(tab.windowId).catch(() => undefined); // the browser forbids it here
      if (shot) this.#pictures.set(id, { ...pictures, [told.shoot]: shot });
      return shot !== undefined;
    }
    const pictures = this.#pictures.get(id) ?? {};
    this.#pictures.delete(id);
    if (told.marks.length === 0) return undefined;
    const { marks, url, title } = told;
    return this.#outbox.give({ id: newId(), tab: id, url, title, at: Date.now(), note: '', marks, pictures });
  }
}

const newId = () => newNonce().slice(0, 16);

import type { FromExtension } from '../../src/contract/extension.ts';
import type { Handed, ShownAnswer } from '../../src/contract/handing.ts';
import { MOST_SAID } from '../../src/contract/mark-limits.ts';
import type { Shown, Given as ToGive } from '../popup/words.ts';
import { newNonce } from '../proof.ts';
import { isLeftAlone } from '../settings.ts';
import type { DrawTold } from './draw-words.ts';
import { type Given, Outbox } from './outbox.ts';
import { shoot } from './shoot.ts';

/** So many are shown. */
const MOST_ANSWERS = 5;

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

  async give(given: ToGive): Promise<Given> {
    if (await isLeftAlone(await tabOf(given.tab))) return { why: LEFT_ALONE };
    const note = given.note.slice(0, MOST_SAID);
    return this.#outbox.give({ ...given, note, id: newId(), at: Date.now(), marks: [] });
  }

  /** On whatever page the person asks for it: their asking is the permission. */
  async draw(tabId: number): Promise<void> {
    if (await isLeftAlone(await tabOf(tabId))) throw new Error(LEFT_ALONE);
    this.#pictures.set(tabId, {});
    await chrome.scripting.executeScript({ target: { tabId }, files: ['draw.js'] });
  }

  connected(): Promise<void> {
    return this.#outbox.sendAll();
  }

  taken(id: string, why: string | undefined): Promise<void> {
    return this.#outbox.taken(id, why);
  }

  /** Kept for the popup until the browser ends, the newest first; a later one to the same stands for the earlier. */
  async answered(answer: ShownAnswer): Promise<void> {
    const { answers = [] } = (await chrome.storage.session.get('answers')) as Partial<Shown>;
    const others = answers.filter(({ id }) => id !== answer.id);
    await chrome.storage.session.set({ answers: [answer, ...others].slice(0, MOST_ANSWERS) });
  }

  async parted(): Promise<void> {
    await Promise.all([this.#outbox.empty(), chrome.storage.session.remove('answers')]);
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

const LEFT_ALONE = 'private windows are left alone';
const tabOf = (id: number) => chrome.tabs.get(id).catch(() => undefined); // a popup in a tab of its own has none

const newId = () => newNonce().slice(0, 16);

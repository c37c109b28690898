import type { LivePage, PersonAct } from '../../../contract/app-live.ts';
import type { CallerName } from '../../../kernel/owner.ts';
import { ByHand } from '../actions/by-hand.ts';
import { handleDialog } from '../actions/modal-answers.ts';
import type { BrowserEngine } from '../browser-engine.ts';
import type { Tab } from '../page/tab.ts';
import type { TakeFrame } from './frame-gate.ts';
import { isFilmed, showPage, THUMBNAIL, WHOLE } from './show-page.ts';

/** A browser as one session has it. */
export interface SessionBrowser {
  readonly engine: BrowserEngine;
  /** Undefined: the usual one. */
  readonly instance?: string | undefined;
}

export interface LiveParts {
  /** Sessions of a caller that are open now. */
  sessionsOf(caller: CallerName): readonly { readonly id: string; readonly client?: string | undefined }[];
  browsersOf(session: string): readonly SessionBrowser[];
  /** Hides secrets. */
  redact(words: string): string;
}

interface Found {
  readonly tab: Tab;
  readonly caller: CallerName;
  /** One that has it. */
  readonly session: string;
  readonly agent: string | undefined;
  readonly instance: string | undefined;
}

/** All pages that are open now, for those whose agents have them: to look at, and to take in hand. */
export class LivePages {
  readonly #parts: LiveParts;
  readonly #hands = new WeakMap<Tab, ByHand>();
  /** What people have taken over, and for whom they did. */
  readonly #held = new Map<Tab, CallerName>();

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  list(callers: readonly CallerName[]): Promise<readonly LivePage[]> {
    return Promise.all([...this.#all(callers).values()].map((found) => this.#shown(found)));
  }

  /** Shows a page until the signal says that it is enough; false when there is no such page. */
  show(
    callers: readonly CallerName[],
    page: string,
    isWhole: boolean,
    take: TakeFrame,
    signal: AbortSignal,
  ): boolean {
    const tab = this.#find(callers, page);
    if (tab) showPage(tab, isWhole ? WHOLE : THUMBNAIL, take, signal);
    return tab !== undefined;
  }

  act(callers: readonly CallerName[], page: string, act: PersonAct): void {
    const tab = this.#find(callers, page);
    if (!tab || tab.isCrashed) return;
    const hand = this.#hands.get(tab) ?? new ByHand(tab);
    this.#hands.set(tab, hand);
    hand.do(act);
  }

  find(callers: readonly CallerName[], page: string): Found | undefined {
    return this.#all(callers).get(page);
  }

  /** Calls on the page wait from now on. */
  takeOver(callers: readonly CallerName[], page: string): void {
    const found = this.#all(callers).get(page);
    if (!found || this.#held.has(found.tab)) return;
    const { tab, caller } = found;
    tab.turns.hold();
    tab.host.log.info('a person has taken over a page', { tab: tab.id });
    this.#held.set(tab, caller);
    const gone = () => this.#release(tab);
    tab.page.once('close', gone).once('crash', gone);
  }

  /** They go on, and the next answer shows what the person has to say. */
  handBack(callers: readonly CallerName[], page: string, note: string): void {
    const tab = this.#find(callers, page);
    if (!tab || !this.#held.has(tab)) return;
    tab.host.handedBack(tab, note.trim());
    this.#release(tab);
  }

  /** Nobody is there any more who could hand back what was taken for that caller. */
  left(caller: CallerName): void {
    for (const [tab, owner] of this.#held) {
      if (owner !== caller) continue;
      tab.host.handedBack(tab, '');
      this.#release(tab);
    }
  }

  async answerDialog(
    callers: readonly CallerName[],
    page: string,
    accept: boolean,
    text: string | undefined,
  ): Promise<void> {
    const tab = this.#find(callers, page);
    if (tab) await handleDialog(tab, accept, text).catch(() => {}); // an agent has answered it meanwhile
  }

  #release(tab: Tab): void {
    this.#held.delete(tab);
    tab.turns.release();
    tab.host.log.info('a page was handed back', { tab: tab.id });
  }

  #find(callers: readonly CallerName[], page: string): Tab | undefined {
    return this.#all(callers).get(page)?.tab;
  }

  /** By the names of their tabs. What several sessions share is there once. */
  #all(callers: readonly CallerName[]): ReadonlyMap<string, Found> {
    const found = new Map<string, Found>();
    for (const caller of callers)
      for (const { id, client } of this.#parts.sessionsOf(caller))
        for (const { engine, instance } of this.#parts.browsersOf(id))
          for (const { tabs } of engine.openContexts)
            for (const tab of tabs)
              if (!found.has(tab.id))
                found.set(tab.id, { tab, caller, session: id, agent: client, instance });
    return found;
  }

  async #shown({ tab, agent, instance }: Found): Promise<LivePage> {
    const { redact } = this.#parts;
    const dialog = tab.modals.open.find((state) => state.kind === 'dialog');
    return {
      id: tab.id,
      title: redact(await tab.title()),
      url: redact(tab.url),
      context: tab.host.context,
      isFilmed: isFilmed(tab),
      isBusy: tab.isBusy,
      isTaken: tab.turns.isHeld,
      waiting: tab.turns.waiting,
      ...(agent !== undefined && { agent }),
      ...(instance !== undefined && { instance }),
      ...(dialog && {
        dialog: {
          type: dialog.type,
          message: redact(dialog.message),
          proposed: redact(dialog.defaultValue),
        },
      }),
    };
  }
}

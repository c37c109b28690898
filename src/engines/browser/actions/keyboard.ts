import type { Locator } from 'playwright-core';
import { CONCEALED } from '../../../kernel/cut.ts';
import { given } from '../given.ts';
import type { Outcome } from '../page/outcome.ts';
import type { Tab } from '../page/tab.ts';
import { pressing, showDots, typing } from '../secrets/hide-secrets.ts';
import { isTooShort } from '../secrets/secrets.ts';
import { caretToEnd, shownValue, tellPaste } from './element.page.ts';
import { fillText } from './fill-text.ts';
import { isLetter, keyName } from './key-names.ts';
import { pause } from './pause.ts';
import type { Acting, Cancel } from './pointer.ts';
import { onTarget, resolveTarget, type Target, writtenOf } from './target.ts';

export interface KeyOptions extends Acting {
  /** The element that gets the key; without it whatever has the focus. */
  readonly target?: Target | undefined;
  /** It is part of a secret: told before it is pressed. */
  readonly onSecret?: (() => void) | undefined;
}

/** A key or a chord: `a`, `Enter`, `Control+Shift+T`. One that goes into a secret is told nowhere. */
export async function pressKey(tab: Tab, written: string, options: KeyOptions = {}) {
  const { target, signal, reason, onSecret } = options;
  const key = keyName(written);
  const detail = given({ key, reason });
  const step = { action: 'press key', detail, signal, target: target && writtenOf(target) };
  const hide = () => {
    if (!isLetter(key)) return;
    detail.key = CONCEALED;
    onSecret?.();
  };
  return tab.perform(step, async () => {
    const field = target === undefined ? undefined : await resolveTarget(tab, target);
    await pressing(tab, field, hide, () =>
      field ? field.press(key, given({ signal, noWaitAfter: true })) : tab.page.keyboard.press(key),
    );
  });
}

export interface TypeOptions extends Cancel {
  /** Key by key, for pages that listen to keys. */
  readonly slowly?: boolean | undefined;
  /** Enter at the end. */
  readonly submit?: boolean | undefined;
  /** What the record may show of the text; nothing unless given. */
  readonly shown?: string | undefined;
  /** The field shows dots from now on, in videos and traces too. */
  readonly isSecret?: boolean | undefined;
  readonly onSecret?: (() => void) | undefined;
}

/** In place of what a field holds. */
export async function type(tab: Tab, target: Target, text: string, options: TypeOptions = {}) {
  const { slowly, submit, shown, isSecret, signal, onSecret } = options;
  const detail = given({ text: shown, length: text.length, submit });
  // Filling fires its events before it returns, so what they change has changed by then.
  const quietMs = slowly || submit ? undefined : 15;
  const step = { action: 'type', detail, signal, ...given({ quietMs }) };
  return onTarget(tab, target, step, async (locator) => {
    const settings = given({ signal, noWaitAfter: true });
    if (isSecret) await showDots(locator);
    const ms = tab.timeouts.action + text.length * 50;
    const work = slowly
      ? locator.pressSequentially(text, { ...settings, timeout: ms })
      : fillText(locator, text, given({ signal }));
    await typing(tab, locator, text, work, () => {
      if (shown !== undefined) detail.text = CONCEALED;
      onSecret?.();
    });
    if (submit) await locator.press('Enter', settings);
  });
}

/** Where the focus is, in whatever frame: key by key, or at once what is long. */
export async function typeFocused(tab: Tab, text: string, options: TypeOptions = {}): Promise<Outcome> {
  const { slowly, submit, shown, isSecret, signal, onSecret } = options;
  const { keyboard } = tab.page;
  const detail = given({ text: shown, length: text.length, submit });
  return tab.perform({ action: 'type', detail, signal }, async () => {
    const field = tab.page.locator(':focus');
    if (isSecret && (await field.count()) === 1) await showDots(field);
    const hide = () => {
      tab.host.secrets.learn(text);
      if (isTooShort(text)) onSecret?.();
    };
    await pressing(tab, undefined, hide, () =>
      text.length > KEY_BY_KEY && !slowly ? keyboard.insertText(text) : keyboard.type(text),
    );
    if (submit) await keyboard.press('Enter');
  });
}

export interface InsertOptions extends Acting {
  /** The field is emptied first. */
  readonly clear?: boolean | undefined;
  readonly onSecret?: (() => void) | undefined;
}

/** Longer texts are put in at once: a key at a time would take minutes. */
const KEY_BY_KEY = 500;

/** Key by key, after what is there. Gives what the field shows then. */
export async function typeAfter(tab: Tab, target: Target, text: string, options: InsertOptions = {}) {
  return insert(tab, 'type', target, text, options, async (locator) => {
    if (text.length > KEY_BY_KEY) {
      await locator.focus();
      await tab.page.keyboard.insertText(text);
    } else {
      await locator.pressSequentially(text, { timeout: 10_000 + text.length * 50 });
    }
  });
}

/** The page gets a paste event, and the text goes in unless the page takes it itself. */
export async function paste(tab: Tab, target: Target, text: string, options: InsertOptions = {}) {
  return insert(tab, 'paste', target, text, options, async (locator) => {
    const isTaken = await locator.evaluate(tellPaste, text);
    if (!isTaken) await tab.page.keyboard.insertText(text);
  });
}

async function insert(
  tab: Tab,
  action: string,
  target: Target,
  text: string,
  { clear, signal, reason, onSecret }: InsertOptions,
  work: (locator: Locator) => Promise<void>,
): Promise<Outcome<string | null>> {
  const detail = given({ length: text.length, reason });
  return onTarget(tab, target, { action, detail, signal }, async (locator) => {
    if (clear) await locator.fill('');
    else await locator.evaluate(caretToEnd);
    await typing(tab, locator, text, work(locator), onSecret);
    return locator.evaluate(shownValue);
  });
}

/** A hundred to two hundred words a minute, five characters a word. */
const SLOWEST_MS = 120;
const FASTEST_MS = 60;
/** A moment's thought between words, now and then. */
const PAUSE_MS = 150;

/** The most time that `typeKeys` takes at its slowest. */
export function typingMs(text: string, delay: number | undefined): number {
  return text.length * (delay ?? SLOWEST_MS + PAUSE_MS / 4);
}

export interface TypingOptions extends KeyOptions {
  /** Milliseconds between keys; 0 is all at once, and without it a person's pace. */
  readonly delay?: number | undefined;
}

/** Types into an element or where the focus is, letter by letter. */
export async function typeKeys(
  tab: Tab,
  text: string,
  { target, delay, signal, onSecret }: TypingOptions = {},
) {
  const detail = { length: text.length };
  const step = { action: 'type', target: target && writtenOf(target), detail, signal };
  return tab.perform(step, async () => {
    const field = target === undefined ? undefined : await resolveTarget(tab, target);
    await field?.focus();
    const { keyboard } = tab.page;
    const hide = () => {
      tab.host.secrets.learn(text);
      if (isTooShort(text)) onSecret?.();
    };
    await pressing(tab, field, hide, async () => {
      if (delay === 0) return keyboard.insertText(text);
      for (const letter of text) {
        if (signal?.aborted) return;
        await keyboard.type(letter);
        await pause(delay ?? human(letter), signal);
      }
    });
  });
}

function human(letter: string): number {
  const pace = FASTEST_MS + Math.random() * (SLOWEST_MS - FASTEST_MS);
  return /\s/.test(letter) && Math.random() < 0.25 ? pace + Math.random() * PAUSE_MS : pace;
}

import type { Tab } from '../../../engines/browser/page/tab.ts';

/** A hundred to two hundred words a minute, five characters a word. */
const SLOWEST_MS = 120;
const FASTEST_MS = 60;
/** A moment's thought between words, now and then. */
const PAUSE_MS = 150;

/** The most time that typing takes at its slowest. */
export function typingMs(text: string, delay: number | undefined): number {
  return text.length * (delay ?? SLOWEST_MS + PAUSE_MS / 4);
}

/** Types into whatever has the focus: at once (0), at a steady pace, or as a person does. */
export async function typeText(
  tab: Tab,
  text: string,
  delay: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { keyboard } = tab.page;
  if (delay === 0) return keyboard.insertText(text);
  for (const letter of text) {
    if (signal.aborted) return;
    await keyboard.type(letter);
    await pause(delay ?? human(letter), signal);
  }
}

function human(letter: string): number {
  const pace = FASTEST_MS + Math.random() * (SLOWEST_MS - FASTEST_MS);
  return /\s/.test(letter) && Math.random() < 0.25 ? pace + Math.random() * PAUSE_MS : pace;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', done);
    resolve();
  };
  const timer = setTimeout(done, ms);
  signal.addEventListener('abort', done);
  return promise;
}

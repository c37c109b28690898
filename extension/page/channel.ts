import type { PageSeen } from '../../src/contract/watching.ts';
import { later, tellEvent, written } from './natives.ts';

const EVERY_MS = 100;
const AT_ONCE = 50_000;

const OwnEvent = CustomEvent;
let words = '';
let isTimed = false;
let node: EventTarget | undefined;
let lastWords = () => {};

/** `work` may tell something more when the page is left. */
export function beforeEnd(work: () => void): void {
  lastWords = work;
}

/**
 * The way to the script beside the page. It is a node that is in no document, handed over before the page's first
 * script runs: the page cannot listen at it, and cannot say anything there.
 */
export function openChannel(): void {
  const made = document.createElement('i');
  let isHeard = false;
  const offer = () => document.dispatchEvent(new MouseEvent('sensorium', { relatedTarget: made }));
  made.addEventListener('heard', () => {
    isHeard = true;
    document.removeEventListener('sensorium-late', offer);
  });
  made.addEventListener('flush', () => {
    lastWords();
    flush();
  });
  node = made;
  offer();
  // Either of the two may run first, and both before the page.
  if (!isHeard) document.addEventListener('sensorium-late', offer);
}

/** Told in batches: one event for each thing seen would cost more than the seeing. */
export function tell(word: PageSeen): void {
  words += `${words && ','}${written(word)}`;
  if (words.length > AT_ONCE) flush();
  else if (!isTimed) {
    isTimed = true;
    later(() => {
      isTimed = false;
      flush();
    }, EVERY_MS);
  }
}

function flush(): void {
  if (!words || !node) return;
  const detail = `[${words}]`;
  words = '';
  tellEvent(node, new OwnEvent('words', { detail }));
}

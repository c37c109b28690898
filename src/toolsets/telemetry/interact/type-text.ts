import { z } from 'zod';
import type { Locator } from '../locate.ts';
import { analyze, clear, element, text } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { caretToEnd, shownValue } from './field-scripts.ts';
import { actOnElement } from './on-element.ts';

/** Longer texts are put in at once: a key at a time would take minutes. */
const KEY_BY_KEY = 500;

export const typeText = defineAction({
  name: 'type',
  summary: 'Type text into a field, key by key, after what is there; clear empties it first.',
  input: z.object({ ...element, ...text, ...clear, ...analyze }),
  limitMs: ({ text: words }) => 60_000 + words.length * 50,
  run: (call) =>
    actOnElement(call, (locator) => typeInto(locator, call.args.text, call.args.clear ?? false), {
      length: call.args.text.length,
    }),
});

async function typeInto(locator: Locator, words: string, isCleared: boolean): Promise<string | null> {
  if (isCleared) await locator.fill('');
  else await locator.evaluate(caretToEnd);
  if (words.length > KEY_BY_KEY) {
    await locator.focus();
    await locator.page().keyboard.insertText(words);
  } else {
    await locator.pressSequentially(words, { timeout: 10_000 + words.length * 50 });
  }
  return locator.evaluate(shownValue);
}

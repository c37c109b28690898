import { z } from 'zod';
import type { Locator } from '../locate.ts';
import { analyze, clear, element, text } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { caretToEnd, shownValue, tellPaste } from './field-scripts.ts';
import { actOnElement } from './on-element.ts';

export const paste = defineAction({
  name: 'paste',
  summary: 'Paste text: the page gets a paste event, and the text goes in unless the page takes it itself.',
  input: z.object({ ...element, ...text, ...clear, ...analyze }),
  run: (call) =>
    actOnElement(call, (locator) => pasteInto(locator, call.args.text, call.args.clear ?? false), {
      length: call.args.text.length,
    }),
});

async function pasteInto(locator: Locator, words: string, isCleared: boolean): Promise<string | null> {
  if (isCleared) await locator.fill('');
  else await locator.evaluate(caretToEnd);
  const isTaken = await locator.evaluate(tellPaste, words);
  if (!isTaken) await locator.page().keyboard.insertText(words);
  return locator.evaluate(shownValue);
}

import { z } from 'zod';
import { analyze, element, text } from './action-arguments.ts';
import { type ActionCall, type ActionResult, defineAction } from './define-action.ts';
import { actOnElement, happened } from './on-element.ts';

export const keyPress = defineAction({
  name: 'key_press',
  summary: 'Press a key or chord (Enter unless told) on an element, or on whatever has the focus.',
  input: z.object({
    ...element,
    selector: element.selector.optional(),
    text: text.text.optional(),
    ...analyze,
  }),
  async run(call) {
    const { selector, text: key = 'Enter' } = call.args;
    if (selector === undefined) return pressAnywhere(call, key);
    const press = { ...call, args: { ...call.args, selector } };
    const result = await actOnElement(press, (locator) => locator.press(key, { noWaitAfter: true }), { key });
    return { ...result, value: key };
  },
});

async function pressAnywhere(
  { tab, signal, action }: ActionCall<unknown>,
  key: string,
): Promise<ActionResult> {
  const outcome = await tab.perform({ action, signal, detail: { key } }, () => tab.page.keyboard.press(key));
  return { value: key, ...happened(outcome) };
}

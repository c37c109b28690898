/** The actions that do something to one element. */

import { z } from 'zod';
import * as element from '../../../engines/browser/actions/element.ts';
import * as form from '../../../engines/browser/actions/form.ts';
import * as keyboard from '../../../engines/browser/actions/keyboard.ts';
import * as pointer from '../../../engines/browser/actions/pointer.ts';
import { CONCEALED } from '../../../kernel/cut.ts';
import * as given from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { actOnElement, happened } from './on-element.ts';

export const click = defineAction({
  summary: 'Click it.',
  isPlain: true,
  input: z.object({ ...given.element, ...given.analyze }),
  run: (call) => actOnElement(call, (found, acting) => pointer.click(call.tab, found, acting)),
});

export const type = defineAction({
  summary: 'Type key by key after what is there.',
  input: z.object({ ...given.element, ...given.text, ...given.clear, ...given.analyze }),
  types: 'text',
  limitMs: ({ text }) => 60_000 + text.length * 50,
  run: (call) =>
    actOnElement(call, (found, acting) =>
      keyboard.typeAfter(call.tab, found, call.args.text, {
        clear: call.args.clear,
        onSecret: () => call.conceal?.('text'),
        ...acting,
      }),
    ),
});

export const paste = defineAction({
  summary: 'Paste text.',
  isPlain: true,
  input: z.object({ ...given.element, ...given.text, ...given.clear, ...given.analyze }),
  types: 'text',
  run: (call) =>
    actOnElement(call, (found, acting) =>
      keyboard.paste(call.tab, found, call.args.text, {
        clear: call.args.clear,
        onSecret: () => call.conceal?.('text'),
        ...acting,
      }),
    ),
});

export const keyPress = defineAction({
  summary: 'Press text (Enter, Control+a) there, or where the focus is.',
  input: z.object({
    ...given.element,
    selector: given.element.selector.optional(),
    text: given.text.text.optional(),
    ...given.analyze,
  }),
  types: 'text',
  async run(call) {
    const { tab, signal, args } = call;
    const { selector, text: key = 'Enter', reason } = args;
    let value = key;
    const onSecret = () => {
      value = CONCEALED;
      call.conceal?.('text');
    };
    const result =
      selector === undefined
        ? happened(await keyboard.pressKey(tab, key, { signal, reason, onSecret }))
        : await actOnElement({ ...call, args: { ...args, selector } }, (target, acting) =>
            keyboard.pressKey(tab, key, { target, onSecret, ...acting }),
          );
    return { ...result, value };
  },
});

export const select = defineAction({
  summary: 'Choose an option.',
  isPlain: true,
  input: z.object({ ...given.element, ...given.value, ...given.analyze }),
  run: (call) =>
    actOnElement(call, async (found, acting) => {
      const { value, ...outcome } = await form.selectOption(call.tab, found, [call.args.value], acting);
      return value ? { ...outcome, value: value[0] ?? null } : outcome;
    }),
});

export const check = defineAction({
  summary: 'Check a box or radio button.',
  input: z.object({
    ...given.element,
    checked: z.boolean().default(true).describe('false: uncheck.'),
    ...given.analyze,
  }),
  run: (call) =>
    actOnElement(call, (found, acting) => form.check(call.tab, found, call.args.checked, acting)),
});

export const focus = defineAction({
  summary: 'Put the focus on it.',
  isPlain: true,
  input: z.object({ ...given.element }),
  run: (call) => actOnElement(call, (found, acting) => element.focus(call.tab, found, acting)),
});

export const scrollTo = defineAction({
  summary: 'Scroll it into the middle.',
  input: z.object({ ...given.element }),
  run: (call) => actOnElement(call, (found, acting) => pointer.scrollToMiddle(call.tab, found, acting)),
});

export const setAttribute = defineAction({
  summary: 'value left out: empty.',
  input: z.object({ ...given.element, name: given.name, value: given.value.value.optional() }),
  run(call) {
    const { name, value = '' } = call.args;
    return actOnElement(call, (found, acting) =>
      element.setAttribute(call.tab, found, [name, value], acting),
    );
  },
});

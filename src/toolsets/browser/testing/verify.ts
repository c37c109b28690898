import { z } from 'zod';
import { FIELD_TYPES } from '../../../engines/browser/actions/form.ts';
import {
  type Assertion,
  verifyElementVisible as elementVisible,
  verifyValue as hasValue,
  verifyListVisible as listVisible,
  verifyTextVisible as textVisible,
} from '../../../engines/browser/actions/verify.ts';
import { Fault } from '../../../kernel/fault.ts';
import { ownText } from '../../../report/browser-result.ts';
import {
  ELEMENT_FAULTS,
  element,
  PAGE_FAULTS,
  type PageCall,
  pageTool,
  type Result,
} from '../define-tool.ts';

export const generateLocator = pageTool({
  name: 'browser_generate_locator',
  title: 'Locator',
  summary: 'The locator that a test would use for an element.',
  effect: 'read',
  input: element,
  faults: ELEMENT_FAULTS,
  run: async ({ args }) => ({ view: { kind: 'locator', target: args.target }, show: 'nothing' }),
});

export const verifyElementVisible = pageTool({
  name: 'browser_verify_element_visible',
  title: 'Verify element',
  summary: 'Verify that an element of that role and name can be seen.',
  effect: 'read',
  input: { role: z.string().min(1), accessibleName: z.string() },
  faults: ['VERIFY_FAILED', ...PAGE_FAULTS],
  run: (call) => verified(call, () => elementVisible(call.tab, call.args.role, call.args.accessibleName)),
});

export const verifyTextVisible = pageTool({
  name: 'browser_verify_text_visible',
  title: 'Verify text',
  summary: 'Verify that a text can be seen.',
  effect: 'read',
  input: { text: z.string().min(1) },
  faults: ['VERIFY_FAILED', ...PAGE_FAULTS],
  run: (call) => verified(call, () => textVisible(call.tab, call.args.text)),
});

export const verifyListVisible = pageTool({
  name: 'browser_verify_list_visible',
  title: 'Verify list',
  summary: 'Verify that a list has these items in this order.',
  effect: 'read',
  input: { ...element, items: z.array(z.string().min(1)).min(1) },
  faults: ['VERIFY_FAILED', ...ELEMENT_FAULTS],
  run: (call) => verified(call, () => listVisible(call.tab, call.args.target, call.args.items)),
});

export const verifyValue = pageTool({
  name: 'browser_verify_value',
  title: 'Verify value',
  summary: 'Verify the value of a field; true or false for boxes.',
  effect: 'read',
  input: { ...element, type: z.enum(FIELD_TYPES), value: z.string() },
  faults: ['VERIFY_FAILED', ...ELEMENT_FAULTS],
  run: (call) => {
    const { target, type } = call.args;
    const { value } = call.deps.secrets.resolve(call.args.value);
    return verified(call, () => hasValue(call.tab, type, target, value));
  },
});

/** Runs a check within the time that checks have, and tells the assertion that a test would make. */
async function verified(call: PageCall<unknown>, check: () => Promise<Assertion>): Promise<Result> {
  const held = await untilTrue(call.deps.expectMs, call.signal, check);
  return { results: [ownText('Done')], show: 'nothing', code: [held] };
}

const EVERY_MS = 100;

/** Tries until it holds or the time is over; what did not hold at the end is raised. */
export async function untilTrue<T>(ms: number, signal: AbortSignal, check: () => Promise<T>): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    try {
      return await check();
    } catch (thrown) {
      const mayCome =
        thrown instanceof Fault && (thrown.code === 'VERIFY_FAILED' || thrown.code === 'ELEMENT_NOT_FOUND');
      if (!mayCome || performance.now() >= end || signal.aborted) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}

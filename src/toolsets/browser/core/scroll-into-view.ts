import { scrollIntoView as scroll } from '../../../engines/browser/actions/pointer.ts';
import { codeOf, ELEMENT_FAULTS, element, pageTool, targetOf } from '../define-tool.ts';

export const scrollIntoView = pageTool({
  name: 'browser_scroll_into_view',
  title: 'Scroll to',
  summary: 'Scroll to an element.',
  effect: 'write',
  idempotent: true,
  input: element,
  faults: ELEMENT_FAULTS,
  async run(call) {
    const target = targetOf('browser_scroll_into_view', call.args);
    const on = await codeOf(call, target);
    const outcome = await scroll(call.tab, target, { signal: call.signal });
    const code = on ? [{ on, call: 'scrollIntoViewIfNeeded' }] : [];
    return { done: `Scrolled to ${target}.`, outcome, show: 'changes', code };
  },
});

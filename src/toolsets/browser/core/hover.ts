import { hover as point } from '../../../engines/browser/actions/pointer.ts';
import { codeOf, ELEMENT_FAULTS, element, pageTool, targetOf } from '../define-tool.ts';

export const hover = pageTool({
  name: 'browser_hover',
  title: 'Hover',
  summary: 'Hover an element.',
  effect: 'write',
  input: element,
  faults: ELEMENT_FAULTS,
  async run(call) {
    const target = targetOf('browser_hover', call.args);
    const on = await codeOf(call, target);
    const outcome = await point(call.tab, target, { signal: call.signal });
    return {
      done: `Hovering over ${target}.`,
      outcome,
      show: 'changes',
      code: on ? [{ on, call: 'hover' }] : [],
    };
  },
});

import type { Stage, StageContext } from './stage.ts';
import type { FaultAttributes } from './wire-fault.ts';

/** Nothing passes. What comes is held, so that nothing is missing should the fault be removed in time. */
export function timeout(context: StageContext, { timeout }: FaultAttributes['timeout']): Stage {
  const held: Buffer[] = [];
  let hasEnded = false;
  const timer = timeout > 0 ? setTimeout(() => context.close('timeout'), timeout) : undefined;
  return {
    push: (bytes) => {
      held.push(bytes);
    },
    end: () => {
      hasEnded = true;
    },
    flush() {
      clearTimeout(timer);
      for (const bytes of held.splice(0)) context.next.push(bytes);
      if (hasEnded) context.next.end();
    },
    stop() {
      clearTimeout(timer);
      held.length = 0;
    },
  };
}

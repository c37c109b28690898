import { DelayLine } from './delay-line.ts';
import type { Stage, StageContext } from './stage.ts';
import type { FaultAttributes } from './wire-fault.ts';

/** Bytes pass; the close comes later. */
export function slowClose(context: StageContext, { delay }: FaultAttributes['slow_close']): Stage {
  const line = new DelayLine(context);
  return {
    push: (bytes) => context.next.push(bytes),
    end: () => line.put(null, context.now() + delay),
    flush: () => line.flush(),
    stop: () => line.stop(),
  };
}

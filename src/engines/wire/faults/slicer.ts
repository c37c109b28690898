import { DelayLine } from './delay-line.ts';
import type { Stage, StageContext } from './stage.ts';
import type { FaultAttributes } from './wire-fault.ts';

/** The same bytes in many small writes. */
export function slicer(context: StageContext, options: FaultAttributes['slicer']): Stage {
  const { average_size: average, size_variation: variation, delay } = options;
  const line = new DelayLine(context);
  const size = () => Math.max(1, Math.round(average + (context.random() * 2 - 1) * variation));
  return {
    push(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const piece = bytes.subarray(at, at + size());
        at += piece.length;
        const due = Math.max(context.now(), line.lastDue + delay / 1000);
        line.put(piece, due);
      }
    },
    end: () => line.put(null, line.lastDue),
    flush: () => line.flush(),
    stop: () => line.stop(),
  };
}

import { DelayLine } from './delay-line.ts';
import type { Stage, StageContext } from './stage.ts';
import type { FaultAttributes } from './wire-fault.ts';

/** Everything comes later. The order stays: jitter can delay a chunk behind its turn, never bring it before. */
export function latency(context: StageContext, { latency, jitter }: FaultAttributes['latency']): Stage {
  const line = new DelayLine(context);
  const due = () => context.now() + Math.max(0, latency + (context.random() * 2 - 1) * jitter);
  return {
    push: (bytes) => line.put(bytes, due()),
    end: () => line.put(null, due()),
    flush: () => line.flush(),
    stop: () => line.stop(),
  };
}

import type { Stage, StageContext } from './stage.ts';
import type { FaultAttributes } from './wire-fault.ts';

/** Both sides see a reset; until then bytes pass. */
export function resetPeer(context: StageContext, { timeout }: FaultAttributes['reset_peer']): Stage {
  const timer = setTimeout(() => context.reset('reset_peer'), timeout);
  return {
    push: (bytes) => context.next.push(bytes),
    end: () => context.next.end(),
    flush: () => clearTimeout(timer),
    stop: () => clearTimeout(timer),
  };
}

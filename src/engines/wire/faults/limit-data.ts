import type { Stage, StageContext } from './stage.ts';
import type { FaultAttributes } from './wire-fault.ts';

/** So many bytes pass, then the connection is closed. */
export function limitData(context: StageContext, { bytes: limit }: FaultAttributes['limit_data']): Stage {
  let passed = 0;
  return {
    push(bytes) {
      const part = bytes.subarray(0, limit - passed);
      const wasOpen = passed < limit || limit === 0;
      passed += part.length;
      if (part.length > 0) context.next.push(part);
      if (part.length < bytes.length) context.discard(bytes.length - part.length);
      if (passed >= limit && wasOpen) context.close('limit_data');
    },
    end: () => context.next.end(),
    flush: () => {},
    stop: () => {},
  };
}

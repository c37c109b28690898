import { DelayLine } from './delay-line.ts';
import type { Stage, StageContext } from './stage.ts';
import type { FaultAttributes } from './wire-fault.ts';

/** A piece takes about this long, so that bytes drip and do not gush. */
const PIECE_MILLIS = 20;

/** Bytes leave at the given rate; one KB is 1000 bytes, so the rate is also bytes per millisecond. */
export function bandwidth(context: StageContext, { rate }: FaultAttributes['bandwidth']): Stage {
  const line = new DelayLine(context);
  const pieceSize = Math.max(1, Math.round(rate * PIECE_MILLIS));
  return {
    push(bytes) {
      for (let at = 0; at < bytes.length; at += pieceSize) {
        const piece = bytes.subarray(at, at + pieceSize);
        const start = Math.max(context.now(), line.lastDue);
        line.put(piece, start + piece.length / rate);
      }
    },
    end: () => line.put(null, line.lastDue),
    flush: () => line.flush(),
    stop: () => line.stop(),
  };
}

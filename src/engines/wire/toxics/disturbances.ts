import { DelayLine } from './delay-line.ts';
import type { Disturbance, DisturbanceContext, Outlet } from './disturbance.ts';
import type { Toxic, ToxicAttributes, ToxicType } from './toxic.ts';

type Make<T extends ToxicType> = (context: DisturbanceContext, attributes: ToxicAttributes[T]) => Disturbance;

/** A piece takes about this long, so that bytes drip and do not gush. */
const PIECE_MILLIS = 20;

const makers: { readonly [T in ToxicType]: Make<T> } = {
  /** Everything comes later. The order stays: jitter can delay a chunk behind its turn, never bring it before. */
  latency(context, { latency, jitter }) {
    const line = new DelayLine(context);
    const due = () => context.now() + Math.max(0, latency + (context.random() * 2 - 1) * jitter);
    return delaying(line, { push: (bytes) => line.put(bytes, due()), end: () => line.put(null, due()) });
  },

  /** Bytes leave at the given rate; one KB is 1000 bytes, so the rate is also bytes per millisecond. */
  bandwidth(context, { rate }) {
    const line = new DelayLine(context);
    const pieceSize = Math.max(1, Math.round(rate * PIECE_MILLIS));
    return delaying(line, {
      push(bytes) {
        for (let at = 0; at < bytes.length; at += pieceSize) {
          const piece = bytes.subarray(at, at + pieceSize);
          const start = Math.max(context.now(), line.lastDue);
          line.put(piece, start + piece.length / rate);
        }
      },
      end: () => line.put(null, line.lastDue),
    });
  },

  /** The same bytes in many small writes. */
  slicer(context, { average_size: average, size_variation: variation, delay }) {
    const line = new DelayLine(context);
    const size = () => Math.max(1, Math.round(average + (context.random() * 2 - 1) * variation));
    return delaying(line, {
      push(bytes) {
        for (let at = 0; at < bytes.length; ) {
          const piece = bytes.subarray(at, at + size());
          at += piece.length;
          line.put(piece, Math.max(context.now(), line.lastDue + delay / 1000));
        }
      },
      end: () => line.put(null, line.lastDue),
    });
  },

  /** Bytes pass; the close comes later. */
  slow_close(context, { delay }) {
    const line = new DelayLine(context);
    const end = () => line.put(null, context.now() + delay);
    return delaying(line, { push: (bytes) => context.next.push(bytes), end });
  },

  /** Nothing passes. What comes is held, so that nothing is missing should the toxic be removed in time. */
  timeout(context, { timeout }) {
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
  },

  /** Both sides see a reset; until then bytes pass. */
  reset_peer(context, { timeout }) {
    const timer = setTimeout(() => context.reset('reset_peer'), timeout);
    return {
      push: (bytes) => context.next.push(bytes),
      end: () => context.next.end(),
      flush: () => clearTimeout(timer),
      stop: () => clearTimeout(timer),
    };
  },

  /** So many bytes pass, then the connection is closed. */
  limit_data(context, { bytes: limit }) {
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
  },
};

const delaying = (line: DelayLine, outlet: Outlet): Disturbance => ({
  ...outlet,
  flush: () => line.flush(),
  stop: () => line.stop(),
});

/** Sets a toxic to work on one direction of one connection. */
export function disturb({ type, attributes }: Toxic, context: DisturbanceContext): Disturbance {
  // `makeToxic` has checked that the attributes are those of the type.
  const make = makers[type] as (context: DisturbanceContext, attributes: Toxic['attributes']) => Disturbance;
  return make(context, attributes);
}

import { bandwidth } from './bandwidth.ts';
import { latency } from './latency.ts';
import { limitData } from './limit-data.ts';
import { resetPeer } from './reset-peer.ts';
import { slicer } from './slicer.ts';
import { slowClose } from './slow-close.ts';
import type { Stage, StageContext } from './stage.ts';
import { timeout } from './timeout.ts';
import type { FaultAttributes, FaultType, WireFault } from './wire-fault.ts';

const makers: {
  readonly [T in FaultType]: (context: StageContext, attributes: FaultAttributes[T]) => Stage;
} = {
  latency,
  bandwidth,
  slow_close: slowClose,
  timeout,
  reset_peer: resetPeer,
  slicer,
  limit_data: limitData,
};

export function makeStage(fault: WireFault, context: StageContext): Stage {
  // `wireFault` has checked that the attributes are those of the type.
  const make = makers[fault.type] as (context: StageContext, attributes: WireFault['attributes']) => Stage;
  return make(context, fault.attributes);
}

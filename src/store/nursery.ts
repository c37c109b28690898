import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const MOST_BYTES = 16 * 2 ** 20;
let mayGrow = true;

/**
 * To be called now and then while work goes on: keeps V8's room for new objects from growing beyond some 16 MB. Left
 * alone, V8 doubles that room to 134 MB and seldom gives it back. When it does, little is left, so it may grow again.
 * Later changes of V8's other flags may be unsafe: this one is only read when the room would grow.
 */
export function boundNursery(): void {
  const isSmall = nurseryBytes() < MOST_BYTES;
  if (isSmall === mayGrow) return;
  mayGrow = isSmall;
  setFlagsFromString(`--semi-space-growth-factor=${isSmall ? 2 : 1}`);
}

function nurseryBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}

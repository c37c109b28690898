import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's room for new objects at the size that it has. It doubles that room again and again as long as items
 * keep coming, to more than 100 MB, and never gives it back; items are packed as they come and do not live long
 * enough to need it. Later changes of V8's other flags may be unsafe: this one is only read when it would grow.
 */
export function keepNurserySmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

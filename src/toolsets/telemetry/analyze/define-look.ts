import type { z } from 'zod';
import type { Mode } from '../../../kernel/modal.ts';
import type { TelemetryDeps } from '../deps.ts';
import { type Action, defineAction } from '../interact/define-action.ts';

/** A mode that asks a page: a command like those of interact, and only while the pilot is on. */
export function defineLook<Input extends z.ZodObject>(look: Action<Input>) {
  return (name: string): Mode<TelemetryDeps, Input> => {
    const mode = defineAction(look)(name);
    return {
      ...mode,
      run(call) {
        call.deps.pilot.assertOn();
        return mode.run(call);
      },
    };
  };
}

import { z } from 'zod';
import { defineMode } from '../deps.ts';
import { stateDocuments, unknownState } from '../saved-states.ts';
import { snapshotName } from './action-arguments.ts';

export const deleteState = defineMode({
  summary: 'Delete a saved state.',
  input: z.object({ ...snapshotName }),
  async run({ args, deps, caller }) {
    const name = args.snapshot_name;
    if (!(await stateDocuments(deps.store, caller).delete(name)))
      throw await unknownState(deps.store, caller, name);
    return { summary: `Deleted ${name}`, data: { status: 'deleted', snapshot_name: name } };
  },
});

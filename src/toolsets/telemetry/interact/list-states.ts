import { z } from 'zod';
import { defineMode } from '../deps.ts';
import { listStates as all } from '../saved-states.ts';

export const listStates = defineMode({
  summary: 'The states that are saved for this project.',
  input: z.object({}),
  async run({ deps, caller }) {
    const states = await all(deps.store, caller);
    return { summary: `${states.length} saved states`, data: { states, count: states.length } };
  },
});

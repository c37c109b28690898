import { z } from 'zod';
import { testName } from '../arguments.ts';
import { defineMode } from '../deps.ts';

export const testBoundaryStart = defineMode({
  summary: 'What is seen from now on carries this test_id.',
  input: z.object({ test_id: testName, label: z.string().min(1).optional().describe('For people.') }),
  run({ args, deps }) {
    const label = args.label ?? `Test: ${args.test_id}`;
    deps.flow.tests.start(args.test_id, label);
    const active = deps.flow.tests.list().map(({ id }) => id);
    return {
      summary: `${label} has begun`,
      data: { status: 'ok', test_id: args.test_id, label, active_tests: active },
    };
  },
});

import { z } from 'zod';
import { unlisted } from '../../../kernel/json-schema.ts';
import { testName } from '../arguments.ts';
import { defineMode } from '../deps.ts';

export const testBoundaryStart = defineMode({
  summary: 'From now on everything that is seen carries this test id; observe then filters by it.',
  input: z.object({ ...testName, label: z.string().min(1).optional().meta(unlisted) }),
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

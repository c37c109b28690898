import { z } from 'zod';
import { testName } from '../arguments.ts';
import { defineMode } from '../deps.ts';

export const testBoundaryStart = defineMode({
  summary: 'What is seen from now on carries this test_id.',
  input: z.object({ test_id: testName, label: z.string().min(1).optional().describe('For people.') }),
  run({ args, deps, caller: { session } }) {
    const label = args.label ?? `Test: ${args.test_id}`;
    deps.flow.tests.start(args.test_id, label, session, deps.sees);
    const active = deps.flow.tests.list(session).map(({ id }) => id);
    return {
      summary: `${label} has begun`,
      data: { status: 'ok', test_id: args.test_id, label, active_tests: active },
    };
  },
});

export const testBoundaryEnd = defineMode({
  summary: 'Ends it and counts what was seen.',
  input: z.object({ test_id: testName }),
  async run({ args, deps, caller: { session } }) {
    const id = args.test_id;
    const running = deps.flow.tests.list(session).find((test) => test.id === id);
    await deps.settled();
    const wasActive = deps.flow.tests.end(id, session);
    const count = (filters: Parameters<typeof deps.store.count>[0]) =>
      deps.store.count({ ...filters, testId: id });
    const [items, errors, failed] = await Promise.all([
      count({}),
      count({ streams: ['exception', 'console'], minLevel: 'error' }),
      count({ streams: ['request'], minLevel: 'error' }),
    ]);
    if (wasActive) {
      deps.alerts.raise({
        event: 'ci',
        category: 'ci',
        severity: errors + failed > 0 ? 'warning' : 'info',
        title: `${running?.label ?? id} ended`,
        detail: `${errors} errors, ${failed} failed requests, ${items} items.`,
        time: deps.clock.micros(),
        url: '',
      });
    }
    return {
      summary: wasActive
        ? `${id} is over: ${items} items, ${errors} errors, ${failed} failed requests`
        : `${id} was not running`,
      data: { status: 'ok', test_id: id, was_active: wasActive, items, errors, failed_requests: failed },
    };
  },
});

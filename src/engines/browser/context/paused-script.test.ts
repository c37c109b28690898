import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';
import type { Fault } from '../../../kernel/fault.ts';
import { pausedScript, resumeScript } from './paused-script.ts';

test('where no script waits there is none to be let go on', async (t) => {
  const started = await startEngine();
  t.after(() => started.close());
  const context = (await started.engine.tab()).page.context();
  assert.equal(pausedScript(context), undefined);
  const going = resumeScript(context, 'on', AbortSignal.timeout(10_000));
  await assert.rejects(going, ({ code }: Fault) => code === 'NOT_PAUSED');
});

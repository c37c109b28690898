import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';
import type { Fault } from '../../../kernel/fault.ts';
import { callPageTool, pageTools } from './page-tools.ts';

test('a page without tools has none to be called', async (t) => {
  const started = await startEngine();
  t.after(() => started.close());
  const tab = await started.engine.tab();
  await tab.page.setContent('<h1>Plain</h1><iframe srcdoc="<p>as well</p>"></iframe>');
  assert.deepEqual((await pageTools(tab)).value, []);
  await assert.rejects(callPageTool(tab, 'add'), ({ code }: Fault) => code === 'NO_SUCH_PAGE_TOOL');
});

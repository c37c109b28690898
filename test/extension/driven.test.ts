/** The tools of telemetry work in an agent's tabs of a person's own browser as the tools of the browser do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPairedApp } from '../kit/paired-app.ts';
import { startSite } from '../kit/site.ts';
import { startAgent } from '../kit/web-app.ts';

const PAGE = `<link rel=icon href="data:,"><title>Shop</title><h1>Kettles</h1>
<button onclick="document.title = 'Bought'; console.log('bought it')">Buy</button>`;

test('interact, analyze and observe work in the tab that the agent has opened there', async (t) => {
  const site = await startSite({ '/': PAGE });
  t.after(() => site.close());
  // Nothing is watched: what is seen comes from driving.
  const all = await startPairedApp(t, []);
  await all.popup.evaluate('chrome.storage.local.set({ drive: true })');
  const agent = await startAgent(all.app, all.app.key);
  const told = async (name: string, args: Record<string, unknown>) => {
    const { isError, content } = await agent.call(name, args);
    const words = content.map(({ text = '' }) => text).join('\n');
    assert.notEqual(isError, true, words);
    return words;
  };
  await told('browser_instance', { action: 'new', mode: 'own', url: site.url('/') });
  assert.match(await told('interact', { what: 'click', selector: 'button' }), /click complete/);
  assert.match(await told('analyze', { what: 'dom', selector: 'h1' }), /Kettles/);
  assert.match(await told('analyze', { what: 'page_summary' }), /Bought/);
  // The tab lies behind the person's own, where nobody looks at it.
  assert.match(await told('browser_take_screenshot', {}), /Screenshot/);
  assert.match(await told('observe', { what: 'page' }), /Bought/);
  assert.match(await told('observe', { what: 'logs' }), /bought it/);
});

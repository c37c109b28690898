import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ExtensionLink } from './extension-link.ts';
import { ExtensionTransport } from './extension-transport.ts';

test('what the extension answers after Playwright has let go is dropped', async () => {
  const answer = Promise.withResolvers<unknown>();
  const link = { send: () => answer.promise } as unknown as ExtensionLink;
  const transport = new ExtensionTransport(link);
  transport.onmessage = () => assert.fail();
  transport.send({ id: 1, method: 'Target.createTarget' });
  delete transport.onmessage;
  delete transport.onclose;
  answer.resolve({ id: 7, targetInfo: { targetId: 'a tab' } });
  await setImmediate(); // what is rejected and not handled fails the test
  link.onevent('chrome.tabs.onRemoved', [7]);
  link.onclose();
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startEngine, testDriver } from '../../../../test/kit/browser.ts';
import { startPages } from '../../../../test/kit/pages.ts';
import { evaluate } from '../actions/evaluate.ts';
import { navigate } from '../actions/navigate.ts';

test("what users have run with each page runs with a profile's first page and with popups, before calls on them", async () => {
  const userDataDir = await mkdtemp(join(tmpdir(), 'profile-test-'));
  const seen: Page[] = [];
  const mark = async (page: Page) => {
    await page.addInitScript('window.marked = true');
    seen.push(page);
  };
  const driver = testDriver({ userDataDir });
  const [pages, { engine, close }] = await Promise.all([
    startPages(),
    startEngine({ driver, initPages: [mark] }),
  ]);
  try {
    const tab = await engine.tab();
    assert.deepEqual(seen, [tab.page]);
    await navigate(tab, pages.url('/'));
    assert.equal((await evaluate(tab, 'window.marked')).value, true);
    const popup = tab.page.waitForEvent('popup');
    await evaluate(tab, "void open('/form.html')");
    await popup;
    const opened = await engine.tab({ tab: 1 });
    assert.deepEqual(seen, [tab.page, opened.page]);
    const added = await (await engine.context()).newTab();
    assert.deepEqual(seen.slice(2), [added.page]);
  } finally {
    await close();
    await pages.close();
    await rm(userDataDir, { recursive: true, force: true });
  }
});

test('what fails there is raised by calls on the page', async () => {
  const fail = async () => {
    throw new Error('not today');
  };
  const { engine, close } = await startEngine({ initPages: [fail] });
  try {
    await assert.rejects(engine.tab(), /not today/);
  } finally {
    await close();
  }
});

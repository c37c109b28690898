import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startEngine, type TestEngine } from '../../../../../test/kit/browser.ts';
import { pageCall } from '../../page/page-call.ts';
import type { Tab } from '../../page/tab.ts';
import { pageScript, SOCKET_SCRIPT } from '../target-watch.ts';
import { makeSelectors } from './selectors.page.ts';

const SETTINGS = { testIds: ['data-testid'], secretWords: ['password'], inputValues: true };

const PAGE = `<!doctype html><title>Find me</title>
<main id="main:odd"><ul><li>one<li><a href="#">two</a> <a href="#">three</a><li><svg><g><path/><path/></g></svg></ul>
<div id=twice></div><div id=twice><p>second of its id</p></div><weird-tag><b>x</b></weird-tag>
<form><input name=id id=own><fieldset><legend>L</legend><input><input></fieldset></form></main>
<section><div></div><div><button aria-labelledby="a b">?</button><span id=a>Save</span><span id=b>now</span></div></section>
<img alt="A picture"><input type=submit value=Go><label for=own>Own label</label><td>`;

describe('the script in the page', () => {
  let rig: TestEngine;
  let tab: Tab;
  before(async () => {
    rig = await startEngine();
    tab = await rig.engine.tab();
    await tab.page.setContent(PAGE);
    await tab.page.evaluate(`globalThis.describeIt = ${pageCall(makeSelectors, SETTINGS.testIds)}.describe`);
  });
  after(() => rig.close());
  const described = (css: string) =>
    tab.page.evaluate(`describeIt(document.querySelector(${JSON.stringify(css)}))`) as Promise<
      Record<string, unknown>
    >;

  it('finds every element again by its path, and that one only', async () => {
    const wrong = await tab.page.evaluate(`[...document.querySelectorAll('*')].filter((element) => {
      const found = document.querySelectorAll(describeIt(element).css);
      return found.length !== 1 || found[0] !== element; }).map((element) => describeIt(element).css)`);
    assert.deepEqual(wrong, []);
    assert.ok(Number(await tab.page.evaluate(`document.querySelectorAll('*').length`)) > 30);
  });

  it('names elements as a reader hears them', async () => {
    assert.deepEqual((await described('button')).role, { role: 'button', name: 'Save now' });
    assert.deepEqual((await described('img')).role, { role: 'img', name: 'A picture' });
    assert.deepEqual((await described('[type=submit]')).role, { role: 'button', name: 'Go' });
    assert.deepEqual((await described('#own')).role, { role: 'textbox', name: 'Own label' });
    assert.equal((await described('#own')).label, 'Own label');
    assert.deepEqual((await described('li a')).role, { role: 'link', name: 'two' });
  });

  it('is sound by itself, and does nothing where nobody listens', async () => {
    assert.equal(await tab.page.evaluate(pageScript(SETTINGS)), undefined);
    assert.equal(await tab.page.evaluate(SOCKET_SCRIPT), undefined);
    assert.equal(await tab.page.evaluate('WebSocket.prototype.constructor === WebSocket'), true);
    assert.equal(await tab.page.evaluate('typeof sensoriumDocument'), 'undefined');
  });
});

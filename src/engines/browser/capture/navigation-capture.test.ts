import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertContract, type CaptureRig, startCapture } from '../../../../test/kit/capture.ts';
import { type Site, startSite } from '../../../../test/kit/site.ts';
import type { Tab } from '../page/tab.ts';

describe('where pages go', () => {
  let rig: CaptureRig;
  let site: Site;
  let tab: Tab;
  before(async () => {
    site = await startSite({
      '/': '<!doctype html><title>Home</title><link rel=icon href=data:,><a href="/two">Two</a>',
      '/two': '<!doctype html><title>Two</title><link rel=icon href=data:,>',
      '/gone': (_request, response) =>
        void response.writeHead(410, { 'content-type': 'text/html' }).end('gone'),
    });
    rig = await startCapture();
    tab = await rig.engine.tab();
    await tab.page.goto(site.url('/'));
  });
  after(async () => {
    await rig.close();
    await site.close();
  });
  const arrival = (path: string, kind = 'document', reason?: string) =>
    rig.first(
      'navigation',
      (data) => data.url === site.url(path) && data.kind === kind && (!reason || data.reason === reason),
      `${kind} ${path}`,
    );

  it('tells of the page itself and of each document, with how it came there', async () => {
    await rig.first('navigation', ({ kind }) => kind === 'opened', 'the new page');
    const first = await arrival('/');
    assert.equal(first.data.status, 200);
    assert.equal(first.data.reason, 'address');
    await tab.page.click('a');
    const { data } = await arrival('/two');
    assert.deepEqual([data.fromUrl, data.reason, data.mimeType], [site.url('/'), 'link', 'text/html']);
    assert.notEqual(data.documentId, first.data.documentId);
  });

  it('tells of history and reloads', async () => {
    await tab.page.goBack();
    await arrival('/', 'document', 'back_forward');
    await tab.page.reload();
    await arrival('/', 'document', 'reload');
    const back = await rig.first('action', ({ type }) => type === 'back', 'the use of the back button');
    assert.equal(back.data.source, 'human');
    await rig.first('action', ({ type }) => type === 'refresh', 'the reload');
  });

  it('tells of changes within a document, each one, also to an address that it had before', async () => {
    await tab.page.evaluate(`history.pushState({}, '', '/app/1?token=verysecret')`);
    const pushed = await arrival('/app/1?token=[redacted]', 'same-document');
    assert.equal(pushed.data.reason, 'historyApi');
    assert.equal(pushed.data.fromUrl, site.url('/'));
    await tab.page.evaluate(`history.pushState({}, '', '/')`);
    await tab.page.evaluate(`history.pushState({}, '', '/app/1?token=again')`);
    await tab.page.evaluate(`location.hash = 'part'`);
    await arrival('/app/1?token=[redacted]#part', 'same-document', 'fragment');
    const visits = rig.all('navigation', ({ url }) => url === site.url('/app/1?token=[redacted]'));
    assert.equal(visits.length, 2);
    await tab.page.evaluate(`console.log('where am I')`);
    const said = await rig.first('console', ({ message }) => message === 'where am I', 'the words');
    assert.equal(said.data.url, site.url('/app/1?token=[redacted]#part'));
  });

  it('tells of answers that are no success, and of addresses that cannot be reached', async () => {
    await tab.page.goto(site.url('/gone'));
    assert.equal((await arrival('/gone')).data.status, 410);
    await tab.page.goto('http://127.0.0.1:1/').catch(() => {});
    const error = await rig.first(
      'navigation',
      ({ unreachableUrl }) => unreachableUrl !== undefined,
      'the error page',
    );
    assert.equal(error.data.unreachableUrl, 'http://127.0.0.1:1/');
  });

  it('tells that a page closed', async () => {
    const context = await rig.engine.context();
    const extra = await context.newTab();
    await extra.page.goto(site.url('/two'));
    // One that is closed before its name is known is told without.
    await rig.first('navigation', (_, item) => item.where.page === extra.id, 'the page by its name');
    await context.closeTab(extra.id);
    const { where } = await rig.first(
      'navigation',
      ({ kind }, item) => kind === 'closed' && item.where.page === extra.id,
      'the end of the page',
    );
    assert.equal(where.context, 'default');
  });

  it('follows the contract', () => {
    assertContract(rig.evidence);
    assert.deepEqual(rig.complaints, []);
  });
});

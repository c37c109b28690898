import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ActingRig } from '../../../../test/kit/acting-rig.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';

const rig = new ActingRig();
const act = rig.act.bind(rig);
const open = rig.open.bind(rig);
const read = rig.read.bind(rig);

verifies(
  ['gasoline: interact navigate', 'gasoline: observe page', 'gasoline: observe tabs'],
  'navigate opens the first page and says what is there',
  async () => {
    const { data, summary, isError } = await open('/form');
    assert.equal(isError, false, summary);
    assert.deepEqual(
      [data.status, data.final, data.result.url, data.result.title, data.result.status],
      ['complete', true, rig.site.url('/form'), 'Form', 200],
    );
    assert.equal(data.perf_diff.verdict, 'no_baseline');
    assert.ok(data.perf_diff.metrics.load.after > 0);
    const page = await rig.tools.call('observe', { what: 'page' });
    assert.deepEqual(
      [page.data.url, page.data.title, page.data.tracked, page.data.tab_id],
      [rig.site.url('/form'), 'Form', true, 't1'],
    );
    const tabs = await rig.tools.call('observe', { what: 'tabs' });
    assert.deepEqual(
      tabs.data.tabs.map((tab: { id: string; tracked: boolean }) => [tab.id, tab.tracked]),
      [['t1', true]],
    );
    const refused = await act('navigate', { url: 'http://127.0.0.1:1/' });
    assert.deepEqual([refused.isError, refused.data.code], [true, 'NAVIGATION_FAILED']);
    assert.ok(refused.data.correlation_id.startsWith('navigate_'));
  },
);

verifies(
  [
    'gasoline: interact refresh',
    'gasoline: interact back',
    'gasoline: interact forward',
    'gasoline: fault 29 perf_diff',
  ],
  'refresh compares with the load before; the history works',
  async () => {
    await open('/form');
    const again = await act('refresh');
    const { metrics, verdict, resources } = again.data.perf_diff;
    assert.ok(['improved', 'regressed', 'mixed', 'unchanged'].includes(verdict));
    assert.ok(metrics.load.before > 0 && metrics.load.after > 0, 'both loads were measured');
    assert.equal(
      Math.round((metrics.load.after - metrics.load.before) * 10),
      Math.round(metrics.load.delta * 10),
    );
    assert.deepEqual(resources.added, []);
    await open('/strict');
    assert.equal((await act('back')).data.result.url, rig.site.url('/form'));
    assert.equal((await act('forward')).data.result.title, 'Strict');
    const end = await act('forward');
    assert.equal(end.data.code, 'NO_HISTORY');
  },
);

verifies(
  ['gasoline: interact new_tab', 'gasoline: fault 08 tabs', 'gasoline: fault 30 highlight'],
  'new_tab: a tab of its own; tab_id leads every action to its tab',
  async () => {
    await open('/form');
    const { data } = await act('new_tab', { url: rig.site.url('/strict') });
    const id = data.result.tab_id;
    assert.notEqual(id, 't1');
    assert.equal((await rig.tools.call('observe', { what: 'page' })).data.tab_id, id);
    const there = await act('get_text', { selector: 'h1', tab_id: 't1' });
    assert.deepEqual(
      [there.data.result.value, there.data.result.resolved_tab_id, there.data.result.target_context.source],
      ['Sign up', 't1', 'explicit_tab'],
    );
    assert.equal((await act('highlight', { selector: 'h1', tab_id: 1 })).data.result.resolved_tab_id, 't1');
    const marks = (page: Tab['page']) =>
      page.evaluate(
        `[...document.documentElement.children].filter((one) => one.ariaHidden === 'true').length`,
      );
    const context = await rig.tools.engine.context();
    assert.deepEqual(await Promise.all(context.tabs.map(async (tab) => [tab.id, await marks(tab.page)])), [
      ['t1', 1],
      [id, 0],
    ]);
    assert.equal((await rig.tools.call('observe', { what: 'tabs' })).data.count, 2);
    assert.equal((await act('click', { selector: 'h1', tab_id: 't99' })).data.code, 'NO_SUCH_TAB');
    await (await rig.tools.engine.context()).closeTab(id);
  },
);

verifies(
  ['gasoline: interact highlight', 'gasoline: interact subtitle'],
  'highlight and subtitle under a strict policy',
  async () => {
    await open('/strict');
    const { data } = await act('highlight', { selector: 'button', duration_ms: 60_000 });
    assert.ok(data.result.bounds.width > 10);
    const tab = await rig.tools.engine.tab();
    const shown = () =>
      tab.page.evaluate(
        `[...document.documentElement.children].filter((one) => one.ariaHidden === 'true' && one.getClientRects().length > 0).length`,
      );
    assert.equal(await shown(), 1);
    await act('subtitle', { text: 'Look here' });
    assert.equal(await shown(), 2);
    await act('get_text', { selector: 'button', subtitle: 'And here' });
    assert.equal(await shown(), 2, 'a caption comes with any action and replaces the last');
    await open('/form');
    await tab.page.waitForFunction(
      `[...document.documentElement.children].some((one) => one.ariaHidden === 'true')`,
    );
    await act('subtitle', { text: '' });
    assert.equal(await shown(), 0);
  },
);

verifies(
  ['gasoline: interact screenshot', 'gasoline: observe screenshot'],
  'screenshot: the picture itself and its path; whole page, element, format, quality',
  async () => {
    await open('/form');
    const { result, data } = await rig.tools.call('observe', { what: 'screenshot' });
    const picture = result.content.find((block) => block.type === 'image');
    assert.ok(picture && picture.type === 'image' && picture.data.length > 1000);
    assert.match(data.path, /127\.0\.0\.1-\d{8}-\d{6}\.png$/);
    const whole = await rig.tools.call('observe', {
      what: 'screenshot',
      full_page: true,
      format: 'jpeg',
      quality: 30,
    });
    assert.ok(whole.data.height > data.height, 'all of it');
    assert.equal(whole.data.mime_type, 'image/jpeg');
    const one = await act('screenshot', { selector: 'text=Send', format: 'webp' });
    assert.ok(one.data.width < 300 && one.data.mime_type === 'image/webp');
    const shots = await rig.tools.call('observe', { what: 'timeline', include: ['screen'], limit: 3 });
    assert.equal(shots.data.count, 3, 'pictures are part of the record');
  },
);

verifies(
  [
    'gasoline: interact save_state',
    'gasoline: interact load_state',
    'gasoline: interact list_states',
    'gasoline: interact delete_state',
    'gasoline: fault 35 load_state',
  ],
  'states come back whole and in order: cookies, storage, address, forms, scroll',
  async () => {
    await open('/state');
    await read(
      'localStorage.who = "Ada"; sessionStorage.tab = "one"; document.cookie = "side=left"; return 1',
    );
    await act('type', { selector: '#a', text: 'typed' });
    await act('type', { selector: '#pass', text: 'never-kept' });
    await act('check', { selector: '#c' });
    await read('scrollTo(0, 1500)');
    const saved = await act('save_state', { snapshot_name: 'mine' });
    assert.deepEqual(saved.data.result.state.cookies, 1);
    await read(
      'localStorage.clear(); sessionStorage.clear(); document.cookie = "side=; max-age=0"; return 1',
    );
    await act('navigate', { url: `${rig.site.otherOrigin}/form` });
    const loaded = await act('load_state', { snapshot_name: 'mine' });
    assert.deepEqual(
      loaded.data.result.restored,
      ['cookies', 'storage', 'url', 'forms', 'scroll'],
      JSON.stringify(loaded.data),
    );
    assert.equal(await read('location.pathname'), '/state');
    assert.equal(
      await read('document.querySelector("output").textContent'),
      'Ada|one|side=left',
      'the page found it when it began',
    );
    assert.deepEqual(await read('[a.value, c.checked, pass.value, Math.round(scrollY)]'), [
      'typed',
      true,
      '',
      1500,
    ]);
    assert.equal((await act('list_states')).data.states[0].name, 'mine');
    const stays = await act('load_state', { snapshot_name: 'mine', include_url: false });
    assert.deepEqual(stays.data.result.restored, ['cookies', 'storage', 'forms', 'scroll']);
    const unknown = await act('load_state', { snapshot_name: 'mina' });
    assert.equal(unknown.data.code, 'NO_SUCH_STATE');
    assert.equal((await act('delete_state', { snapshot_name: 'mine' })).data.status, 'deleted');
    assert.equal((await act('delete_state', { snapshot_name: 'mine' })).data.error, 'no_data');
  },
);

verifies(
  ['gasoline: interact upload', 'gasoline: fault 34 upload'],
  'upload really uploads: into a field, with submit, or to an endpoint',
  async () => {
    const path = join(rig.tools.folder, 'report.csv');
    await writeFile(path, 'a,b\n1,2\n');
    await open('/upload');
    rig.posted.length = 0;
    const { data } = await act('upload', { selector: 'input', file_path: path, submit: true });
    assert.deepEqual(
      [data.result.file_name, data.result.file_size, data.result.mime_type, data.result.navigated_to],
      ['report.csv', 8, 'text/csv', rig.site.url('/sent')],
    );
    assert.match(rig.posted[0]!.body, /filename="report\.csv"[\s\S]*a,b\n1,2/);
    await open('/upload');
    const direct = await act('upload', { file_path: 'report.csv', api_endpoint: '/sent' });
    assert.equal(direct.data.result.status, 200);
    assert.match(rig.posted[1]!.body, /a,b\n1,2/);
    assert.equal(
      (await act('upload', { selector: 'input', file_path: '/etc/passwd' })).data.error,
      'path_not_allowed',
    );
    assert.equal(
      (await act('upload', { selector: 'input', file_path: 'nothing.csv' })).data.code,
      'FILE_NOT_READABLE',
    );
  },
);

verifies(
  ['gasoline: guarantee 5 async retrieval', 'gasoline: CORE_MCP_PROD_003', 'gasoline: CORE_MCP_PROD_004'],
  'sync by default; background, sync:false and wait:false give a handle that tells the outcome',
  async () => {
    await open('/form');
    for (const way of [{ background: true }, { sync: false }, { wait: false }]) {
      const { data } = await act('get_text', { selector: 'h1', ...way });
      assert.deepEqual([data.status, data.queued, data.final], ['queued', true, false]);
      const result = await rig.finished(data.correlation_id);
      assert.deepEqual([result.status, result.result.value], ['complete', 'Sign up']);
    }
    const named = await act('get_text', { selector: '#none', background: true, correlation_id: 'my-own' });
    assert.equal(named.data.correlation_id, 'my-own');
    const failed = await rig.finished('my-own');
    assert.deepEqual(
      [failed.status, failed.error.code],
      ['error', 'ELEMENT_NOT_FOUND'],
      'a failure is no completion',
    );
    const order = await Promise.all(
      ['1', '2', '3'].map((text) => act('type', { selector: 'label=Name', text, background: true })),
    );
    await Promise.all(order.map(({ data }) => rig.finished(data.correlation_id)));
    assert.equal((await act('get_value', { selector: 'label=Name' })).data.result.value, '123', 'in order');
  },
);

verifies(
  'gasoline: CORE_MCP_PROD_007',
  'what the state of the browser forbids says what it is and what to do',
  async (t) => {
    const fresh = await telemetryRig(t);
    const none = await fresh.call('interact', { action: 'click', selector: 'a' });
    assert.deepEqual([none.data.error, none.data.code, none.data.retryable], ['no_data', 'NO_PAGE', false]);
    assert.match(none.data.retry, /interact\(\{action:"navigate"/);
    assert.equal(fresh.engine.isRunning, false);
    const tab = (await act('new_tab', { url: rig.site.url('/form') })).data.result.tab_id;
    const slow = await act('wait_for', {
      selector: '#never',
      timeout_ms: 20_000,
      tab_id: tab,
      background: true,
    });
    const waiting = await act('click', { selector: 'h1', tab_id: tab, background: true });
    await (await rig.tools.engine.context()).closeTab(tab);
    const expired = await rig.finished(waiting.data.correlation_id);
    assert.equal(expired.status, 'expired');
    assert.match(
      expired.error.message,
      /was not done: tab t\d+ was closed.*\. Current state: browser=running, pilot=enabled/i,
    );
    assert.equal((await rig.finished(slow.data.correlation_id)).status, 'expired');
  },
);

test('what agents do is in the record as theirs, with the page’s errors', async () => {
  await open('/form');
  await act('click', { selector: '#far', reason: 'to see the error' });
  const { data } = await rig.tools.call('observe', { what: 'actions', source: 'ai', limit: 3 });
  assert.equal(data.entries[0].type, 'click', JSON.stringify(data.entries));
  assert.equal(data.entries[0].selectors.css, '#far');
  const errors = await rig.tools.call('observe', { what: 'error_bundles', limit: 1 });
  assert.equal(errors.data.bundles[0].error.message, 'clicked far');
  assert.ok(
    errors.data.bundles[0].actions.some((one: { type: string }) => one.type === 'click'),
    'the click that caused it',
  );
});

verifies(
  [
    'gasoline: configure playback',
    'gasoline: observe playback_results',
    'gasoline: fault 05 playback',
    'gasoline: fault 06 playback results',
    'gasoline: fault 07 recordings',
  ],
  'playback drives the browser, heals selectors and keeps a result for each step',
  async () => {
    await open('/form');
    const { data: started } = await rig.tools.call('configure', {
      action: 'recording_start',
      name: 'sign up',
    });
    const tab = await rig.tools.engine.tab();
    await tab.page.getByLabel('Name').fill('Grace');
    await act('select', { selector: 'label=Country', value: 'Switzerland' });
    await tab.page.getByLabel('News').check();
    await act('click', { selector: 'text=Send' });
    const stopped = await rig.tools.call('configure', {
      action: 'recording_stop',
      recording_id: started.recording_id,
    });
    assert.ok(
      stopped.data.action_count >= 4,
      JSON.stringify(
        (await rig.tools.call('observe', { what: 'recording_actions', recording_id: started.recording_id }))
          .data,
      ),
    );
    rig.posted.length = 0;
    // The page has changed since: what was the best way to the button is gone.
    await tab.page.route('**/form', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('data-testid="send"', '') });
    });
    const { data, summary } = await rig.tools.call('configure', {
      action: 'playback',
      recording_id: 'sign up',
    });
    await tab.page.unroute('**/form');
    assert.equal(data.status, 'ok', `${summary} ${JSON.stringify(data)}`);
    assert.match(rig.posted[0]!.body, /name=Grace.*country=ch.*news=on/);
    assert.deepEqual(
      data.healed.map((one: { strategy: string }) => one.strategy),
      ['role'],
    );
    const results = await rig.tools.call('observe', {
      what: 'playback_results',
      recording_id: 'sign up',
    });
    assert.equal(results.data.results[0].playback_id, data.playback_id);
    assert.equal(results.data.results[0].steps.length, data.actions_total);
    const diff = await rig.tools.call('configure', {
      action: 'log_diff',
      original_id: started.recording_id,
      replay_id: data.playback_id,
    });
    assert.notEqual(diff.data.status, 'regression', JSON.stringify(diff.data));
  },
);

/** The tool itself, and what it tells of pages and of the way between them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzeRig } from '../../../../test/kit/analyze-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';

const lorem = 'Words about the matter that are long enough to be read for a while. '.repeat(30);
const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><link rel=icon href="data:,">${body}</html>`;

const rig = new AnalyzeRig({
  '/article': page(
    'News',
    `<header><nav><a href="/article">Home</a> <a href="/form">Join</a></nav></header>
     <main><article><h1>The news</h1><p>${lorem}</p><h2>More</h2><p>${lorem}</p><p>End</p></article></main>`,
  ),
  '/form': page(
    'Join',
    `<h1>Join</h1><form action="/sent" method="post"><label>Name <input name="name" required></label>
     <label>Mail <input name="mail" type="email"></label><button>Send</button></form>`,
  ),
  '/search': page(
    'Found',
    `<ul>${Array.from({ length: 12 }, (_, i) => `<li><a href="/r${i}">Result ${i}</a>`).join('')}</ul>`,
  ),
  '/strict': (_request, response) => {
    response
      .setHeader('content-security-policy', "default-src 'none'")
      .setHeader('content-type', 'text/html');
    response.end(page('Strict', '<h1>Under a policy</h1><p>Some words here</p>'));
  },
});

verifies('gasoline: analyze page_summary', async () => {
  await rig.open('/article');
  const news = await rig.look('page_summary');
  assert.equal(news.type, 'article');
  assert.deepEqual([news.title, news.language, news.url], ['News', 'en', rig.site.url('/article')]);
  assert.deepEqual(news.headings, [
    { level: 1, text: 'The news' },
    { level: 2, text: 'More' },
  ]);
  assert.deepEqual(
    news.nav_links.map(({ text }: { text: string }) => text),
    ['Home', 'Join'],
  );
  assert.ok(news.word_count > 700 && news.main_content_preview.startsWith('The news Words about'));
  await rig.open('/form');
  const form = await rig.look('page_summary');
  assert.equal(form.type, 'form');
  assert.equal(form.forms[0].method, 'post');
  assert.deepEqual(form.forms[0].fields, [
    { name: 'name', type: 'text', label: 'Name', required: true },
    { name: 'mail', type: 'email', label: 'Mail' },
  ]);
  await rig.open('/search?q=x');
  assert.equal((await rig.look('page_summary')).type, 'search_results');
});

verifies('gasoline: fault 32 page_summary', async () => {
  await rig.open('/strict');
  const { headings, word_count: words } = await rig.look('page_summary');
  assert.deepEqual([headings[0].text, words], ['Under a policy', 6]);
});

verifies('gasoline: analyze history', async () => {
  await rig.open('/article');
  const { page: driven } = await rig.tools.engine.tab();
  await driven.click('text=Join');
  await driven.waitForURL('**/form');
  await driven.goBack();
  await driven.evaluate("history.pushState({}, '', '/article?part=2')");
  await rig.open('/form');
  const { entries, patterns, metadata } = await rig.look('history', { limit: 5 });
  const told = entries.map((one: Record<string, string>) => [
    one.type,
    one.to_url?.replace(rig.site.origin, ''),
    one.reason,
  ]);
  assert.deepEqual(told.slice(0, 4), [
    ['navigate', '/form', 'address'],
    ['same_document', '/article?part=2', 'historyApi'],
    ['navigate', '/article', 'back_forward'],
    ['navigate', '/form', 'link'],
  ]);
  assert.ok(entries[1].stayed_ms >= 0 && entries[0].stayed_ms === undefined);
  assert.equal(entries[3].from_url, rig.site.url('/article'));
  // A second visit of the same address is there too.
  assert.equal(patterns.pages.find(({ url }: { url: string }) => url.endsWith('/form')).visits, 2);
  // Nobody knows yet how long the page that is open will stay.
  await rig.open('/search?only=here');
  const { patterns: then } = await rig.look('history', { limit: 1 });
  const last = then.pages.find(({ url }: { url: string }) => url.endsWith('?only=here'));
  assert.deepEqual([last.visits, last.stayed_ms], [1, undefined]);
  assert.ok(patterns.loops.some((loop: string[]) => loop.includes(rig.site.url('/form'))));
  assert.equal(patterns.back_or_forward, 1);
  const older = await rig.look('history', { after_cursor: metadata.after_cursor, limit: 3 });
  assert.ok(older.entries.every(({ id }: { id: number }) => id < entries.at(-1).id));
});

verifies(
  'gasoline: guarantee 4 sync by default',
  'analyze waits; background, sync:false and wait:false give a handle',
  async () => {
    await rig.open('/article');
    assert.equal((await rig.call('page_summary')).data.status, 'complete');
    for (const way of [{ background: true }, { sync: false }, { wait: false }]) {
      const { data } = await rig.call('page_summary', way);
      assert.deepEqual([data.status, data.final], ['queued', false]);
      for (;;) {
        const { correlation_id } = data;
        const ended = await rig.tools.call('observe', { what: 'command_result', correlation_id });
        if (!ended.data.final) continue;
        assert.equal(ended.data.status, 'complete');
        assert.equal(ended.data.result.type, 'article');
        break;
      }
    }
  },
);

verifies(
  'gasoline: guarantee 6 browser dependency',
  'without pilot or page an active mode says so, a reading one answers',
  async () => {
    await rig.open('/article');
    await rig.tools.call('configure', { action: 'telemetry', pilot: false });
    for (const what of ['page_summary', 'dom']) {
      const refused = await rig.call(what, { selector: 'h1' });
      assert.deepEqual([refused.isError, refused.data.code], [true, 'PILOT_DISABLED'], what);
      assert.match(JSON.stringify(refused.data), /pilot/i);
    }
    for (const what of ['history', 'error_clusters']) assert.equal((await rig.call(what)).isError, false);
    await rig.tools.call('configure', { action: 'telemetry', pilot: true });
    const gone = await rig.call('page_summary', { tab_id: 't999' });
    assert.deepEqual([gone.isError, gone.data.code], [true, 'NO_SUCH_TAB']);
  },
);

test('a page that does not answer is a clear error after the time given', async () => {
  await rig.act('new_tab', { url: rig.site.url('/article') });
  const { page } = await rig.tools.engine.tab();
  const begun = page.waitForEvent('console');
  void page.evaluate("console.log('begun'); for (;;);").catch(() => {}); // until the browser is closed
  await begun;
  const late = await rig.call('page_summary', { timeout_ms: 500 });
  assert.equal(late.isError, true);
  assert.equal(late.data.code, 'COMMAND_TIMEOUT');
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { WindowItem } from './window-item.ts';
import { windowPage } from './window-page.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('base64');
const item = (more: Partial<WindowItem>): WindowItem => ({
  seq: 1,
  time: 2_000_000,
  lane: 'requests',
  tone: 'plain',
  kind: 'GET',
  text: '/',
  tests: [],
  data: {},
  bodies: new Map(),
  links: [],
  ...more,
});
const page = (...items: WindowItem[]) =>
  [
    ...windowPage(
      {
        version: '1',
        made: 9_000_000,
        from: 1_000_000,
        to: 3_000_000,
        filter: '',
        lanes: [
          { name: 'requests', words: 'Requests' },
          { name: 'screen', words: 'Screen' },
        ],
        items,
        notes: ['Left out.'],
      },
      hash,
    ),
  ].join('');

test('a request is told with its bodies, headers, phases and story', () => {
  const data = {
    requestHeaders: [['accept', '*/*']],
    requestBody: { blob: 'a' },
    responseBody: { withheld: 'auth-endpoint' },
    timings: { wait: 12.34 },
    initiator: {
      stack: [{ url: 'b.js', line: 1, column: 2, original: { url: 'a.ts', line: 7, column: 3 } }],
    },
  };
  const html = page(
    item({
      tone: 'trouble',
      mark: '500',
      ms: 900,
      data,
      bodies: new Map([['a', { text: '{"id":7}', note: '… 5 more bytes' }]]),
      links: [
        { seq: 2, isCause: false, words: 'answer', text: 'error x' },
        { seq: 99, isCause: true, words: 'call', text: 'interact' },
      ],
    }),
    item({ seq: 2, text: 'two' }),
  );
  for (const words of ['&quot;id&quot;: 7', 'accept', '12.3 ms', 'a.ts:7:3', 'Not kept (auth-endpoint).'])
    assert.ok(html.includes(words), words);
  assert.match(html, /What went wrong.*<a href="#i1">GET \/ 500<\/a>/);
  assert.match(html, /<a href="#i2">Led to: error x \(answer\)<\/a>/);
  assert.match(html, /<li>Because of: interact \(call\)<\/li>/, 'what is not in the file is no link');
  assert.match(html, /5 more bytes/);
  assert.match(html, /id="show-requests"/);
  assert.ok(!html.includes('show-screen'), 'a lane without items is not offered');
});

test('its policy allows its own style sheet and pictures within, and nothing else', () => {
  const html = page(
    item({
      data: { image: { blob: 'p' } },
      bodies: new Map([['p', { picture: { type: 'image/png', base64: 'AAAA' } }]]),
    }),
  );
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
  assert.ok(html.includes(`style-src 'sha256-${hash(style)}'`));
  assert.ok(html.includes(`content="default-src 'none'; img-src data:;`));
  assert.ok(!/<script|\son\w+=|\sstyle=|<link|https?:/i.test(html.replace(style, '')));
  assert.match(html, /<img alt="Picture" src="data:image\/png;base64,AAAA">/);
});

test('words that were recorded are nothing but words', () => {
  const bad = `</style></pre><script>x</script>"'><img src=x onerror=y>\u202e\0`;
  const html = page(
    item({
      kind: bad,
      text: bad,
      mark: bad,
      tab: bad,
      tests: [bad],
      data: { message: bad, requestHeaders: [[bad, bad]], stack: [{ url: bad, line: 1, column: 1 }] },
      links: [{ seq: 1, isCause: true, words: bad, text: bad }],
    }),
  );
  assert.ok(!html.includes('<script') && !html.includes('<img'));
  assert.ok(!html.includes('\u202e') && !html.includes('\0'));
  assert.ok(html.includes('&lt;script&gt;'));
});

test('an empty window says what to do', () => {
  assert.match(page(), /Nothing was seen in this window\. Choose a longer one/);
});

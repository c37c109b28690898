import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { browserKit, refOf } from '../../../../test/kit/browser-kit.ts';
import { consoleMessages } from './console-messages.ts';
import { evaluate } from './evaluate.ts';
import { navigate } from './navigate.ts';
import { networkRequests } from './network-requests.ts';
import { click } from './pointer.ts';
import { snapshot } from './snapshot.ts';
import { takeScreenshot } from './take-screenshot.ts';
import { resize } from './viewport.ts';

const kit = await browserKit({ after });
const open = (path: string) => kit.ok(navigate, { url: kit.pages.url(path) });

/** Width and height in the head of a picture. */
function sizeOf(bytes: Buffer): [string, number, number] {
  if (bytes.subarray(1, 4).toString() === 'PNG')
    return ['png', bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (bytes.subarray(8, 12).toString() === 'WEBP') return ['webp', 0, 0];
  if (bytes.readUInt16BE(0) !== 0xffd8) return ['unknown', 0, 0];
  let at = 2;
  while (bytes.readUInt8(at + 1) < 0xc0 || bytes.readUInt8(at + 1) > 0xc2)
    at += 2 + bytes.readUInt16BE(at + 2);
  return ['jpeg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
}
const pictureIn = ({ content }: { content: readonly { type: string; data?: string }[] }) => {
  const block = content.find(({ type }) => type === 'image');
  return block?.data === undefined ? undefined : Buffer.from(block.data, 'base64');
};

test('snapshot: an outline with refs, within its budget, foldable, unfoldable, rooted', async () => {
  await open('/table.html?rows=500');
  const { text } = await kit.ok(snapshot);
  assert.ok(text.length < 6300, `${text.length} characters`);
  assert.match(text, /^<page \S+>\nurl: http:\S+\ntitle: "Customers"\nh1 "Customers"/);
  const more = /… \d+ more .*?(e\d+)/.exec(text);
  assert.ok(more, text);
  const unfolded = await kit.ok(snapshot, { unfold: more[1] });
  assert.match(unfolded.text, /Customer \d+/);
  assert.ok(unfolded.text.length < 6300);
  const small = await kit.ok(snapshot, { budget: 600 });
  assert.ok(small.text.length < 900, `${small.text.length} characters`);
  const rooted = await kit.ok(snapshot, { root: refOf(unfolded.text, /Customer 5 /) });
  assert.ok(rooted.text.length < 1200, rooted.text);
  const flat = await kit.ok(snapshot, { interactive: true });
  assert.doesNotMatch(flat.text, /customer1@example\.org/);
  await kit.fails('REF_GONE', snapshot, { root: 'e99999' });
});

test('snapshot: target and ref mean root; depth, boxes and a file', async () => {
  await open('/form.html');
  const { text } = await kit.ok(snapshot);
  const plan = refOf(text, /"Plan"/);
  for (const args of [{ target: plan }, { ref: plan }])
    assert.match((await kit.ok(snapshot, args)).text, /Free/);
  assert.doesNotMatch((await kit.ok(snapshot, { target: plan })).text, /Country/);
  // Any way to name an element will do, and its refs are the ones that are known already.
  for (const target of ['role=group[name="Plan"]', "getByRole('group', { name: 'Plan' })"]) {
    const part = (await kit.ok(snapshot, { target })).text;
    assert.match(part, /Free/);
    assert.doesNotMatch(part, /Country/);
    assert.match(part, new RegExp(`\\b${plan}\\b`));
  }
  await kit.ok(click, { target: refOf(text, /"Send"/) });
  await open('/form.html');
  await kit.fails('ELEMENT_NOT_FOUND', snapshot, { target: '#nowhere' });
  await kit.fails('AMBIGUOUS_TARGET', snapshot, { root: 'input' });
  assert.match((await kit.ok(snapshot, { boxes: true })).text, /\d+,\d+,\d+,\d+/);
  const filed = await kit.ok(snapshot, { filename: 'page.txt' });
  assert.match(filed.text, /Snapshot saved to \.\/page\.txt/);
  assert.match(readFileSync(join(kit.folder, 'page.txt'), 'utf8'), /button "Send"/);
  await kit.fails('FILE_NOT_ALLOWED', snapshot, { filename: '/etc/page.txt' });
  await kit.fails('FILE_NOT_ALLOWED', snapshot, { filename: '../page.txt' });
});

test('a page that cannot be read fails a snapshot, but not the action that led there', async () => {
  // A field of that name hides the form's own method from whoever walks over the page.
  const url = 'data:text/html,<title>Hidden</title><form><input name=getAttribute></form>';
  const { text } = await kit.ok(navigate, { url });
  assert.match(text, /^Opened\.\nsnapshot failed: .*\n<page \S+>\ntitle: "Hidden"\n/);
  await kit.fails('ACTION_FAILED', snapshot);
});

test('screenshot: inline png of the viewport, the page and an element, scaled for models', async () => {
  await open('/table.html?rows=60');
  const view = await kit.ok(takeScreenshot);
  assert.deepEqual(sizeOf(pictureIn(view)!), ['png', 1280, 720]);
  const [, , high] = sizeOf(pictureIn(await kit.ok(takeScreenshot, { fullPage: true }))!);
  assert.equal(high, 1568);
  await kit.ok(takeScreenshot, { fullPage: true, filename: 'whole.png' });
  const [, wide, whole] = sizeOf(readFileSync(join(kit.folder, 'whole.png')));
  assert.equal(wide, 1280);
  assert.ok(whole > 1568, `${whole} high: a file has the page as it is`);
  const [, width] = sizeOf(pictureIn(await kit.ok(takeScreenshot, { target: 'h1' }))!);
  assert.ok(width <= 1280);
  assert.match(
    (await kit.fails('INVALID_ARGUMENTS', takeScreenshot, { target: 'h1', fullPage: true })).text,
    /fullPage/,
  );
});

test('screenshot: jpeg and webp are really that, files are named by a link', async () => {
  await open('/index.html');
  assert.deepEqual(sizeOf(pictureIn(await kit.ok(takeScreenshot, { type: 'jpeg' }))!), ['jpeg', 1280, 720]);
  assert.equal(sizeOf(pictureIn(await kit.ok(takeScreenshot, { type: 'webp' }))!)[0], 'webp');
  const filed = await kit.ok(takeScreenshot, { filename: 'shots/a.jpg' });
  assert.match(filed.text, /Saved to shots\/a\.jpg \(\d+ bytes\)/);
  assert.deepEqual(sizeOf(readFileSync(join(kit.folder, 'shots/a.jpg'))), ['jpeg', 1280, 720]);
  const link = filed.content.find(({ type }) => type === 'resource_link');
  assert.equal(link?.type === 'resource_link' && link.mimeType, 'image/jpeg');
});

test('screenshot: over one megabyte it goes to a file', async () => {
  await kit.ok(resize, { width: 1560, height: 1560 });
  await kit.ok(evaluate, {
    function: `() => {
      const canvas = document.body.appendChild(document.createElement('canvas'));
      canvas.width = canvas.height = 1500;
      const context = canvas.getContext('2d');
      const image = context.createImageData(1500, 1500);
      for (let i = 0; i < image.data.length; i++) image.data[i] = i % 4 === 3 ? 255 : Math.random() * 255;
      context.putImageData(image, 0, 0);
    }`,
  });
  const large = await kit.ok(takeScreenshot, { target: 'canvas' });
  assert.equal(pictureIn(large), undefined);
  const link = large.content.find(({ type }) => type === 'resource_link');
  assert.ok(link?.type === 'resource_link' && link.size! > 1_000_000);
  assert.ok(existsSync(new URL(link.uri)));
  await kit.ok(resize, { width: 1280, height: 720 });
});

test('evaluate: functions and expressions, with an element, into a file; what throws or never ends', async () => {
  await open('/index.html');
  assert.match(
    (await kit.ok(evaluate, { function: '() => ({ a: [1, "x"] })' })).text,
    /<page \S+>\n\{"a":\[1,"x"\]\}/,
  );
  assert.match((await kit.ok(evaluate, { function: 'document.title' })).text, /"Start"/);
  assert.match(
    (await kit.ok(evaluate, { function: '(element) => element.id', target: '#count' })).text,
    /"count"/,
  );
  assert.match((await kit.ok(evaluate, { function: '() => undefined' })).text, /undefined/);
  await kit.ok(evaluate, { function: '() => [1, 2]', filename: 'value.json' });
  assert.deepEqual(JSON.parse(readFileSync(join(kit.folder, 'value.json'), 'utf8')), [1, 2]);
  assert.match(
    (await kit.fails('EVALUATION_FAILED', evaluate, { function: '() => { throw new Error("no") }' })).text,
    /no/,
  );
  const away = await kit.ok(evaluate, { function: "() => { location.href = '/form.html' }" });
  assert.match(away.text, /url: http:\S+form\.html/);
});

test('console: levels, counts, positions, of this document or of all, as data and into a file', async () => {
  await open('/index.html');
  await kit.ok(click, { target: '#log' });
  const all = await kit.ok(consoleMessages);
  assert.match(all.text, /Total messages: \d+ \(Errors: \d+, Warnings: \d+\)/);
  assert.match(all.text, /\[INFO\] said \{a: 1\} @ http:\S+index\.html:\d+/);
  assert.doesNotMatch(all.text, /detail/);
  assert.match((await kit.ok(consoleMessages, { level: 'debug' })).text, /\[DEBUG\] detail/);
  const errors = (await kit.ok(consoleMessages, { level: 'error' })).data.messages as {
    text: string;
    line: number;
  }[];
  assert.ok(errors.some(({ text, line }) => text === 'wrong' && line > 0));
  const told = all.data.messages as { text: string }[];
  const last = (await kit.ok(consoleMessages, { limit: 2 })).data.messages;
  assert.deepEqual([told.length > 2, last], [true, told.slice(-2)]);
  await open('/form.html');
  assert.doesNotMatch((await kit.ok(consoleMessages)).text, /wrong/);
  assert.match((await kit.ok(consoleMessages, { all: true })).text, /wrong/);
  await kit.ok(consoleMessages, { all: true, filename: 'console.log' });
  assert.match(readFileSync(join(kit.folder, 'console.log'), 'utf8'), /\[ERROR\] wrong/);
});

test('network: every request numbered, static ones on demand, filters, failures', async () => {
  await open('/requests.html');
  for (const target of ['#fetch', '#missing', '#broken', '#redirected']) await kit.ok(click, { target });
  const { text, data } = await kit.ok(networkRequests);
  assert.match(text, /\d+\. POST http:\S+\/echo\?x=1 => 200 fetch \d+ms \d+B/);
  assert.match(text, /\/status\?code=404 => 404 fetch/);
  assert.match(text, /\/broken => net::ERR_\w+/);
  assert.match(text, /\/redirect\S* => 302/);
  assert.match(text, /Note: \d+ static request/);
  assert.ok((data.requests as unknown[]).length >= 5);
  for (const args of [{ static: true }, { includeStatic: true }])
    assert.match((await kit.ok(networkRequests, args)).text, /GET \S+requests\.html => 200 document/);
  const only = await kit.ok(networkRequests, { filter: 'echo\\?x' });
  assert.equal((only.data.requests as unknown[]).length, 1);
  await kit.fails('INVALID_ARGUMENTS', networkRequests, { filter: '(' });
  const failed = (await kit.ok(networkRequests, { failed: true })).data.requests as { url: string }[];
  assert.deepEqual(
    failed.map(({ url }) => new URL(url).pathname),
    ['/status', '/broken'],
  );
  const slowest = (await kit.ok(networkRequests, { sort: 'duration' })).data.requests as { ms?: number }[];
  const times = slowest.map(({ ms = 0 }) => ms);
  assert.deepEqual(
    times,
    times.toSorted((one, other) => other - one),
  );
});

test('network: one request in detail, its headers and bodies', async () => {
  const [post] = (await kit.ok(networkRequests, { filter: 'echo\\?x' })).data.requests as {
    number: number;
  }[];
  const index = post!.number;
  const detail = await kit.ok(networkRequests, { index });
  assert.match(detail.text, new RegExp(`#${index} \\[POST\\] \\S+/echo\\?x=1`));
  assert.match(detail.text, /x-test: yes/);
  assert.match((await kit.ok(networkRequests, { index, part: 'request-body' })).text, /ping/);
  assert.match((await kit.ok(networkRequests, { index, part: 'response-body' })).text, /"body":"ping"/);
  assert.match(
    (await kit.ok(networkRequests, { index, part: 'response-headers' })).text,
    /content-type: application\/json/,
  );
  assert.match(
    (await kit.fails('NO_SUCH_REQUEST', networkRequests, { index: 9999 })).text,
    /The newest has number \d+/,
  );
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { browserKit } from '../../../../test/kit/browser-kit.ts';
import { hideHighlight, highlight } from './highlight.ts';
import { startRecording, stopRecording } from './recording.ts';
import { startTracing, stopTracing } from './tracing.ts';
import { startVideo, stopVideo, videoChapter, videoHideActions, videoShowActions } from './video.ts';

const kit = await browserKit({ after }, ['--caps', 'tracing,vision']);
const open = (path: string) => kit.ok('browser_navigate', { url: kit.pages.url(path) });

test('highlight marks an element, hide_highlight takes the mark off', async () => {
  await open('/index.html');
  assert.match(
    (await kit.ok(highlight, { target: '#count', style: 'outline: 2px dashed red' })).text,
    /Highlighted #count/,
  );
  await kit.ok(hideHighlight, { target: '#count' });
  assert.match((await kit.ok(hideHighlight)).text, /Hid page highlight/);
  await kit.fails('ELEMENT_NOT_FOUND', highlight, { target: '#nowhere' });
});

test('a trace is a zip with the actions in it', async () => {
  await kit.fails('NOT_RECORDING', stopTracing);
  await kit.ok(startTracing);
  await kit.fails('RECORDING_ALREADY', startTracing);
  await open('/form.html');
  const { text } = await kit.ok(stopTracing, { filename: 'traces/one.zip' });
  assert.match(text, /Trace recording stopped\.\n- \[Trace\]\(traces\/one\.zip\)/);
  assert.equal(readFileSync(join(kit.folder, 'traces/one.zip')).subarray(0, 2).toString(), 'PK');
});

test('a video is WebM; chapters and action names can be shown in it', async () => {
  await open('/index.html');
  await kit.fails('NOT_RECORDING', videoChapter, { title: 'One' });
  await kit.ok(startVideo, { size: { width: 320, height: 240 } });
  await kit.fails('RECORDING_ALREADY', startVideo);
  await kit.ok(videoShowActions, { position: 'top', duration: 100 });
  await kit.ok(videoChapter, { title: 'One', description: 'first', duration: 100 });
  await kit.ok('browser_click', { target: '#count' });
  await kit.ok(videoHideActions);
  const { text } = await kit.ok(stopVideo, { filename: 'a.webm' });
  assert.match(text, /320x240[\s\S]*\[Video\]\(\.\/a\.webm\)/);
  assert.equal(readFileSync(join(kit.folder, 'a.webm')).readUInt32BE(0), 0x1a45dfa3);
});

test('a recording writes down what a person does', async () => {
  await open('/index.html');
  await kit.fails('NOT_RECORDING', stopRecording);
  await kit.ok(startRecording);
  await kit.fails('RECORDING_ALREADY', startRecording);
  const { text: place } = await kit.ok('browser_evaluate', {
    function:
      "(() => { const b = document.querySelector('#count').getBoundingClientRect(); return [b.x + 5, b.y + 5]; })()",
  });
  const [x, y] = JSON.parse(/\[[\d.,]+\]/.exec(place)![0]);
  // The mouse, and no element's click: only that looks like a person to the page.
  await kit.ok('browser_mouse_click_xy', { x, y });
  await kit.ok('browser_wait_for', { time: 0.7 });
  const { text, data } = await kit.ok(stopRecording);
  assert.match(text, /getByRole\('button', \{ name: 'Count' \}\)\.click\(\)/);
  assert.ok((data.actions as string[]).length > 0);
});

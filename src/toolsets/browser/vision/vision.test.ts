import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { browserKit } from '../../../../test/kit/browser-kit.ts';
import { mouseClickXy, mouseDown, mouseDragXy, mouseMoveXy, mouseUp, mouseWheel } from './mouse.ts';

const kit = await browserKit({ after }, ['--caps', 'vision']);
const open = (path: string) => kit.ok('browser_navigate', { url: kit.pages.url(path) });
const read = async (expression: string) => (await kit.ok('browser_evaluate', { function: expression })).text;
async function middle(selector: string): Promise<{ x: number; y: number }> {
  const text = await read(
    `(() => { const b = document.querySelector('${selector}').getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`,
  );
  const [x, y] = JSON.parse(/\[[\d.,]+\]/.exec(text)![0]);
  return { x, y };
}

test('click, double click and right click at a place', async () => {
  await open('/index.html');
  assert.match((await kit.ok(mouseClickXy, await middle('#count'))).text, /status: 1/);
  assert.match((await kit.ok(mouseClickXy, { ...(await middle('#double')), clickCount: 2 })).text, /doubled/);
  assert.match(
    (await kit.ok(mouseClickXy, { ...(await middle('#double')), button: 'right' })).text,
    /context/,
  );
  await kit.fails('INVALID_ARGUMENTS', mouseClickXy, { x: -1, y: 0 });
});

test('move, press, release, drag and wheel', async () => {
  await open('/drag.html');
  const [from, to] = [await middle('#source'), await middle('#target')];
  const dragged = await kit.ok(mouseDragXy, { startX: from.x, startY: from.y, endX: to.x, endY: to.y });
  assert.match(dragged.text, /cargo/);
  await open('/index.html');
  await kit.ok(mouseMoveXy, { ...(await middle('#count')), steps: 3 });
  await kit.ok(mouseDown);
  assert.match((await kit.ok(mouseUp, { button: 'left' })).text, /status: 1/);
  await open('/table.html?rows=100');
  await kit.ok(mouseWheel, { deltaY: 400 });
  await kit.ok('browser_wait_for', { time: 0.2 });
  assert.match(await read('scrollY > 0'), /true/);
});

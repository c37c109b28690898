import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { boxAround, elementsBelow, freezePage } from './frozen-page.ts';

let started: TestEngine;
before(async () => {
  started = await startEngine();
});
after(() => started.close());

const PAGE = `<body style="margin:0;height:3000px"><button id="a" style="position:absolute;left:100px;top:300px;
width:80px;height:40px">A</button><button id="b" style="position:absolute;left:100px;top:700px;width:80px;height:40px">B</button>`;
const points = [
  { x: 98, y: 298 },
  { x: 182, y: 342 },
];
const mark = { kind: 'box', points, box: boxAround(points) } as const;

test('what lies below a mark is looked up where it is by now, and told by its place in the picture', async () => {
  const tab = await started.engine.tab();
  await tab.page.setContent(PAGE);
  const frozen = await freezePage(tab);
  const png = Buffer.from(frozen.bytes);
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1280, 720], 'a pixel for each of the page');
  assert.deepEqual([frozen.view.width, frozen.view.height, frozen.view.scroll], [1280, 720, { x: 0, y: 0 }]);
  assert.deepEqual(mark.box, { x: 98, y: 298, width: 84, height: 44 });
  const told = async () =>
    (await elementsBelow(tab, frozen, mark)).slice(0, 1).map(({ selector, box }) => ({ selector, box }));
  const expected = [{ selector: '#a', box: { x: 100, y: 300, width: 80, height: 40 } }];
  assert.deepEqual(await told(), expected);
  await tab.page.evaluate('scrollTo(0, 250)');
  assert.deepEqual(await told(), expected, 'scrolled since');
  await tab.page.evaluate(`history.pushState({}, '', '#elsewhere')`);
  assert.deepEqual(await told(), [], 'another address');
});

test('nothing is claimed of another document', async () => {
  const tab = await started.engine.tab();
  await tab.page.goto('data:text/html,<button style="position:absolute;left:100px;top:300px">Old</button>');
  const frozen = await freezePage(tab);
  assert.notEqual((await elementsBelow(tab, frozen, mark)).length, 0);
  await tab.page.reload();
  assert.deepEqual(await elementsBelow(tab, frozen, mark), []);
});

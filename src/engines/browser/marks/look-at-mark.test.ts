import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { showAnswer } from './answer-card.page.ts';
import { lookAtElement, picturesOf, viewAround } from './look-at-mark.ts';

let started: TestEngine;
before(async () => {
  started = await startEngine();
});
after(() => started.close());

const found = {
  tag: 'input',
  text: '',
  classes: [],
  box: { x: 0, y: 0, width: 10, height: 10 },
  html: '',
  flags: [],
};

test('an element in a shadow root and in a frame is told with role, name, styles and what is around it', async () => {
  const tab = await started.engine.tab();
  await tab.page.setContent(`<my-card></my-card><iframe srcdoc="<form><button>In the frame</button></form>"></iframe>
    <form id="f"><input type="password" id="p" aria-label="Code" value="hush hush"></form><script>
    document.querySelector('my-card').attachShadow({ mode: 'open' }).innerHTML = '<p><b style="color: red">Deep</b></p>'</script>`);
  await tab.page.frames()[1]!.locator('button').waitFor();
  const deep = await lookAtElement(tab, {
    ...found,
    selector: 'html > body > my-card >>> p > b',
    around: 'html > body > my-card >>> p',
  });
  assert.deepEqual([deep.styles['color'], deep.outline], ['rgb(255, 0, 0)', '- paragraph: Deep']);
  const inside = await lookAtElement(tab, {
    ...found,
    selector: 'html > body > form > button',
    frame: 'html > body > iframe',
    around: 'html > body > form',
  });
  assert.deepEqual([inside.role, inside.name], ['button', 'In the frame']);
  assert.match(inside.outline ?? '', /button "In the frame"/);
  const secret = await lookAtElement(tab, { ...found, selector: '#p', around: '#f' });
  assert.ok(!JSON.stringify(secret).includes('hush'), 'what stands in it is not told');
  const gone = await lookAtElement(tab, { ...found, selector: '#gone', around: '#gone' });
  assert.deepEqual([gone.role, gone.styles, gone.outline], [undefined, {}, undefined]);
});

test('pictures show all that the person sees; around a mark is enough to know the place', async () => {
  const tab = await started.engine.tab();
  await tab.page.setViewportSize({ width: 800, height: 600 });
  const size = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];
  const { marked, plain } = await picturesOf(tab, 'css');
  assert.deepEqual(
    [size(marked), size(plain)],
    [
      [800, 600],
      [800, 600],
    ],
  );
  const mark = { box: { x: 780, y: 590, width: 10, height: 5 }, viewport: { width: 800, height: 600 } };
  assert.deepEqual(viewAround(mark), { x: 440, y: 360, width: 360, height: 240 });
});

test('an answer is shown for a while, and takes no click', async () => {
  const tab = await started.engine.tab();
  await tab.page.setContent('<button onclick="document.title = 1">Below</button>');
  const box = (await tab.page.locator('button').boundingBox())!;
  await tab.cdp.run(
    showAnswer,
    { box: { ...box, height: -20 }, number: 1, words: 'Mended', isDone: true },
    2_000,
  );
  const card = tab.page.locator('html > div[aria-hidden=true]');
  assert.equal(await card.count(), 1);
  await tab.page.mouse.click(box.x + 5, box.y + 5);
  assert.equal(await tab.page.title(), '1');
  await card.waitFor({ state: 'detached' });
});

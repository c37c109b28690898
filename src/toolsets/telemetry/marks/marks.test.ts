import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { test } from 'node:test';
import { drawingRig } from '../../../../test/kit/drawing-rig.ts';
import { until } from '../../../../test/kit/wire-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';

const { rig, tabOf, settled, drag, markAround, start, papers, paper } = drawingRig();

verifies(
  [
    'gasoline: interact draw_mode_start',
    'gasoline: analyze annotations',
    'gasoline: analyze annotation_detail',
    'gasoline: analyze draw_history',
    'gasoline: analyze draw_session',
  ],
  'a person marks a page under a strict policy, and all is told of what they marked',
  async () => {
    await rig.open('/strict');
    const tab = await tabOf();
    const begun = await start({ text: 'What is wrong here?', session: 'review' });
    assert.deepEqual([begun.data.status, begun.data.queued], ['queued', true]);
    await settled();
    assert.equal((await rig.look('annotations')).waiting[0].question, 'What is wrong here?');
    await tab.page.evaluate('heard.length = 0');
    await markAround(tab, '#buy', 'Too small to hit');
    await settled(1);
    await tab.page.keyboard.press('a');
    await drag(tab, [400, 300], [100, 40]);
    await tab.page.keyboard.type('gone');
    await tab.page.keyboard.press('Escape'); // takes the mark away
    await drag(tab, [400, 300], [100, 40]);
    await tab.page.keyboard.type('This headline');
    await tab.page.keyboard.press('Enter');
    await settled(2);
    await drag(tab, [300, 300], [302, 302]); // a slip of the hand
    assert.deepEqual(await tab.page.evaluate('heard'), [], 'the page heard nothing of it');
    await tab.page.keyboard.press('Escape');
    const command = { what: 'command_result', correlation_id: begun.data.correlation_id };
    for (;;) {
      const { data } = await rig.tools.call('observe', command);
      if (!data.final) continue;
      assert.deepEqual([data.status, data.result.status, data.result.count], ['complete', 'submitted', 2]);
      break;
    }
    assert.equal(await papers(), 0, 'nothing is left');

    const told = await rig.look('annotations');
    assert.deepEqual([told.count, told.unanswered_count, told.status], [2, 2, 'submitted']);
    const [first, second] = told.annotations;
    assert.deepEqual(
      [first.number, first.text, first.kind, first.state],
      [1, 'Too small to hit', 'box', 'open'],
    );
    assert.deepEqual([first.element_summary, first.selector], ['button "Buy"', '#buy']);
    assert.deepEqual(
      [second.number, second.kind, second.element_summary],
      [2, 'arrow', 'heading "Our shop"'],
    );
    const named = await rig.look('annotations', { session: 'review' });
    assert.deepEqual([named.page_count, named.total_count], [1, 2]);

    const detail = await rig.look('annotation_detail', { correlation_id: first.correlation_id });
    assert.deepEqual([detail.role, detail.name, detail.tag], ['button', 'Buy', 'button']);
    assert.equal(detail.computed_styles.color, 'rgb(187, 187, 187)');
    assert.ok(detail.css_rules.some(({ selector }: { selector: string }) => selector === '#buy'));
    assert.match(detail.outline, /textbox "Mail"[\s\S]*button "Buy"/);
    assert.deepEqual(
      detail.a11y_flags.map((flag: string) => flag.split(':')[0]),
      ['low_contrast', 'small_touch_target'],
    );
    assert.ok(
      !JSON.stringify(detail).includes('in the source'),
      'what stands in fields for secrets is not told',
    );
    const [marked, plain] = await Promise.all([
      readFile(detail.pictures.marked),
      readFile(detail.pictures.plain),
    ]);
    assert.ok(marked.subarray(1, 4).toString() === 'PNG' && !marked.equals(plain), 'two pictures');
    for (const picture of [marked, plain])
      assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [360, 240], 'of the place');

    const { sessions } = await rig.look('draw_history');
    assert.deepEqual([sessions[0].file, sessions[0].count], [told.file, 2]);
    const whole = await rig.look('draw_session', { file: told.file });
    assert.deepEqual(
      [whole._file, whole.marks.length, whole.question],
      [told.file, 2, 'What is wrong here?'],
    );
    assert.ok((await readFile(whole.pictures.marked)).length > 1000);
    const none = await rig.call('draw_session', { file: `${told.file}x` });
    assert.deepEqual([none.isError, none.data.code], [true, 'NO_SUCH_MARK']);
    assert.match(none.data.retry ?? none.data.hint ?? JSON.stringify(none.data), new RegExp(told.file));
    const actions = (await rig.tools.call('observe', { what: 'actions' })).data.entries;
    const drawn = actions.filter(({ frame }: { frame?: string }) => frame !== undefined);
    assert.deepEqual(drawn, [], 'what is drawn is no action on the page');
  },
);

verifies(
  ['gasoline: generate annotation_report', 'gasoline: generate annotation_issues'],
  'marks become a report and issues with pictures',
  async () => {
    const make = (format: string, args: object = {}) =>
      rig.tools.call('generate', { format, session: 'review', budget: 100_000, ...args });
    const report = await make('annotation_report', { save_to: 'notes/marks.md' });
    assert.deepEqual([report.data.total_count, report.data.page_count], [2, 1]);
    const text = await readFile(report.data.saved_to, 'utf8');
    assert.match(text, /^# Marks: review\n\n2 marks on 1 pages\.\n\n## Shop\n/);
    assert.match(text, /### 1\. Too small to hit\n\n> Too small to hit\n/);
    assert.match(text, /\| element \| `button "Buy"` \|/);
    const pictures = [...text.matchAll(/!\[[^\]]*\]\(<([^>]+)>\)/g)].map(([, path]) => path!);
    assert.equal(pictures.length, 5);
    for (const path of pictures) {
      assert.ok(path.startsWith('../'), path);
      const bytes = await readFile(resolve(dirname(report.data.saved_to), path));
      assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
    }
    const { data } = await make('annotation_issues');
    assert.deepEqual(
      [data.total_count, data.issues[0].title, data.issues[0].tag],
      [2, 'Too small to hit', 'button'],
    );
    assert.match(data.issues[0].body, /small_touch_target/);
    const nothing = await make('annotation_report', { session: 'none such' });
    assert.deepEqual([nothing.isError, nothing.data.code], [true, 'NOTHING_RECORDED']);
  },
);

test('an agent answers a mark, and the person sees it: at once, and when they mark there again', async () => {
  const tab = await tabOf();
  const [first, second] = (await rig.look('annotations')).annotations;
  const missing = await rig.call('annotations', { reply: 'x' });
  assert.equal(missing.isError, true);
  const done = await rig.call('annotations', {
    correlation_id: first.correlation_id,
    reply: 'It has 44 pixels now',
    done: true,
  });
  assert.deepEqual([done.data.state, done.data.reply], ['done', 'It has 44 pixels now']);
  assert.match(done.summary, /sees it on the page/);
  await rig.look('annotations', { correlation_id: second.correlation_id, reply: 'Which one?' });
  const left = await rig.look('annotations');
  assert.deepEqual([left.count, left.unanswered_count], [2, 0]);
  assert.ok((await shownIn(tab)).includes('It has 44 pixels now'));
  await start();
  await settled();
  const shown = await shownIn(tab);
  assert.ok(shown.includes('✓ done ') && shown.includes('↩ answered '), 'in the card');
  await tab.page.keyboard.press('Escape');
});

test('an answer to a mark of a drawing that goes on is kept', async () => {
  await rig.open('/shop');
  const tab = await tabOf();
  await start();
  await settled();
  await markAround(tab, '#buy', 'This one');
  await settled(1);
  const { correlation_id } = (await rig.look('annotations')).annotations.at(-1);
  await rig.look('annotations', { correlation_id, reply: 'Yes', done: true });
  await markAround(tab, '#mail', 'And that one');
  await settled(2);
  await tab.page.keyboard.press('Escape');
  await until('it is over', async () => (await papers()) === 0);
  const { file } = (await rig.look('draw_history')).sessions[0];
  const { marks } = await rig.look('draw_session', { file });
  assert.deepEqual(
    marks.map(({ text, state }: { text: string; state: string }) => [text, state]),
    [
      ['This one', 'done'],
      ['And that one', 'open'],
    ],
  );
  await rig.look('annotations', { correlation_id: marks[1].id, done: true });
});

/** All text of a page, closed shadow roots and frames in them included. */
async function shownIn(tab: Tab): Promise<string> {
  const session = await tab.page.context().newCDPSession(tab.page);
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  await session.detach();
  return JSON.stringify(root);
}

test('wait: true comes with the answer; a person may decline; each request has one answer', async () => {
  await rig.open('/shop');
  const tab = await tabOf();
  const first = start({ text: 'First question', wait: true });
  await settled();
  const second = start({ text: 'Second question', wait: true });
  for (let shown = ''; !shown.includes('Second question'); ) shown = await shownIn(tab);
  const { waiting } = await rig.look('annotations');
  assert.deepEqual(
    waiting.map(({ question, status }: Record<string, string>) => [question, status]),
    [
      ['First question', 'drawing'],
      ['Second question', 'waiting'],
    ],
  );
  const next = rig.look('annotations', { wait: true });
  await markAround(tab, '#mail', '');
  await tab.page.keyboard.press('Escape');
  const answered = (await first).data.result;
  assert.deepEqual([answered.status, answered.count], ['submitted', 1]);
  assert.equal((await next).count, 1);
  await settled(0);
  await paper(tab).getByText('Second question').waitFor();
  assert.equal(await paper(tab).getByText('First question').count(), 0);
  await paper(tab).getByRole('button', { name: 'Answer without marks' }).click();
  const declined = (await second).data.result;
  assert.deepEqual([declined.status, declined.count], ['declined', 0]);
  assert.equal(await papers(), 0);
});

/** The paper's own document, which we find and the page does not. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { decodePicture } from '../../../engines/screen/encode-picture.ts';
import { Redactor } from '../../../kernel/redact.ts';
import { PersonDrawings } from './person-drawings.ts';

const PAGE = `<title>Till</title><body style="margin:0;background:#fff"><button id="pay"
style="position:absolute;left:100px;top:100px;width:200px;height:60px">Pay</button>`;

async function rig(t: { after(end: () => unknown): void }) {
  const tools = await telemetryRig(t);
  const tab = await tools.engine.tab();
  await tab.page.setContent(PAGE);
  let news = 0;
  const people = new PersonDrawings({
    known: () => tools.deps,
    telemetry: async () => tools.deps,
    sessionsOf: (caller) => (caller === 'mine' ? [{ id: tools.session.id, client: 'kit' }] : []),
    pageOf: (callers, page) =>
      page === tab.id && callers.includes('mine')
        ? { tab, session: tools.session.id, caller: 'mine' }
        : undefined,
    folderOf: async () => tools.folder,
    redactor: new Redactor(),
  });
  people.watch(() => news++);
  return { ...tools, tab, people, news: () => news };
}

const points = [
  { x: 98, y: 98 },
  { x: 302, y: 162 },
];

test('a drawing of a person’s own is kept with its pictures, and told to whoever waits for it', async (t) => {
  const { people, tab, call, news } = await rig(t);
  const { id } = await people.act(['mine'], { kind: 'begin', page: tab.id });
  assert.deepEqual(
    people.open(['mine']).map(({ page, isOwn, isBehind, marks }) => ({ page, isOwn, isBehind, marks })),
    [{ page: tab.id, isOwn: true, isBehind: false, marks: 0 }],
  );
  assert.equal((await people.act(['mine'], { kind: 'begin', page: tab.id })).id, id, 'there is one paper');
  await assert.rejects(people.act(['mine'], { kind: 'mark', id, shape: 'box', points, text: 'x' }));
  assert.equal(people.picture(['mine'], id), undefined);
  const { frozen } = await people.act(['mine'], { kind: 'freeze', id });
  assert.deepEqual([frozen?.title, frozen?.width, frozen?.height], ['Till', 1280, 720]);
  assert.ok(people.picture(['mine'], id));

  const draw = (text: string) => people.act(['mine'], { kind: 'mark', id, shape: 'box', points, text });
  const [, last] = await Promise.all([draw('one'), draw('two')]);
  assert.deepEqual(
    last?.marks.map(({ number, text }) => [number, text]),
    [
      [1, 'one'],
      [2, 'two'],
    ],
  );
  await people.act(['mine'], { kind: 'remove', id, number: 1 });
  assert.ok(news() > 4);
  await people.act(['mine'], { kind: 'done', id });
  assert.deepEqual(people.open(['mine']), []);

  const { data } = await call('analyze', { what: 'draw_session', file: id });
  assert.deepEqual(
    [data.source, data.status, data.marks.length, data.marks[0].text, data.marks[0].element.selector],
    ['app', 'submitted', 1, 'two', '#pay'],
  );
  const [marked, plain] = await Promise.all(
    [data.marks[0].pictures.marked, data.marks[0].pictures.plain].map(async (path: string) =>
      decodePicture(await readFile(path)),
    ),
  );
  assert.deepEqual([marked?.width, marked?.height], [plain?.width, plain?.height]);
  assert.ok(marked!.width < 1280 && !Buffer.from(marked!.pixels).equals(Buffer.from(plain!.pixels)));
});

test('others neither see nor touch it; who leaves ends what they began', async (t) => {
  const { people, tab } = await rig(t);
  const { id } = await people.act(['mine'], { kind: 'begin', page: tab.id });
  assert.deepEqual(people.open(['theirs']), []);
  await assert.rejects(people.act(['theirs'], { kind: 'freeze', id }), { code: 'NO_SUCH_MARK' });
  await assert.rejects(people.act(['theirs'], { kind: 'begin', page: tab.id }), { code: 'TAB_CLOSED' });
  people.left('theirs');
  assert.equal(people.open(['mine']).length, 1);
  people.left('mine');
  while (people.open(['mine']).length > 0) await new Promise((done) => setTimeout(done, 10));
});

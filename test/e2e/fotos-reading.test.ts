/** What Fotos demands of reading and redacting, on the built command. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { failureOf, jsonOf, pictureOf, startFotos } from '../kit/fotos.ts';
import { lacking } from '../kit/needs.ts';
import { withoutNote } from '../kit/outside-note.ts';
import { scratch } from '../kit/scratch.ts';
import { writtenPicture } from '../kit/written-picture.ts';
import { startDisplay } from '../kit/xvfb.ts';
import { verifies } from '../requirements/verifies.ts';

const skip = lacking('Xvfb', 'display', 'tesseract');
const display = skip ? undefined : await startDisplay({ after }, { width: 900, height: 500 });
await display?.show(
  await writtenPicture(900, 500, [
    'Customer record of today',
    'Mail: jane.doe@example.com',
    'Phone: +1 415-555-2671',
    'Die Größe ändern über das Menü',
  ]),
);
/** Stands before the real program on the path and writes a line for each time that it reads. */
const folder = await scratch({ after });
const calls = join(folder, 'calls');
const counting = `#!/bin/sh\n[ "$1" = stdin ] && echo "$@" >> '${calls}'\nPATH='${process.env.PATH}' exec tesseract "$@"\n`;
await writeFile(calls, '');
await writeFile(join(folder, 'tesseract'), counting, { mode: 0o755 });
const env = { PATH: `${folder}:${process.env.PATH}` };
const server = display && (await startFotos({ after }, display, ['--standalone'], { env }));

/** What the engine was asked to read since the last look, by language. */
async function engineReads(): Promise<string[]> {
  const lines = (await readFile(calls, 'utf8')).split('\n').filter(Boolean);
  await writeFile(calls, '');
  return [...new Set(lines.map((line) => / -l (\S+)/.exec(line)![1]!))];
}

interface Region {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly confidence: number;
}

verifies(
  ['fotos: OCR / OCR on existing screenshot', 'fotos: Resource / Read cached OCR results'],
  'text and words with box and confidence, kept for the next question',
  async () => {
    const { id } = jsonOf(await server!.call('take_screenshot'));
    assert.deepEqual(await engineReads(), []);
    const answer = jsonOf(await server!.call('ocr_screenshot', { screenshot_id: id }, 60_000));
    assert.deepEqual(await engineReads(), ['eng']);
    assert.equal(answer.screenshot_id, id);
    assert.match(answer.text, /Customer record of today/);
    const words = answer.regions.map(({ text }: Region) => text);
    assert.deepEqual(words, answer.text.split(/\s+/), 'each word of the text has its region');
    const word = answer.regions.find(({ text }: Region) => text === 'Customer');
    assert.ok(word.x >= 36 && word.x <= 46 && word.y >= 36 && word.y <= 50, JSON.stringify(word));
    assert.ok(word.w > 80 && word.w < 120 && word.h > 10 && word.h < 30, JSON.stringify(word));
    assert.ok(word.confidence > 50 && word.confidence <= 100);
    const { contents } = (await server!.request('resources/read', { uri: `screenshots://${id}/ocr` })).result;
    assert.deepEqual(withoutNote(JSON.parse(contents[0].text)), withoutNote(answer));
    assert.deepEqual(await engineReads(), [], 'it is not read twice');
  },
  { skip },
);

verifies(
  'fotos: OCR / OCR with automatic capture',
  async () => {
    const [before] = jsonOf(await server!.call('list_screenshots', { limit: 1 }));
    const answer = jsonOf(await server!.call('ocr_screenshot', {}, 60_000));
    assert.notEqual(answer.screenshot_id, before?.id);
    const [newest] = jsonOf(await server!.call('list_screenshots', { limit: 1 }));
    assert.deepEqual([answer.screenshot_id, newest.mode], [newest.id, 'fullscreen']);
    assert.match(answer.text, /Customer record/);
  },
  { skip },
);

verifies(
  'fotos: OCR / Non-English OCR',
  async () => {
    await engineReads();
    const answer = jsonOf(await server!.call('ocr_screenshot', { language: 'deu' }, 60_000));
    assert.deepEqual(await engineReads(), ['deu']);
    assert.match(answer.text, /Die Größe ändern über das Menü/);
    const strange = await server!.call('ocr_screenshot', { language: 'xyz' }, 60_000);
    assert.match(failureOf(strange), /xyz/);
  },
  { skip },
);

verifies(
  'fotos: Resource / Read OCR results without prior OCR',
  async () => {
    const { id } = jsonOf(await server!.call('take_screenshot'));
    const uri = `screenshots://${id}/ocr`;
    await engineReads();
    const { contents } = (await server!.request('resources/read', { uri }, 60_000)).result;
    assert.deepEqual(await engineReads(), ['eng']);
    assert.deepEqual([contents[0].uri, contents[0].mimeType], [uri, 'application/json']);
    const { text, regions } = JSON.parse(contents[0].text);
    assert.match(text, /Customer record/);
    assert.ok(regions.length > 5);
    const again = jsonOf(await server!.call('ocr_screenshot', { screenshot_id: id }));
    assert.deepEqual([again.text, again.regions], [text, regions]);
    const later = (await server!.request('resources/read', { uri })).result;
    assert.deepEqual(later.contents, contents);
    assert.deepEqual(await engineReads(), [], 'it is not read twice');
    const missing = await server!.request('resources/read', { uri: 'screenshots://nobody/ocr' });
    assert.equal(missing.error!.code, -32002);
  },
  { skip },
);

test('find_text gives the place of words', { skip }, async () => {
  const { matches, screenshot_id } = jsonOf(
    await server!.call('find_text', { text: 'record of TODAY' }, 60_000),
  );
  assert.equal(matches.length, 1);
  const [{ x, y, w }] = matches;
  assert.ok(x > 130 && x < 170 && y > 35 && y < 50 && w > 140, JSON.stringify(matches));
  assert.deepEqual(jsonOf(await server!.call('find_text', { text: 'Firefox', screenshot_id })).matches, []);
});

verifies(
  'fotos: Redaction / PII detected and blurred',
  async () => {
    const taken = await server!.call('take_screenshot');
    const { id } = jsonOf(taken);
    const answer = await server!.call('auto_redact_pii', { screenshot_id: id }, 60_000);
    const detections = jsonOf(answer, 0) as (Region & { type: string; preview: string })[];
    assert.deepEqual(detections.map(({ type }) => type).sort(), ['email', 'phone']);
    const [before, redacted] = [await pictureOf(taken), await pictureOf(answer)];
    for (const { type, x, y, w, h, preview } of detections) {
      const row = type === 'email' ? 1 : 2;
      assert.ok(y >= 36 + row * 48 && y + h <= 76 + row * 48, `${type} at ${y}`);
      assert.ok(x > 80 && w > 120, `${type} at ${x}, ${w} wide`);
      assert.doesNotMatch(preview, /jane\.doe|555/);
    }
    let changed = 0;
    for (let i = 0; i < before.pixels.length; i += 4) {
      if (before.pixels[i] === redacted.pixels[i]) continue;
      changed++;
      const [x, y] = [(i / 4) % 900, Math.floor(i / 4 / 900)];
      const isInside = detections.some(
        (d) => x >= d.x - 4 && x < d.x + d.w + 4 && y >= d.y - 4 && y < d.y + d.h + 4,
      );
      assert.ok(isInside, `changed at ${x}, ${y}`);
    }
    assert.ok(changed > 500);
    const { redacted_id, not_covered } = jsonOf(answer, 1);
    assert.match(not_covered, /names/i);
    const { text } = jsonOf(await server!.call('ocr_screenshot', { screenshot_id: redacted_id }, 60_000));
    assert.doesNotMatch(text, /jane|example\.com|2671/);
  },
  { skip },
);

verifies(
  'fotos: Redaction / No PII found',
  async (t) => {
    const clean = await startDisplay(t, { width: 500, height: 120 });
    await clean.show(await writtenPicture(500, 120, ['Nothing private in here']));
    const fotos = await startFotos(t, clean);
    const taken = await fotos.call('take_screenshot');
    const answer = await fotos.call('auto_redact_pii', { screenshot_id: jsonOf(taken).id }, 60_000);
    assert.deepEqual(jsonOf(answer, 0), []);
    assert.deepEqual((await pictureOf(answer)).pixels, (await pictureOf(taken)).pixels);
  },
  { skip },
);

/**
 * The screen beside what people use for it: capture and PNG beside ImageMagick's `import`, reading beside the
 * native `tesseract`, drawing beside encoding alone; all in one run, as ratios.
 *   npm run bench -- screen [--repetitions 9]
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { drawPicture } from '../src/engines/screen/draw/draw-picture.ts';
import { readAnnotations } from '../src/engines/screen/draw/read-annotations.ts';
import { encodePicture } from '../src/engines/screen/encode-picture.ts';
import { makeOcr } from '../src/engines/screen/ocr/make-ocr.ts';
import type { Picture } from '../src/engines/screen/picture.ts';
import { startDisplay, type TestDisplay } from '../test/kit/xvfb.ts';

const run = promisify(execFile);
const [WIDTH, HEIGHT] = [1920, 1080];

const { values } = parseArgs({ options: { repetitions: { type: 'string', default: '9' } } });
const repetitions = Number(values.repetitions);

interface Row {
  readonly what: string;
  readonly ours: string;
  readonly peer: string;
  readonly figure: string;
  readonly bar: string;
  readonly isHeld: boolean;
}

const WORDS =
  `The quick brown fox jumps over the lazy dog while 1234 invoices worth 56,789.00 wait in the queue of
the server at port 8080 and every request is answered within 250 ms unless the cache is cold`.split(/\s+/);

/** Lines of known words in the sizes that screens have. */
function knownLines(): { text: string; size: number }[] {
  return Array.from({ length: 36 }, (_, line) => {
    const count = 14;
    const text = Array.from({ length: count }, (_, i) => WORDS[(line * 5 + i) % WORDS.length]).join(' ');
    return { text, size: 13 + (line % 5) };
  });
}

async function page(lines: readonly { text: string; size: number }[]): Promise<Picture> {
  const paper = { width: WIDTH, height: HEIGHT, pixels: new Uint8Array(WIDTH * HEIGHT * 4).fill(250) };
  const look = { type: 'text', x: 60, color: '#202020' };
  const marks = lines.map(({ text, size }, i) => ({ ...look, y: 20 + i * 29, text, font_size: size }));
  return drawPicture(paper, readAnnotations(marks));
}

async function median(work: () => Promise<unknown>, warmups = 2): Promise<number> {
  for (let i = 0; i < warmups; i++) await work();
  const times: number[] = [];
  for (let i = 0; i < repetitions; i++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

const ms = (value: number) => `${value.toFixed(0)} ms`;

async function captureRow(display: TestDisplay, folder: string): Promise<Row> {
  const file = join(folder, 'import.png');
  const ours = await median(async () => {
    const { picture } = await display.grabber.grab({ mode: 'fullscreen' });
    await encodePicture(picture);
  });
  const peer = await median(() => display.run('import', '-window', 'root', file));
  const ratio = ours / peer;
  return {
    what: 'capture and PNG, against import',
    ours: ms(ours),
    peer: ms(peer),
    figure: `${ratio.toFixed(2)} of it`,
    bar: 'at most 0.5',
    isHeld: ratio <= 0.5,
  };
}

async function drawRow(picture: Picture): Promise<Row> {
  const annotations = readAnnotations([
    {
      type: 'arrow',
      points: [
        { x: 100, y: 100 },
        { x: 500, y: 400 },
      ],
      stroke_width: 4,
    },
    { type: 'rect', x: 600, y: 200, width: 400, height: 300 },
    { type: 'ellipse', x: 1100, y: 200, width: 300, height: 200, fill_color: '#00FF0040' },
    { type: 'text', x: 600, y: 550, text: 'What happens here?', font_size: 32 },
    { type: 'blur', x: 200, y: 600, width: 600, height: 200 },
    { type: 'step', x: 90, y: 90 },
    { type: 'highlight', x: 60, y: 800, width: 900, height: 40 },
    {
      type: 'freehand',
      points: Array.from({ length: 200 }, (_, i) => ({ x: 1000 + i * 4, y: 800 + (i % 40) })),
    },
  ]);
  const alone = await median(() => encodePicture(picture));
  const both = await median(async () => encodePicture(await drawPicture(picture, annotations)));
  return {
    what: 'draw eight marks and encode, against encode',
    ours: ms(both),
    peer: ms(alone),
    figure: `${ms(both - alone)} more`,
    bar: 'at most 60 ms',
    isHeld: both - alone <= 60,
  };
}

async function readRow(picture: Picture, truth: string, folder: string): Promise<Row> {
  const file = join(folder, 'page.png');
  await writeFile(file, (await encodePicture(picture)).bytes);
  const ocr = makeOcr();
  let ourText = '';
  const ours = await median(async () => {
    ourText = (await ocr.read(picture, { language: 'eng' })).text;
  }, 1);
  await ocr.close();
  const output = join(folder, 'page');
  const peer = await median(() => run('tesseract', [file, output, '-l', 'eng']), 1);
  const peerText = await readFile(`${output}.txt`, 'utf8');
  const [error, peerError] = [errorOf(truth, ourText), errorOf(truth, peerText)];
  const ratio = ours / peer;
  return {
    what: 'read, against tesseract',
    ours: `${ms(ours)}, ${(error * 100).toFixed(2)} % wrong`,
    peer: `${ms(peer)}, ${(peerError * 100).toFixed(2)} % wrong`,
    figure: `${ratio.toFixed(2)} of it`,
    bar: 'at most 1.2, no more errors',
    isHeld: ratio <= 1.2 && error <= peerError,
  };
}

/** Part of the letters that are wrong; spaces do not count. */
function errorOf(truth: string, read: string): number {
  const [a, b] = [truth, read].map((text) => text.replaceAll(/\s+/g, ''));
  let row = Array.from({ length: b!.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a!.length; i++) {
    const next = [i];
    for (let j = 1; j <= b!.length; j++) {
      const isSame = a![i - 1] === b![j - 1];
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)! / a!.length;
}

const endings: (() => unknown)[] = [];
const folder = await mkdtemp(join(tmpdir(), 'bench-screen-'));
try {
  const lines = knownLines();
  const picture = await page(lines);
  const display = await startDisplay({ after: (end) => endings.push(end) }, { width: WIDTH, height: HEIGHT });
  await display.show(picture);
  const truth = lines.map(({ text }) => text).join('\n');
  const rows = [
    await captureRow(display, folder),
    await drawRow(picture),
    await readRow(picture, truth, folder),
  ];
  for (const { what, ours, peer, figure, bar, isHeld } of rows) {
    process.stdout.write(`${what}: ${ours}, ${peer}: ${figure} (${bar}${isHeld ? '' : '; MISSED'})\n`);
  }
  process.exitCode = rows.every(({ isHeld }) => isHeld) ? 0 : 1;
} finally {
  for (const end of endings.reverse()) await end();
  await rm(folder, { recursive: true, force: true });
}

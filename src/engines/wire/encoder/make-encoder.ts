import type { Encoder } from './encoder.ts';
import { encoderWasm } from './encoder-wasm.generated.ts';
import { makeJavascriptEncoder } from './javascript-encoder.ts';

/** The part of the global that is used; absent where it is switched off. */
declare const WebAssembly:
  | {
      Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
      Module: new (code: Uint8Array) => object;
      Instance: new (module: object, imports: object) => { readonly exports: unknown };
    }
  | undefined;

interface EncoderExports {
  setup(): void;
  record: Encoder['record'];
}

const PAGE = 65536;

/** Memory of `size` bytes that never grows (growing would detach the buffers that sockets read into). */
export function makeEncoder(size: number, kind: 'auto' | Encoder['kind']): Encoder {
  if (kind === 'javascript' || typeof WebAssembly === 'undefined') {
    return makeJavascriptEncoder(size);
  }
  const pages = Math.ceil(size / PAGE);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const module = new WebAssembly.Module(Buffer.from(encoderWasm, 'base64'));
  const instance = new WebAssembly.Instance(module, { env: { memory } });
  const { setup, record } = instance.exports as EncoderExports;
  setup();
  return { kind: 'wasm', bytes: Buffer.from(memory.buffer), record };
}

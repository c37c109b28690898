import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** By then a first page is there, and with it whatever that needs has been compiled. */
const WRITE_AFTER_MS = 2_000;
const CHECKSUM_BYTES = 4;

/**
 * Loads a CommonJS module with all functions compiled that an earlier use of it ran; whoever requires it afterwards
 * gets this one. Node keeps what a module compiles before it runs, which is little of a large bundle.
 */
export function loadCompiled(filename: string, folder: string): void {
  const { cache } = createRequire(filename);
  if (cache[filename]) return;
  const bytes = readFileSync(filename);
  const kept = join(folder, `${basename(filename)}-${process.version}-${process.arch}-${crc32(bytes)}`);
  const cachedData = readKept(kept);
  const script = new Script(Module.wrap(bytes.toString()), {
    filename,
    ...(cachedData && { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (!cachedData || script.cachedDataRejected) writeLater(kept, script);
  run(script, filename, cache);
}

function run(script: Script, filename: string, cache: NodeJS.Dict<NodeJS.Module>): void {
  const module = new Module(filename);
  module.filename = filename;
  cache[filename] = module;
  try {
    // The function that Node, too, makes of a module.
    const wrapper = script.runInThisContext() as (...args: readonly unknown[]) => void;
    const { exports } = module;
    wrapper.call(exports, exports, createRequire(filename), module, filename, dirname(filename));
    module.loaded = true;
  } catch (error) {
    delete cache[filename];
    throw error;
  }
}

/** The compiled code, or nothing. It begins with its checksum: V8 trusts what it is given. */
function readKept(path: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    const code = bytes.subarray(CHECKSUM_BYTES);
    return crc32(code) === bytes.readUInt32LE(0) ? code : undefined;
  } catch {
    return undefined; // the first use, or half a file
  }
}

function writeLater(path: string, script: Script): void {
  const write = () => {
    clearTimeout(timer);
    process.off('exit', write);
    writeKept(path, script.createCachedData());
  };
  const timer = setTimeout(write, WRITE_AFTER_MS).unref();
  process.prependOnceListener('exit', write);
}

function writeKept(path: string, code: Buffer): void {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(crc32(code));
  const half = `${path}.${process.pid}`;
  try {
    writeFileSync(half, Buffer.concat([checksum, code]), { mode: 0o600 });
    renameSync(half, path);
  } catch {
    rmSync(half, { force: true }); // no room, or something in the way: then it is compiled each time
  }
}

/** Tests on the disk, and how one is written anew. */
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fault, notWritable } from '../../../../kernel/fault.ts';
import { renameDirectly, writeFree } from '../../../../kernel/open-directly.ts';

const MOST_BYTES = 500_000;
const MOST_ALL_BYTES = 5_000_000;
const MOST_FILES = 20;
const IS_TEST = /\.(?:spec|test|e2e)\.[cm]?[jt]sx?$/;
const LEFT = new Set(['node_modules', '.git', 'dist', 'build']);

/** The file itself, or the tests below a folder; those that were left out are named. */
export async function testFilesAt(path: string) {
  const found = await stat(path).catch((cause: unknown) => {
    throw notThere(`there is no ${path}`, cause);
  });
  const isFolder = found.isDirectory();
  const files: string[] = [];
  const skipped: string[] = [];
  let bytes = 0;
  for (const file of isFolder ? (await testsBelow(path)).toSorted() : [path]) {
    const { size } = await stat(file);
    bytes += size;
    if (files.length < MOST_FILES && size <= MOST_BYTES && bytes <= MOST_ALL_BYTES) files.push(file);
    else skipped.push(`${relative(path, file) || path} was left out: too many tests, or too large.`);
  }
  if (files.length > 0) return { files, isFolder, skipped };
  throw notThere(`${path} holds no test of at most 500 kB`);
}

const notThere = (why: string, cause?: unknown) =>
  fault(
    'INVALID_ARGUMENTS',
    { tool: 'generate', problems: [`"test_file": ${why}`], param: 'test_file' },
    cause,
  );

async function testsBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !LEFT.has(entry.name)) found.push(...(await testsBelow(path)));
    else if (entry.isFile() && IS_TEST.test(entry.name)) found.push(path);
  }
  return found;
}

/** Only the file as it was read is replaced, as a whole: not one that somebody has written meanwhile. */
export async function replaceFile(path: string, before: string, after: string): Promise<void> {
  if ((await readFile(path, 'utf8')) !== before) throw fault('FILE_EXISTS', { path });
  const { mode } = await stat(path);
  const written = await writeFree(path, Buffer.from(after)).catch((cause: unknown) => {
    throw notWritable(path, cause);
  });
  await chmod(written, mode);
  await renameDirectly(written, path);
}

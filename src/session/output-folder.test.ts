import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import test from 'node:test';
import { scratch } from '../../test/kit/scratch.ts';
import { Files } from './output-folder.ts';

const caller = (cwd: string) => ({ session: 's', cwd });

test('files land in .sensorium of the working folder, owner-only, out of its history', async (t) => {
  const cwd = await scratch(t);
  const files = new Files(undefined, join(cwd, 'fallback'));
  const first = await files.write(caller(cwd), 'a.txt', Buffer.from('one'));
  const second = await files.write(caller(cwd), 'a.txt', Buffer.from('two!'));
  assert.deepEqual(
    [first.path, second.path],
    [join(cwd, '.sensorium/a.txt'), join(cwd, '.sensorium/a-2.txt')],
  );
  assert.deepEqual([first.bytes, second.bytes], [3, 4]);
  assert.equal(readFileSync(second.path, 'utf8'), 'two!');
  assert.equal(statSync(first.path).mode & 0o777, 0o600);
  assert.equal(readFileSync(join(cwd, '.sensorium/.gitignore'), 'utf8'), '*\n');
  assert.match(first.uri, /^file:\/\/.*a\.txt$/);
});

test('pieces are written as they come', async (t) => {
  const cwd = await scratch(t);
  const pieces = async function* () {
    yield Buffer.from('a');
    yield Buffer.from('bc');
  };
  const file = await new Files(cwd, cwd).write(caller('/'), 'x', pieces());
  assert.equal(readFileSync(file.path, 'utf8'), 'abc');
  assert.equal(file.bytes, 3);
});

test('a client without a folder of its own gets the fallback', async (t) => {
  const fallback = join(await scratch(t), 'out');
  for (const cwd of ['/', homedir()]) {
    const file = await new Files(undefined, fallback).write(caller(cwd), 'x', Buffer.from('x'));
    assert.ok(file.path.startsWith(fallback));
  }
});

test('files that are written at the same time under one name get names of their own', async (t) => {
  const folder = await scratch(t);
  const files = new Files(folder, folder);
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, i) => files.write(caller('/'), 'same.txt', Buffer.from(`${i}`))),
  );
  assert.equal(new Set(all.map(({ path }) => path)).size, 20);
  assert.deepEqual(
    all.map(({ path }) => readFileSync(path, 'utf8')),
    all.map((_, i) => `${i}`),
  );
});

test('what breaks off while it is written leaves no half file', async (t) => {
  const folder = await scratch(t);
  const pieces = async function* () {
    yield Buffer.from('half');
    throw new Error('no more');
  };
  await assert.rejects(new Files(folder, folder).write(caller('/'), 'x', pieces()), /no more/);
  assert.deepEqual(readdirSync(folder), []);
});

test('a file is ours though the list of ours cannot be written, as on a full disk', async (t) => {
  const folder = await scratch(t);
  // A folder stands where the list would be.
  mkdirSync(join(folder, 'out-files'));
  const files = new Files(join(folder, 'out'), join(folder, 'out'));
  const { path } = await files.write(caller(folder), 'a.txt', Buffer.from('one'));
  await files.wrote(path);
  assert.equal(await files.reserve(caller(folder), path, true), path);
});

test('a name cannot lead out of the folder', async (t) => {
  const folder = await scratch(t);
  const file = await new Files(folder, folder).write(caller('/'), '../../x', Buffer.from('x'));
  assert.equal(file.path, join(folder, 'x'));
});

test('paths are allowed inside the output folder and the working folder only, links followed', async (t) => {
  const folder = await scratch(t);
  const cwd = join(folder, 'work');
  const output = join(folder, 'out');
  mkdirSync(cwd);
  symlinkSync('/etc', join(cwd, 'link'));
  const files = new Files(output, output);
  assert.equal(await files.allowed(caller(cwd), 'sub/x.har'), join(cwd, 'sub/x.har'));
  assert.equal(await files.allowed(caller(cwd), '.'), cwd, 'the folder itself');
  assert.equal(await files.allowed(caller(cwd), join(output, 'x')), join(output, 'x'));
  symlinkSync('/etc/passwd', join(cwd, 'file-link'));
  symlinkSync(join(folder, 'nothing'), join(cwd, 'dangling'));
  for (const path of [
    '../x',
    '/etc/passwd',
    'link/x',
    'file-link',
    'dangling',
    'dangling/x',
    join(folder, 'x'),
  ]) {
    await assert.rejects(files.allowed(caller(cwd), path), /outside the folders/, path);
  }
});

test('a folder that cannot be made is named', async (t) => {
  const folder = await scratch(t);
  const blocked = join(
    (await new Files(folder, folder).write(caller('/'), 'file', Buffer.from('x'))).path,
    'sub',
  );
  await assert.rejects(
    new Files(blocked, folder).write(caller('/'), 'x', Buffer.from('x')),
    /cannot be written \(E/,
  );
});

test('one of several keys has a part of the output folder, and of other folders its roots only', async (t) => {
  const folder = await scratch(t);
  const [cwd, root, output] = [join(folder, 'work'), join(folder, 'root'), join(folder, 'out')];
  for (const path of [cwd, root]) mkdirSync(path);
  writeFileSync(join(cwd, 'of-the-server'), 'x');
  const of = (name: string, more = {}) => ({ session: 's', name, cwd, ...more });
  for (const given of [output, undefined]) {
    const files = new Files(given, output, false, '.sensorium', ({ name }) => name !== 'own user');
    const mine = await files.write(of('key 1'), 'a.txt', Buffer.from('mine'));
    assert.equal(mine.path, join(output, 'key-1', basename(mine.path)));
    for (const path of [mine.path, '../key-1/a.txt', join(cwd, 'of-the-server')])
      await assert.rejects(files.allowed(of('key 2'), path), { code: 'FILE_NOT_ALLOWED' }, path);
    assert.equal(await files.allowed(of('key 1'), basename(mine.path)), mine.path);
    assert.equal(await files.allowed(of('own user'), 'of-the-server'), join(cwd, 'of-the-server'));
    const rooted = await files.folder(of('key 2', { roots: [root], cwd: root }));
    assert.equal(rooted, given ? join(output, 'key-2') : join(root, '.sensorium'));
  }
});

test('a pipe is no file to be read, not even where everything may be', {
  skip: process.platform === 'win32',
}, async (t) => {
  const cwd = await scratch(t);
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  for (const isUnrestricted of [false, true]) {
    const files = new Files(undefined, join(cwd, 'fallback'), isUnrestricted);
    await assert.rejects(files.allowed(caller(cwd), 'pipe'), { code: 'FILE_NOT_ALLOWED' });
    assert.equal(await files.allowed(caller(cwd), 'none.txt'), join(cwd, 'none.txt'));
  }
});

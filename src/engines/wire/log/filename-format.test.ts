import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { Fault } from '../../../kernel/fault.ts';
import { filenameFormat } from './filename-format.ts';

const second = Date.UTC(2025, 9, 22, 15, 32, 47) / 1000;

describe('the filename format', () => {
  it('gives the names of the documentation', () => {
    assert.equal(filenameFormat('rawprox_%Y-%m-%d-%H.ndjson')(second), 'rawprox_2025-10-22-15.ndjson');
    assert.equal(
      filenameFormat('rawprox_%Y-%m-%d-%H-%M-%S.ndjson')(second),
      'rawprox_2025-10-22-15-32-47.ndjson',
    );
    assert.equal(filenameFormat('rawprox.ndjson')(second), 'rawprox.ndjson');
    assert.equal(filenameFormat('100%%')(second), '100%');
  });

  it('agrees with the system for every conversion', () => {
    const format = [
      'Y',
      'C',
      'y',
      'm',
      'd',
      'e',
      'H',
      'I',
      'M',
      'S',
      'p',
      'j',
      'a',
      'A',
      'b',
      'h',
      'B',
      'u',
      'w',
      'U',
      'W',
    ]
      .concat(['G', 'g', 'V', 'F', 'R', 'T', 's', 'z', 'Z'])
      .map((letter) => `%${letter}`)
      .join('_');
    const days = [0, 1, 5, 60, 69, 364, 365, 430, 800, 1161];
    for (const day of days) {
      const at = second + day * 86_400 + day * 3607;
      const env = { ...process.env, TZ: 'UTC', LC_ALL: 'C' };
      const system = execFileSync('date', ['-u', '-d', `@${at}`, `+${format}`], {
        env,
        encoding: 'utf8',
      }).trim();
      assert.equal(filenameFormat(format)(at), system);
    }
  });

  it('refuses what is no file name', () => {
    for (const bad of ['', '.', '..', 'a/b', '../%Y', 'a\\b', 'a\0b', '%Q', 'x%']) {
      assert.throws(
        () => filenameFormat(bad),
        (error) => error instanceof Fault && error.code === 'INVALID_FILENAME_FORMAT',
        bad,
      );
    }
  });
});

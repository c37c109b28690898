import { linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const DAMAGED = /^record-\d+\.damaged\.db$/;
const WEEK_MS = 7 * 24 * 3_600_000;

/**
 * Moves a damaged record out of the way and says where it lies now. Others may have the same file open and find the
 * same damage: its name holds the number of the file, and only the first one can make that link. `number` is that of
 * the file in which the damage was found; if another one lies there by now, that one is left alone.
 */
export function setAside(file: string, number: number): string {
  const aside = path.join(path.dirname(file), `record-${number}.damaged.db`);
  if (statSync(file, { throwIfNoEntry: false })?.ino !== number) return aside;
  try {
    linkSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return aside;
    throw error;
  }
  // The log goes along; beside a new file it would be taken for that one's.
  for (const end of ['-wal', '-shm']) {
    try {
      renameSync(`${file}${end}`, `${aside}${end}`);
    } catch {
      // There is none when all of it had been written into the file.
    }
  }
  rmSync(file);
  return aside;
}

/** The damaged records of a folder. */
export function damagedRecords(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => DAMAGED.test(name))
    .map((name) => path.join(folder, name));
}

/** Whether bodies may be those of a damaged record that somebody may still want to recover. */
export function awaitsRecovery(folder: string): boolean {
  return damagedRecords(folder).some((file) => statSync(file).ctimeMs > Date.now() - WEEK_MS);
}

/** After its recovery: it holds nothing more for us. */
export function markRecovered(damaged: string): string {
  const done = damaged.replace(/\.damaged\.db$/, '.recovered.db');
  renameSync(damaged, done);
  for (const end of ['-wal', '-shm']) rmSync(`${damaged}${end}`, { force: true });
  return done;
}

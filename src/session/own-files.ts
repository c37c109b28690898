import { appendFile, lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** So many are remembered; older ones count as anybody's. */
const MOST = 10_000;

/** The files that we wrote, also before this start. One that somebody changed or replaced since is no longer ours. */
export class OwnFiles {
  readonly #list: string;
  #known: Promise<Set<string>> | undefined;

  constructor(list: string) {
    this.#list = list;
  }

  async add(path: string): Promise<void> {
    const mark = await markOf(path);
    (await this.#marks()).add(mark);
    try {
      await mkdir(dirname(this.#list), { recursive: true, mode: 0o700 });
      await appendFile(this.#list, `${mark}\n`, { mode: 0o600 });
    } catch {
      // A full disk: the file itself is there, and is ours until the next start.
    }
  }

  async has(path: string): Promise<boolean> {
    return (await this.#marks()).has(await markOf(path).catch(() => '')); // gone meanwhile
  }

  #marks(): Promise<Set<string>> {
    this.#known ??= this.#read();
    return this.#known;
  }

  async #read(): Promise<Set<string>> {
    const text = await readFile(this.#list, 'utf8').catch(() => ''); // none was written yet
    const marks = text.split('\n').filter(Boolean);
    const kept = marks.slice(-MOST);
    if (marks.length > 2 * MOST)
      await writeFile(this.#list, `${kept.join('\n')}\n`, { mode: 0o600 }).catch(() => {}); // then the next time
    return new Set(kept);
  }
}

async function markOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs } = await lstat(path, { bigint: true });
  return `${dev} ${ino} ${size} ${mtimeNs}`;
}

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Log } from '../../kernel/log.ts';
import { checkRule, type PortRule } from './rule.ts';

/** No file, or no folder that could hold one. */
const MISSING = new Set(['ENOENT', 'ENOTDIR']);

interface KeptRule extends Pick<PortRule, 'localPort' | 'targetHost' | 'targetPort'> {
  /** Whose rule it is, by the name of all who come with the same key. */
  readonly caller?: string | undefined;
}

/** The rules that are there again after a restart, in a file that only their owner reads. */
export class KeptRules {
  readonly #file: string;
  readonly #log: Log;
  #rules: Promise<readonly KeptRule[]> | undefined;
  #restored: Promise<void> | undefined;

  constructor(file: string, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  list(): Promise<readonly KeptRule[]> {
    this.#rules ??= this.#read();
    return this.#rules;
  }

  async keep(rule: KeptRule): Promise<void> {
    await this.forget(rule.localPort, rule.caller);
    await this.#write([...(await this.list()), rule]);
  }

  /** What another one keeps stays, whatever its port. */
  async forget(localPort: number, caller: string | undefined): Promise<void> {
    const rules = await this.list();
    const isTheirs = (rule: KeptRule) => rule.caller !== undefined && rule.caller !== caller;
    const others = rules.filter((rule) => rule.localPort !== localPort || isTheirs(rule));
    if (others.length < rules.length) await this.#write(others);
  }

  /** Adds them once; one whose port is taken is told in the log and stays kept. */
  restore(add: (rule: KeptRule) => Promise<unknown>): Promise<void> {
    this.#restored ??= this.#restore(add);
    return this.#restored;
  }

  async #restore(add: (rule: KeptRule) => Promise<unknown>): Promise<void> {
    for (const rule of await this.list()) {
      const { localPort, targetHost, targetPort } = rule;
      try {
        await add(rule);
        this.#log.info(`port ${localPort} is forwarded to ${targetHost}:${targetPort}, as it was before`);
      } catch (cause) {
        this.#log.warning('a kept port rule could not be set again', { ...rule, cause });
      }
    }
  }

  async #read(): Promise<readonly KeptRule[]> {
    try {
      const rules: unknown = JSON.parse(await readFile(this.#file, 'utf8'));
      return (Array.isArray(rules) ? rules : []).map((rule: KeptRule) => checkRule(rule));
    } catch (cause) {
      if (!MISSING.has((cause as NodeJS.ErrnoException).code ?? ''))
        this.#log.warning('the kept port rules cannot be read', { file: this.#file, cause });
      return [];
    }
  }

  async #write(rules: readonly KeptRule[]): Promise<void> {
    this.#rules = Promise.resolve(rules);
    if (rules.length === 0) return rm(this.#file, { force: true });
    const fresh = `${this.#file}.new`;
    await writeFile(fresh, JSON.stringify(rules), { mode: 0o600 });
    await rename(fresh, this.#file);
  }
}

import { join } from 'node:path';
import type { Log } from '../../kernel/log.ts';
import { appendDirectly, makeFolders, writeFree } from '../../kernel/open-directly.ts';
import type { Caller, Reply } from '../../kernel/tool.ts';

interface LoggedCall {
  readonly tool: string;
  readonly args: unknown;
  readonly caller: Caller;
}

export interface SessionLogOptions {
  folderOf(caller: Caller): Promise<string>;
  redact(words: string): string;
  readonly log: Log;
}

/** A folder for each session with a Markdown file, with every call of a browser tool and what it answered. */
export class SessionLog {
  readonly #options: SessionLogOptions;
  readonly #files = new Map<string, Promise<string>>();

  constructor(options: SessionLogOptions) {
    this.#options = options;
  }

  /** What cannot be written is only a line less. */
  async add(call: LoggedCall, reply: Reply): Promise<void> {
    await this.#write(call, reply).catch((cause: unknown) =>
      this.#options.log.warning('the log of the session could not be written', { cause }),
    );
  }

  async #write(call: LoggedCall, reply: Reply): Promise<void> {
    const file = await this.#file(call.caller);
    const texts = (reply.blocks ?? []).map((block) =>
      block.type === 'text' ? block.text : `(${block.type}: ${block.mimeType})`,
    );
    const entry = [
      `### Tool call: ${call.tool}`,
      '- Args',
      fenced('json', JSON.stringify(call.args, null, 2)),
      '- Result',
      fenced('text', texts.join('\n')),
      '',
    ];
    await appendDirectly(file, this.#options.redact(`${entry.join('\n')}\n`));
  }

  #file(caller: Caller): Promise<string> {
    const known = this.#files.get(caller.session);
    if (known !== undefined) return known;
    const made = this.#begin(caller);
    this.#files.set(caller.session, made);
    return made;
  }

  async #begin(caller: Caller): Promise<string> {
    const folder = join(await this.#options.folderOf(caller), `session-${Date.now()}`);
    await makeFolders(folder);
    this.#options.log.info('the session is written down', { folder });
    return writeFree(join(folder, 'session.md'), Buffer.from('# Session\n\n'));
  }
}

/** A fence that is longer than any in the text. */
function fenced(language: string, words: string): string {
  const longest = Math.max(2, ...[...words.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${words}\n${fence}`;
}

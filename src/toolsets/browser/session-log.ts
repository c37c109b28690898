import { appendDirectly } from '../../kernel/open-directly.ts';
import type { OutputFolder } from '../../kernel/output.ts';
import type { Caller, Reply } from '../../kernel/tool.ts';

/** A Markdown file for each session, with every call of a browser tool and what it answered. */
export class SessionLog {
  readonly #output: OutputFolder;
  readonly #redact: (words: string) => string;
  readonly #files = new Map<string, Promise<string>>();

  constructor(output: OutputFolder, redact: (words: string) => string) {
    this.#output = output;
    this.#redact = redact;
  }

  async add(call: { tool: string; args: unknown; caller: Caller }, reply: Reply): Promise<void> {
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
    await appendDirectly(file, this.#redact(`${entry.join('\n')}\n`));
  }

  #file(caller: Caller): Promise<string> {
    const known = this.#files.get(caller.session);
    if (known !== undefined) return known;
    const name = `session-${Date.now()}.md`;
    const made = this.#output.write(caller, name, Buffer.from('# Session\n\n')).then(({ path }) => path);
    this.#files.set(caller.session, made);
    return made;
  }
}

/** A fence that is longer than any in the text. */
function fenced(language: string, words: string): string {
  const longest = Math.max(2, ...[...words.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${words}\n${fence}`;
}

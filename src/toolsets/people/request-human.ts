import { z } from 'zod';
import { text } from '../../kernel/content.ts';
import { ownerOf } from '../../kernel/owner.ts';
import { toolsFor } from '../../kernel/tool.ts';
import type { PeopleDeps } from './deps.ts';

/** People take their time. */
const LIMIT_MS = 3_600_000;
const SIGN_MS = 5_000;

export const requestHuman = toolsFor<PeopleDeps>()({
  name: 'request_human',
  title: 'Request human',
  summary: 'Ask the person at the web app (login, code, decision) and wait.',
  effect: 'write',
  openWorld: true,
  input: z.object({ text: z.string().min(1).max(2000), tab: z.string().min(1).optional() }),
  faults: ['NOBODY_THERE', 'TOO_MANY_REQUESTS'],
  timeoutMs: () => LIMIT_MS,
  async run({ args, deps, caller, signal, progress }) {
    const started = performance.now();
    const sign = () => {
      const seconds = Math.round((performance.now() - started) / 1000);
      progress(seconds, undefined, `the person was asked ${seconds} s ago`);
    };
    const timer = setInterval(sign, SIGN_MS);
    try {
      const agent = caller.client?.name;
      const { text: said, isRefused } = await deps.desk.ask(
        ownerOf(caller),
        {
          ask: deps.redact(args.text),
          ...(agent !== undefined && { agent }),
          ...(args.tab !== undefined && { page: args.tab }),
        },
        signal,
      );
      return { blocks: [text(answerWords(said.trim(), isRefused))], isOwn: true };
    } finally {
      clearInterval(timer);
    }
  },
});

function answerWords(said: string, isRefused: boolean): string {
  if (isRefused) return said === '' ? 'The person declined.' : `The person declined: ${said}`;
  return said === '' ? 'The person says that it is done.' : `The person says: ${said}`;
}

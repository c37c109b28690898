import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { fault } from '../kernel/fault.ts';
import { outsidePattern } from '../kernel/pattern.ts';
import type { CustomPattern } from '../kernel/redact.ts';

const file = z.object({
  patterns: z.array(
    z.object({
      name: z.string().regex(/^[\w-]{1,40}$/, 'a name has letters, digits and dashes'),
      pattern: z.string().min(1).max(1000),
      replacement: z.string().max(200).optional(),
    }),
  ),
});

/**
 * Patterns of the user's own, in RE2 syntax: they run on everything that leaves the server, so they must take
 * linear time whatever the text. A pattern that cannot be used is refused; skipping it would leak in silence.
 */
export async function loadPatterns(path: string): Promise<CustomPattern[]> {
  const refuse = (problem: string, cause?: unknown) => fault('INVALID_CONFIG_FILE', { path, problem }, cause);
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw refuse((cause as Error).message, cause);
  }
  const parsed = file.safeParse(content);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw refuse(`${issue.path.join('.')}: ${issue.message}`);
  }
  return Promise.all(
    parsed.data.patterns.map(async ({ name, pattern, replacement }) => {
      const compiled = await outsidePattern(pattern).catch((cause: Error) => {
        throw refuse(`pattern "${name}": ${cause.message}`, cause);
      });
      return { name, replacement, spans: (text: string) => compiled.spans(text) };
    }),
  );
}

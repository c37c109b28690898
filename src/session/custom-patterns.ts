import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { fault } from '../kernel/fault.ts';
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
  const { RE2JS } = await import('re2js');
  return parsed.data.patterns.map(({ name, pattern, replacement }) => {
    let compiled: InstanceType<typeof RE2JS>;
    try {
      compiled = RE2JS.compile(pattern);
    } catch (cause) {
      throw refuse(`pattern "${name}": ${(cause as Error).message}`, cause);
    }
    return { name, replacement, replace: replacer(compiled) };
  });
}

interface Matcher {
  matcher(text: string): { find(): boolean; start(): number; end(): number };
}

function replacer(compiled: Matcher) {
  return (text: string, by: string) => {
    const matcher = compiled.matcher(text);
    let result = '';
    let from = 0;
    let count = 0;
    while (matcher.find()) {
      if (matcher.end() === matcher.start()) continue;
      result += text.slice(from, matcher.start()) + by;
      from = matcher.end();
      count++;
    }
    return { text: result + text.slice(from), count };
  };
}

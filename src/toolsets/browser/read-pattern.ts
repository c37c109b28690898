import { badArguments } from './define-tool.ts';

/** The regular expression that an argument holds. */
export function readPattern(tool: string, argument: string, source: string, flags = ''): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    throw badArguments(
      tool,
      `"${argument}" is no regular expression: ${source}`,
      `Invalid arguments for tool "${tool}":\n✖ Invalid regular expression\n  → at ${argument}`,
    );
  }
}

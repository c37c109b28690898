import type { z } from 'zod';
import { text } from '../kernel/content.ts';
import type { Fault } from '../kernel/fault.ts';
import type { ToolResult } from './service.ts';

/** A failed call as playwright-mcp shows it. Browser tools bring the whole answer along: it may tell of the page. */
export function playwrightError(fault: Fault, tool: string): ToolResult {
  const { answer } = fault.data;
  const words = typeof answer === 'string' ? answer : `### Error\n${sentence(fault, tool)}`;
  return { content: [text(words)], isError: true };
}

function sentence({ code, message, hint, data, cause }: Fault, tool: string): string {
  if (code !== 'INVALID_ARGUMENTS') return `Error: ${message} ${hint}`;
  const problems = Array.isArray(data.problems) ? data.problems : [];
  const lines = issuesOf(cause)?.map(problem) ?? problems.map((one) => `✖ ${one}`);
  return [`Invalid arguments for tool "${tool}":`, ...lines].join('\n');
}

/** What the check of the arguments found. */
function issuesOf(cause: unknown): readonly z.core.$ZodIssue[] | undefined {
  const isCheck = typeof cause === 'object' && cause !== null && 'issues' in cause;
  if (!isCheck || !Array.isArray(cause.issues)) return undefined;
  const issues: readonly z.core.$ZodIssue[] = cause.issues;
  return [...issues].sort((a, b) => a.path.length - b.path.length);
}

const problem = ({ message, path }: z.core.$ZodIssue) =>
  path.length > 0 ? `✖ ${message}\n  → at ${placeOf(path)}` : `✖ ${message}`;

/** `fields[0].type`, `data["text/plain"]`. */
function placeOf(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return /^\w+$/.test(String(step)) ? `.${String(step)}` : `[${JSON.stringify(String(step))}]`;
  });
  return steps.join('').replace(/^\./, '');
}

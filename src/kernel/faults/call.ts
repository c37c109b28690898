import { type NoData, nearestHint, row } from './row.ts';

/** The call itself. */
export const callFaults = {
  UNKNOWN_TOOL: row<{ name: string; nearest?: string | undefined }>(
    'missing',
    (d) => `Unknown tool: ${d.name}.`,
    (d) => `${nearestHint(d.nearest)}Call tools/list for the names.`,
  ),
  INVALID_ARGUMENTS: row<{
    tool: string;
    problems: readonly string[];
    /** The first argument that is wrong, and whether it is not there at all. */
    param?: string | undefined;
    isMissing?: boolean | undefined;
    /** A call that would be taken. */
    example?: string | undefined;
  }>(
    'input',
    (d) => `Invalid arguments for ${d.tool}: ${d.problems.join('; ')}.`,
    (d) => (d.example ? `Call it like this: ${d.example}.` : 'Correct the named arguments and call again.'),
  ),
  UNKNOWN_RESOURCE: row<{ uri: string }>(
    'missing',
    (d) => `Resource not found: ${d.uri}.`,
    'Call resources/list and resources/templates/list for what can be read.',
  ),
  UNKNOWN_PROMPT: row<{ name: string; nearest?: string | undefined }>(
    'input',
    (d) => `Unknown prompt: ${d.name}.`,
    (d) => `${nearestHint(d.nearest)}Call prompts/list for the names.`,
  ),
  RATE_LIMITED: row<{ limit: number; retryAfterMs: number }>(
    'state',
    (d) => `Tool call rate limit exceeded (${d.limit} calls a minute).`,
    (d) => `Wait ${(d.retryAfterMs / 1000).toFixed(1)} s, or raise it with --rate-limit.`,
  ),
  TOOL_TIMEOUT: row<{ tool: string; ms: number }>(
    'world',
    (d) => `${d.tool} did not finish within ${d.ms / 1000} s.`,
    'Try a smaller step, or raise the limit with --call-timeout.',
  ),
  CANCELLED: row<{ tool: string }>(
    'state',
    (d) => `${d.tool} was cancelled.`,
    'Call it again if it is still wanted.',
  ),
  SHUTTING_DOWN: row<NoData>('state', 'The server is shutting down.', 'Start it again before the next call.'),
  MANIFEST_OUTDATED: row<{ toolset: string; problem: string }>(
    'internal',
    (d) => `The list of tools does not fit the toolset ${d.toolset}: ${d.problem}.`,
    'Run "npm run gen" and build again; if it was installed, install it again.',
  ),
  INTERNAL: row<NoData>(
    'internal',
    'Something unforeseen went wrong inside the server.',
    'The cause is in the log (stderr, or --log-file). Please report it.',
  ),
};

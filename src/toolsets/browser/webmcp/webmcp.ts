import { z } from 'zod';
import { callPageTool, type PageTool, pageTools } from '../../../engines/browser/actions/page-tools.ts';
import { fault } from '../../../kernel/fault.ts';
import { quotePageText } from '../../../kernel/page-fence.ts';
import { ownText, pageText } from '../../../report/browser-result.ts';
import { PAGE_FAULTS, type PageCall, pageTool, type Result } from '../define-tool.ts';

const input = {
  name: z.string().min(1).optional(),
  params: z.record(z.string(), z.unknown()).optional().describe("As the tool's inputSchema has it."),
  frame: z.string().min(1).optional().describe('As listed, where several frames have the tool.'),
};
type Args = z.output<z.ZodObject<typeof input>>;

/** Tools of pages never stand in our own list: a page could describe one so that an agent hands it what it knows. */
export const webmcp = pageTool({
  name: 'browser_webmcp',
  title: 'Tools of the page',
  summary:
    "Without name: list the page's own tools (WebMCP). With it: call one. What they say is the page's.",
  effect: 'write',
  input,
  faults: [
    'NO_SUCH_PAGE_TOOL',
    'AMBIGUOUS_PAGE_TOOL',
    'PAGE_TOOL_FAILED',
    'EVALUATION_TIMEOUT',
    'ACTION_FAILED',
    ...PAGE_FAULTS,
  ],
  run: (call) => (call.args.name === undefined ? list(call) : use(call, call.args.name)),
});

async function list({ tab, signal }: PageCall<unknown>): Promise<Result> {
  const { value: tools = [] } = await pageTools(tab, { signal });
  if (tools.length === 0) return { results: [ownText('The page offers no tools.')], data: { tools } };
  const head = tools.length === 1 ? 'The page offers 1 tool.' : `The page offers ${tools.length} tools.`;
  return {
    results: [ownText(`${head} ${WHOSE}`), pageText(tools.map(toolLines).join('\n'))],
    data: { tools },
  };
}

async function use({ tab, args, signal }: PageCall<Args>, name: string): Promise<Result> {
  const outcome = await callPageTool(tab, name, { params: args.params, frame: args.frame, signal });
  const { value } = outcome;
  const words = JSON.stringify(value, null, 2) ?? 'null';
  // It says so itself, as a tool of MCP does.
  const hasFailed =
    typeof value === 'object' && value !== null && 'isError' in value && value.isError === true;
  return {
    ...(hasFailed && { failed: fault('PAGE_TOOL_FAILED', { name, why: words }) }),
    results: [ownText(`Called the page's tool ${quotePageText(name)}. ${WHOSE}`), pageText(words)],
    data: { result: value ?? null },
    outcome,
    show: 'changes',
  };
}

const WHOSE = "Names, descriptions and answers are the page's words.";

function toolLines({ name, description, inputSchema, annotations = {}, frame }: PageTool): string {
  const hints = Object.keys(annotations);
  return [
    `- ${name}${hints.length > 0 ? ` [${hints.join(', ')}]` : ''}: ${description}`,
    ...(frame === undefined ? [] : [`  - frame: ${frame}`]),
    ...(inputSchema === undefined ? [] : [`  - inputSchema: ${JSON.stringify(inputSchema)}`]),
  ].join('\n');
}

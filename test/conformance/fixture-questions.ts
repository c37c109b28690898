/** The tools that ask the client back: by a request of their own (handshake era) or by an incomplete result. */
import {
  acceptedContent,
  type ElicitRequestFormParams,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { declared, type FixtureTool, type FixtureTools, plain, said } from './fixture-tools.ts';

type Form = ElicitRequestFormParams['requestedSchema'];

export interface State {
  readonly step: number;
}

const form = (properties: Form['properties'], required: string[] = []): Form => ({
  type: 'object',
  properties,
  required,
});

/** Asks by a request to the client and says what came back. */
async function ask(ctx: ServerContext, message: string, requestedSchema: Form, lead: string) {
  const { action, content } = await ctx.mcpReq.elicitInput({ mode: 'form', message, requestedSchema });
  return said(`${lead}: action=${action}, content=${JSON.stringify(content ?? {})}`);
}

const options = ['option1', 'option2', 'option3'];
const titled = (words: readonly string[]) =>
  words.map((title, index) => ({ const: `value${index + 1}`, title }));

const defaults = form({
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
});

const enums = form({
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled(['First Option', 'Second Option', 'Third Option']) },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled(['First Choice', 'Second Choice', 'Third Choice']) } },
});

function needing(
  argument: string,
  run: (value: string, ctx: ServerContext) => ReturnType<FixtureTool['run']>,
): FixtureTool {
  return {
    description: `Passes its ${argument} to the client`,
    inputSchema: { type: 'object', properties: { [argument]: { type: 'string' } }, required: [argument] },
    run: (args, ctx) => run(String(args[argument]), ctx),
  };
}

const person = form({ username: { type: 'string' }, email: { type: 'string' } }, ['username', 'email']);

/** Handshake era: the server sends a request and waits. */
export const askingTools: FixtureTools = {
  test_sampling: needing('prompt', async (prompt, ctx) => {
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
    const { content } = await ctx.mcpReq.requestSampling({ messages, maxTokens: 100 });
    const first = Array.isArray(content) ? content[0] : content;
    return said(`LLM response: ${first?.type === 'text' ? first.text : JSON.stringify(first)}`);
  }),
  test_elicitation: needing('message', (message, ctx) => ask(ctx, message, person, 'User response')),
  test_elicitation_sep1034_defaults: plain('Asks with defaults', (_, ctx) =>
    ask(ctx, 'Please review and submit the form', defaults, 'Elicitation completed'),
  ),
  test_elicitation_sep1330_enums: plain('Asks with every kind of enum', (_, ctx) =>
    ask(ctx, 'Please choose', enums, 'Elicitation completed'),
  ),
};

/** A question with one text field. */
export const question = (message: string, field: string): InputRequest =>
  inputRequired.elicit({ message, requestedSchema: form({ [field]: { type: 'string' } }, [field]) });

const confirmation = inputRequired.elicit({
  message: 'Please confirm',
  requestedSchema: form({ ok: { type: 'boolean' } }, ['ok']),
});

const prompt = (words: string, maxTokens: number): InputRequest =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  });

/** The text a client gave to a question; undefined when it gave none. */
export function given(ctx: ServerContext, key: string, field: string): string | undefined {
  const value = acceptedContent(ctx.mcpReq.inputResponses, key)?.[field];
  return typeof value === 'string' ? value : undefined;
}

async function greet(ctx: ServerContext) {
  const name = given(ctx, 'user_name', 'name');
  if (name !== undefined) return said(`Hello, ${name}!`);
  return inputRequired({ inputRequests: { user_name: question('What is your name?', 'name') } });
}

async function sample(ctx: ServerContext) {
  const answer = inputResponse(ctx.mcpReq.inputResponses, 'capital_question');
  if (answer.kind === 'sampling') return said(`The client says: ${JSON.stringify(answer.result.content)}`);
  return inputRequired({
    inputRequests: { capital_question: prompt('What is the capital of France?', 100) },
  });
}

async function listRoots(ctx: ServerContext) {
  const answer = inputResponse(ctx.mcpReq.inputResponses, 'client_roots');
  if (answer.kind === 'roots') return said(`Roots: ${answer.roots.map((root) => root.uri).join(', ')}`);
  return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
}

/** Only what the client declared may be asked of it. */
async function askWhatIsDeclared(ctx: ServerContext): Promise<InputRequiredResult> {
  const { elicitation, sampling } = declared(ctx);
  return inputRequired({
    inputRequests: {
      ...(elicitation && { name: question('What is your name?', 'name') }),
      ...(sampling && { greeting: prompt('Generate a greeting', 50) }),
    },
  });
}

async function askThree(ctx: ServerContext, codec: RequestStateCodec<State>) {
  const { inputResponses } = ctx.mcpReq;
  const kinds = ['user_name', 'greeting', 'client_roots'].map(
    (key) => inputResponse(inputResponses, key).kind,
  );
  if (ctx.mcpReq.requestState<State>()?.step === 1 && !kinds.includes('missing'))
    return said('All three came.');
  return inputRequired({
    inputRequests: {
      user_name: question('What is your name?', 'name'),
      greeting: prompt('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    },
    requestState: await codec.mint({ step: 1 }),
  });
}

async function askTwice(ctx: ServerContext, codec: RequestStateCodec<State>) {
  const step = ctx.mcpReq.requestState<State>()?.step ?? 0;
  if (step === 2 && given(ctx, 'step2', 'color') !== undefined) return said('Both steps are done.');
  if (step === 1 && given(ctx, 'step1', 'name') !== undefined) {
    const step2 = question('Step 2: What is your favorite color?', 'color');
    return inputRequired({ inputRequests: { step2 }, requestState: await codec.mint({ step: 2 }) });
  }
  const step1 = question('Step 1: What is your name?', 'name');
  return inputRequired({ inputRequests: { step1 }, requestState: await codec.mint({ step: 1 }) });
}

async function confirm(ctx: ServerContext, codec: RequestStateCodec<State>) {
  const isConfirmed = inputResponse(ctx.mcpReq.inputResponses, 'confirm').kind === 'elicit';
  if (isConfirmed && ctx.mcpReq.requestState<State>()?.step === 1) return said('state-ok');
  return inputRequired({
    inputRequests: { confirm: confirmation },
    requestState: await codec.mint({ step: 1 }),
  });
}

/** Stateless era: the server returns what it needs and is called again. */
export function incompleteTools(codec: RequestStateCodec<State>): FixtureTools {
  const tool = (name: string, run: (ctx: ServerContext) => ReturnType<FixtureTool['run']>) => ({
    [`test_${name}`]: plain(`Asks the client: ${name}`, (_, ctx) => run(ctx)),
  });
  return {
    ...tool('input_required_result_elicitation', greet),
    ...tool('streaming_elicitation', greet),
    ...tool('input_required_result_sampling', sample),
    ...tool('input_required_result_list_roots', listRoots),
    ...tool('input_required_result_capabilities', askWhatIsDeclared),
    ...tool('input_required_result_request_state', (ctx) => confirm(ctx, codec)),
    ...tool('input_required_result_tampered_state', (ctx) => confirm(ctx, codec)),
    ...tool('input_required_result_multiple_inputs', (ctx) => askThree(ctx, codec)),
    ...tool('input_required_result_multi_round', (ctx) => askTwice(ctx, codec)),
  };
}

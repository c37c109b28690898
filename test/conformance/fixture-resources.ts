/** The resources and prompts that the official suite reads by name. */
import {
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { given, question } from './fixture-questions.ts';
import { picture, png, text } from './fixture-tools.ts';

export const resources = [
  { uri: 'test://static-text', name: 'Static text', description: 'A text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'Static binary', description: 'An image', mimeType: 'image/png' },
  {
    uri: 'test://watched-resource',
    name: 'Watched',
    description: 'Can be subscribed',
    mimeType: 'text/plain',
  },
];

export const resourceTemplates = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'Template',
    description: 'Data of an id',
    mimeType: 'application/json',
  },
];

export function readResource(uri: string): ReadResourceResult {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] };
  }
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: png }] };
  const texts: Record<string, string> = {
    'test://static-text': 'This is the content of the static text resource.',
    'test://watched-resource': 'Watched resource content.',
  };
  const found = texts[uri];
  if (found === undefined) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: 'text/plain', text: found }] };
}

const argument = (name: string) => ({ name, description: `The ${name}`, required: true });

export const prompts: Prompt[] = [
  { name: 'test_simple_prompt', description: 'Without arguments' },
  {
    name: 'test_prompt_with_arguments',
    description: 'With two arguments',
    arguments: [argument('arg1'), argument('arg2')],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'With a resource',
    arguments: [argument('resourceUri')],
  },
  { name: 'test_prompt_with_image', description: 'With an image' },
  { name: 'test_input_required_result_prompt', description: 'Asks the client first' },
];

type Content = GetPromptResult['messages'][number]['content'];
const messages = (...contents: Content[]): GetPromptResult => ({
  messages: contents.map((content) => ({ role: 'user', content })),
});

export function getPrompt(
  name: string,
  args: Readonly<Record<string, string>>,
  ctx: ServerContext,
): GetPromptResult | InputRequiredResult {
  switch (name) {
    case 'test_simple_prompt':
      return messages(text('This is a simple prompt for testing.'));
    case 'test_prompt_with_arguments':
      return messages(text(`Prompt with arguments: arg1='${args['arg1']}', arg2='${args['arg2']}'`));
    case 'test_prompt_with_embedded_resource': {
      const words = 'Embedded resource content for testing.';
      const resource = { uri: String(args['resourceUri']), mimeType: 'text/plain', text: words };
      return messages({ type: 'resource', resource }, text('Please process the embedded resource above.'));
    }
    case 'test_prompt_with_image':
      return messages(picture, text('Please analyze the image above.'));
    case 'test_input_required_result_prompt': {
      const context = given(ctx, 'user_context', 'context');
      if (context !== undefined) return messages(text(`Use this context: ${context}`));
      const user_context = question('What context should the prompt use?', 'context');
      return inputRequired({ inputRequests: { user_context } });
    }
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
  }
}

/** The tools that the official suite calls by name, apart from those that ask the client back. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';

export type Arguments = Readonly<Record<string, unknown>>;

export interface FixtureTool {
  readonly description: string;
  readonly inputSchema: Tool['inputSchema'];
  run(args: Arguments, ctx: ServerContext): Promise<CallToolResult | InputRequiredResult>;
}

export type FixtureTools = Readonly<Record<string, FixtureTool>>;

/** One red pixel. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A WAV file with a header and no samples. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

export const text = (words: string) => ({ type: 'text' as const, text: words });
export const picture = { type: 'image' as const, data: png, mimeType: 'image/png' };
export const said = (words: string): CallToolResult => ({ content: [text(words)] });

/** What the client says it can do, in the request itself. */
export function declared(ctx: ServerContext): ClientCapabilities {
  const envelope: Readonly<Record<string, ClientCapabilities | undefined>> = { ...ctx.mcpReq.envelope };
  return envelope[CLIENT_CAPABILITIES_META_KEY] ?? {};
}

/** A tool without arguments. */
export function plain(description: string, run: FixtureTool['run']): FixtureTool {
  return { description, inputSchema: { type: 'object', properties: {} }, run };
}

const embedded = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});

const contents: FixtureTools = {
  test_simple_text: plain('Returns text', async () => said('This is a simple text response for testing.')),
  test_image_content: plain('Returns an image', async () => ({ content: [picture] })),
  test_audio_content: plain('Returns audio', async () => ({
    content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
  })),
  test_embedded_resource: plain('Returns an embedded resource', async () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  })),
  test_multiple_content_types: plain('Returns text, image and resource', async () => ({
    content: [
      text('Multiple content types test:'),
      picture,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  })),
  test_error_handling: plain('Always fails', async () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  })),
};

async function reportProgress(ctx: ServerContext): Promise<CallToolResult> {
  const token = ctx.mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progress > 0) await pause(50);
    if (token === undefined) continue;
    const params = { progressToken: token, progress, total: 100, message: `${progress} of 100` };
    await ctx.mcpReq.notify({ method: 'notifications/progress', params });
  }
  return said('Progress was reported.');
}

async function log(ctx: ServerContext, lines: readonly string[]): Promise<CallToolResult> {
  for (const [index, line] of lines.entries()) {
    if (index > 0) await pause(50);
    await ctx.mcpReq.log('info', line);
  }
  return said('Messages were logged.');
}

const notifying: FixtureTools = {
  test_tool_with_progress: plain('Reports progress', (_, ctx) => reportProgress(ctx)),
  test_tool_with_logging: plain('Logs three messages', (_, ctx) =>
    log(ctx, ['Tool execution started', 'Tool processing data', 'Tool execution completed']),
  ),
  test_logging_tool: plain('Logs one message', (_, ctx) => log(ctx, ['One message'])),
  test_missing_capability: plain('Needs sampling', async (_, ctx) => {
    if (!declared(ctx).sampling)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    return said('The client can sample.');
  }),
};

/** Schemas with every keyword that a server must hand on unchanged. */
const keywords: FixtureTools = {
  json_schema_2020_12_tool: {
    description: 'Has a schema with the keywords of JSON Schema 2020-12',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    run: async () => said('ok'),
  },
};

export const plainTools: FixtureTools = { ...contents, ...notifying, ...keywords };

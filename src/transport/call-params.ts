import type { StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { CompletionRef } from '../session/service.ts';
import { isFields } from './message.ts';

/** Thrown by a reader; becomes "Invalid params for <method>: <sentence>". */
class Unfit extends Error {}

type Fields = Record<string, unknown>;

/** A hand-written reader in the form that the SDK takes schemas in: plain sentences, and no time lost. */
function schema<T>(read: (params: Fields) => T): { params: StandardSchemaV1<unknown, T> } {
  return {
    params: {
      '~standard': {
        version: 1,
        vendor: 'sensorium',
        validate(value) {
          try {
            return { value: read(isFields(value) ? value : {}) };
          } catch (thrown) {
            if (thrown instanceof Unfit) return { issues: [{ message: thrown.message }] };
            throw thrown;
          }
        },
      },
    },
  };
}

function string(params: Fields, key: string): string {
  const value = params[key];
  if (typeof value !== 'string') throw new Unfit(`"${key}" must be a string`);
  return value;
}

function object(params: Fields, key: string): Fields {
  const value = params[key] ?? {};
  if (!isFields(value)) throw new Unfit(`"${key}" must be an object`);
  return value;
}

/** Lists are never cut into pages, so there is no cursor that we gave. */
export const listParams = schema((params) => {
  if (params.cursor !== undefined && params.cursor !== null)
    throw new Unfit('this "cursor" is unknown; lists come in one page');
  return {};
});

export const anyParams = schema((params) => params);

/** What a client answers when it is asked for its roots. One that is odd does not spoil the others. */
export const rootsResult = schema(({ roots }) => ({
  roots: (Array.isArray(roots) ? roots : []).flatMap((root: unknown) =>
    isFields(root) && typeof root.uri === 'string' ? [{ uri: root.uri }] : [],
  ),
})).params;

export const callToolParams = schema((params) => ({
  name: string(params, 'name'),
  args: object(params, 'arguments'),
  progressToken: progressToken(params),
}));

export const readResourceParams = schema((params) => ({
  uri: string(params, 'uri'),
  progressToken: progressToken(params),
}));

export const getPromptParams = schema((params) => {
  const given = object(params, 'arguments');
  const args: Record<string, string> = {};
  for (const key of Object.keys(given)) args[key] = string(given, key);
  return { name: string(params, 'name'), args, progressToken: progressToken(params) };
});

export const completeParams = schema((params) => {
  const argument = object(params, 'argument');
  return {
    ref: completionRef(object(params, 'ref')),
    argument: { name: string(argument, 'name'), value: string(argument, 'value') },
  };
});

function completionRef(ref: Fields): CompletionRef {
  if (ref.type === 'ref/prompt') return { prompt: string(ref, 'name') };
  if (ref.type === 'ref/resource') return { template: string(ref, 'uri') };
  throw new Unfit('"ref.type" must be "ref/prompt" or "ref/resource"');
}

function progressToken(params: Fields): string | number | undefined {
  const token = isFields(params._meta) ? params._meta.progressToken : undefined;
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
}

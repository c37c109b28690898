import { z } from 'zod';
import { ownFolder } from '../folders.ts';
import { option, playwrightOption, urlOf } from '../option.ts';

/** What every command that offers tools takes. */
export const workOptions = {
  tools: option('Tools', {
    schema: z.array(z.string().min(1)).optional(),
    placeholder: 'NAMES',
    help: 'Offer only these tools; names with a leading "!" are left out instead.',
  }),
  list: option('Tools', {
    schema: z.enum(['full', 'short']).default('full'),
    help: 'How much the tool list tells: all, or one sentence a tool and only the first arguments.',
  }),
  rateLimit: option('Tools', {
    schema: z.int().min(0).max(1_000_000).default(500),
    placeholder: 'CALLS',
    help: 'Tool calls a minute with one key; 0 means no limit.',
  }),
  callTimeout: option('Tools', {
    schema: z.number().positive().max(86_400).default(60),
    placeholder: 'SECONDS',
    help: 'Time limit of a call.',
  }),
  outputDir: playwrightOption('Files', {
    schema: ownFolder.optional(),
    placeholder: 'FOLDER',
    help: "Folder for files that answers name. Default: .sensorium (with --answers playwright: .playwright-mcp) in the client's first root, else in the working folder; where that is / or a home folder, in the state folder.",
    isPath: true,
  }),
  redactPatterns: option('Files', {
    schema: z.string().min(1).optional(),
    placeholder: 'FILE',
    help: 'JSON file with patterns of your own to hide: {"patterns":[{"name","pattern","replacement"}]}.',
    isPath: true,
  }),
};

/** What only the whole product takes. */
export const productOptions = {
  otlp: option('Record', {
    schema: urlOf(/^https?$/, 'it takes an http:// or https:// address').optional(),
    placeholder: 'URL',
    help: 'Send calls of agents, actions and requests as spans to this OpenTelemetry collector (OTLP over HTTP, JSON). Secrets are hidden in them; nothing waits for it.',
  }),
  grpcSchema: option('Wire', {
    schema: z.array(z.string().min(1)).default([]),
    placeholder: 'FILES',
    help: 'Descriptor sets by which gRPC messages are read, as protoc --include_imports --descriptor_set_out and buf build -o write them.',
    isPath: true,
  }),
  toolsets: option('Tools', {
    schema: z.array(z.string().min(1)).optional(),
    placeholder: 'NAMES',
    help: 'Offer only these toolsets.',
  }),
  captureMb: option('Wire', {
    schema: z.int().min(1).max(10_000_000).default(4096),
    placeholder: 'MB',
    help: 'How much captured traffic is kept in the state folder; the oldest files go first.',
  }),
};

/** What the telemetry tools may do. */
export const telemetryOptions = {
  pilot: option('Tools', {
    schema: z.boolean().default(true),
    help: 'AI Web Pilot: let agents act on pages. --no-pilot turns it off for good; configure can only turn it off for a while.',
  }),
};

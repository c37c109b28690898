import { z } from 'zod';
import { hostName, keyText, option, portNumber, urlOf } from '../option.ts';

const origin = z
  .string()
  .min(1)
  .regex(/^(?:\*|null|[a-z][\w+.-]*:\/\/[^\s/]+\/?)$/i, 'an origin reads https://tools.example:8443');

/** Serving MCP over HTTP. */
export const servingOptions = {
  port: option({
    schema: portNumber.optional(),
    kind: 'number',
    group: 'Serving',
    placeholder: 'PORT',
    help: 'Serve MCP over HTTP on this port instead of stdio; 0 lets the system choose.',
    alsoEnv: ['PLAYWRIGHT_MCP_PORT'],
  }),
  host: option({
    schema: hostName.default('localhost'),
    kind: 'text',
    group: 'Serving',
    placeholder: 'HOST',
    help: 'Address to listen on. Anything but loopback always needs a key.',
    alsoEnv: ['PLAYWRIGHT_MCP_HOST'],
  }),
  apiKey: option({
    schema: keyText.min(8).optional(),
    kind: 'text',
    group: 'Serving',
    placeholder: 'KEY',
    help: 'Key that HTTP clients must send as "Authorization: Bearer KEY". Without it one is made and printed; the app keeps its own.',
    secret: true,
  }),
  allowedHosts: option({
    schema: z.array(hostName).default([]),
    kind: 'list',
    isOpen: true,
    group: 'Serving',
    placeholder: 'NAMES',
    help: 'Host names, besides loopback, that HTTP requests may be addressed to; * for any.',
    alsoEnv: ['PLAYWRIGHT_MCP_ALLOWED_HOSTS'],
  }),
  allowedOrigins: option({
    schema: z.array(origin).default([]),
    kind: 'list',
    group: 'Serving',
    placeholder: 'ORIGINS',
    help: 'Web origins whose pages may call this server, such as https://tools.example.',
  }),
  publicUrl: option({
    schema: urlOf(/^https?$/, 'it takes an http:// or https:// address').optional(),
    kind: 'text',
    group: 'Serving',
    placeholder: 'URL',
    help: 'Address under which clients reach this server, when a proxy stands in front of it.',
  }),
  sessionIdle: option({
    schema: z.number().positive().max(86_400).default(3600),
    kind: 'number',
    group: 'Serving',
    placeholder: 'SECONDS',
    help: 'End an HTTP session after this long without a request.',
  }),
};

import { z } from 'zod';
import { hostName, keyText, offSwitch, option, playwrightOption, portNumber, urlOf } from '../option.ts';

const origin = z
  .string()
  .min(1)
  .regex(/^(?:\*|null|[a-z][\w+.-]*:\/\/[^\s/]+\/?)$/i, 'an origin reads https://tools.example:8443');

/** Serving MCP over HTTP. */
export const servingOptions = {
  port: playwrightOption('Serving', {
    schema: portNumber.optional(),
    placeholder: 'PORT',
    help: 'Serve MCP over HTTP on this port instead of stdio; 0 lets the system choose.',
  }),
  host: playwrightOption('Serving', {
    schema: hostName.default('localhost'),
    placeholder: 'HOST',
    help: 'Address to listen on. On anything but loopback everybody needs a key.',
  }),
  apiKey: option('Serving', {
    schema: keyText.min(8).optional(),
    placeholder: 'KEY',
    help: 'Key that HTTP clients must send as "Authorization: Bearer KEY". Without it one is made and printed; the app keeps its own. rawprox, moonsurf-mcp and gasoline-mcp ask their own user on this machine for none, unless one is given.',
    secret: true,
  }),
  allowedHosts: playwrightOption('Serving', {
    schema: z.array(hostName).default([]),
    isOpen: true,
    placeholder: 'NAMES',
    help: 'Host names, besides loopback, that HTTP requests may be addressed to; * for any, where everybody needs a key.',
  }),
  allowedOrigins: option('Serving', {
    schema: z.array(origin).default([]),
    placeholder: 'ORIGINS',
    help: 'Web origins whose pages may call this server, such as https://tools.example; * or null only where everybody needs a key.',
  }),
  publicUrl: option('Serving', {
    schema: urlOf(/^https?$/, 'it takes an http:// or https:// address').optional(),
    placeholder: 'URL',
    help: 'Address under which clients reach this server, when a proxy stands in front of it.',
  }),
  sessionIdle: option('Serving', {
    schema: z.number().positive().max(86_400).default(3600),
    placeholder: 'SECONDS',
    help: 'End an HTTP session after this long without a request.',
  }),
  pingTimeoutMs: playwrightOption('Serving', {
    schema: z.int().max(86_400_000).default(0),
    placeholder: 'MS',
    help: 'End the HTTP session of a client that listens and takes longer than this to answer a ping. 0 sends none.',
  }),
};

/** For commands that let their own user call without a key. */
export const keylessOptions = {
  noKey: option('Serving', {
    schema: z.boolean().default(false),
    help: 'Nobody on this machine needs a key, whichever user it is. Without this, only connections that are shown to come from your own user need none.',
  }),
};

/** Serving clients on other machines. */
export const remoteOptions = {
  requireKey: option('Serving', {
    schema: z.boolean().default(false),
    help: 'Your own user on this machine needs a key too; one is made and printed when none is given.',
  }),
  apiKeys: option('Serving', {
    schema: z.array(keyText.min(4)).default([]),
    placeholder: 'KEYS',
    help: 'More keys that are as good as --api-key.',
    secret: true,
  }),
  tlsCert: option('Serving', {
    schema: z.string().min(1).optional(),
    placeholder: 'FILE',
    reads: true,
    help: 'Certificate (PEM) to serve HTTPS with; needs --tls-key.',
  }),
  tlsKey: option('Serving', {
    schema: z.string().min(1).optional(),
    placeholder: 'FILE',
    reads: true,
    help: 'Private key (PEM) of the certificate.',
  }),
  corsCredentials: option('Serving', {
    schema: z.boolean().default(false),
    help: 'Pages of --allowed-origins may send their cookies and logins along.',
  }),
  maxConnections: option('Serving', {
    schema: z.int().min(0).max(1_000_000).default(0),
    placeholder: 'COUNT',
    help: 'Event streams that one address may have open at once; 0 means no limit.',
  }),
  audit: offSwitch('Serving', 'Log who connected, was refused and called what, one JSON line each.'),
};

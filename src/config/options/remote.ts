import { z } from 'zod';
import { keyText, option } from '../option.ts';

/** Serving clients on other machines. */
export const remoteOptions = {
  requireKey: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Serving',
    help: 'HTTP clients on this machine need a key too; one is made and printed when none is given.',
  }),
  apiKeys: option({
    schema: z.array(keyText.min(4)).default([]),
    kind: 'list',
    group: 'Serving',
    placeholder: 'KEYS',
    help: 'More keys that are as good as --api-key.',
    secret: true,
  }),
  tlsCert: option({
    schema: z.string().min(1).optional(),
    kind: 'text',
    group: 'Serving',
    placeholder: 'FILE',
    reads: true,
    help: 'Certificate (PEM) to serve HTTPS with; needs --tls-key.',
  }),
  tlsKey: option({
    schema: z.string().min(1).optional(),
    kind: 'text',
    group: 'Serving',
    placeholder: 'FILE',
    reads: true,
    help: 'Private key (PEM) of the certificate.',
  }),
  corsCredentials: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Serving',
    help: 'Pages of --allowed-origins may send their cookies and logins along.',
  }),
  maxConnections: option({
    schema: z.int().min(0).max(1_000_000).default(0),
    kind: 'number',
    group: 'Serving',
    placeholder: 'COUNT',
    help: 'Event streams that one address may have open at once; 0 means no limit.',
  }),
  audit: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Serving',
    help: 'Log who connected, was refused and called what, one JSON line each.',
  }),
};

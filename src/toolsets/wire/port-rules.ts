import { z } from 'zod';
import { text } from '../../kernel/content.ts';
import { defineTool } from './deps.ts';

export const addPortRule = defineTool({
  name: 'add-port-rule',
  title: 'Add port rule',
  summary: 'Forward a local TCP port to a target and capture what passes. Point the client at local_port.',
  effect: 'write',
  openWorld: true,
  input: z.object({
    local_port: z.int().min(0).max(65535).describe('0: any free port.'),
    target_host: z
      .string()
      .min(1)
      .meta({ examples: ['127.0.0.1'] }),
    target_port: z.int().min(1).max(65535),
    persist: z.boolean().optional().describe('Again after a restart.'),
  }),
  faults: ['PORT_IN_USE', 'PORT_NOT_PERMITTED', 'INVALID_RULE'],
  async run({ args, deps, caller }) {
    await deps.ensureCapture?.(caller.session);
    deps.note?.(caller);
    const port = await deps.engine.addRule({
      localPort: args.local_port,
      targetHost: args.target_host,
      targetPort: args.target_port,
      host: deps.host,
      session: caller.session,
    });
    const rule = { localPort: port, targetHost: args.target_host, targetPort: args.target_port };
    if (args.persist) await deps.kept?.keep({ ...rule, caller: caller.name });
    const kept = args.persist ? ', also after a restart' : '';
    return {
      data: { local_port: port },
      blocks: [text(`Forwarding port ${port} to ${args.target_host}:${args.target_port}${kept}`)],
    };
  },
});

export const removePortRule = defineTool({
  name: 'remove-port-rule',
  title: 'Remove port rule',
  summary: 'Stop listening on a forwarded port.',
  effect: 'destroy',
  input: z.object({
    local_port: z.int().min(0).max(65535),
    connections: z.enum(['keep', 'cut']).default('keep').describe('What becomes of the open ones.'),
  }),
  faults: ['NO_SUCH_RULE'],
  async run({ args, deps, caller }) {
    // One whose port was taken is kept and not set; it is forgotten all the same.
    await deps.kept?.forget(args.local_port, caller.name);
    await deps.engine.removeRule(args.local_port, { connections: args.connections });
    return { blocks: [text(`Removed the rule for port ${args.local_port}`)] };
  },
});

import { parsePortRule } from '../../config/port-rule.ts';
import { fault } from '../../kernel/fault.ts';
import { doorWords } from './door-words.ts';
import { commandHelp, type Running } from './run-command.ts';
import { stopped } from './serve-command.ts';

/** RawProx: forward by rules, write the log, take orders at /mcp; STDOUT belongs to the log. */
export async function rawproxCommand({ profile, config, given, assembly, stop }: Running): Promise<void> {
  const hasWork = config.rules.length > 0 || config.mcpPort !== undefined;
  if (!hasWork && !config.logDirectory && !given.has('filenameFormat')) {
    process.stderr.write(commandHelp(profile));
    return;
  }
  if (given.has('filenameFormat') && !config.logDirectory) {
    const problem = 'it needs an @DIRECTORY; STDOUT has no file names';
    throw fault('INVALID_FLAG', { flag: '--filename-format', problem });
  }
  if (!hasWork) {
    const problem = 'there is nothing to log without a port rule or --mcp-port';
    throw fault('INVALID_FLAG', { flag: '@DIRECTORY', problem });
  }
  const rules = config.rules.map(parsePortRule);
  const engine = await assembly.wire.get();
  const host = config.wireHost === 'localhost' ? undefined : config.wireHost;
  for (const rule of rules) {
    const port = await engine.addRule({ ...rule, host });
    process.stderr.write(`rawprox forwards port ${port} to ${rule.targetHost}:${rule.targetPort}\n`);
  }
  await engine.startLogging({ directory: config.logDirectory ?? null });
  if (config.mcpPort !== undefined) {
    const served = await assembly.serveHttp(profile, { port: config.mcpPort });
    process.stderr.write(doorWords(profile.command, served));
    await engine.announce({ event: 'mcp-ready', endpoint: `http://localhost:${served.ports[0]}/mcp` });
    await stopped(stop);
    await served.close();
  } else await stopped(stop);
}

/** The echo service as a process that speaks MCP on its standard streams. */
import { makeLog } from '../../src/kernel/log.ts';
import { serviceFactory } from '../../src/transport/connection.ts';
import { serveStdioConnection } from '../../src/transport/stdio.ts';
import { echoService } from './echo-service.ts';

const log = makeLog('error', (line) => process.stderr.write(line));
const { stdin: input, stdout: output } = process;
const factory = serviceFactory(echoService(), log);
await serveStdioConnection({ factory, input, output, log, cwd: process.cwd() }).closed;

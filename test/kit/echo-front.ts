/** An HTTP front with the echo service behind it, closed when the test is over. */
import { silentLog } from '../../src/kernel/log.ts';
import { serviceFactory } from '../../src/transport/connection.ts';
import { createHttpFront, type HttpFront, type HttpFrontOptions } from '../../src/transport/http.ts';
import { type EchoService, echoService } from './echo-service.ts';
import type { Cleanup } from './scratch.ts';

export interface EchoFront {
  readonly service: EchoService;
  readonly front: HttpFront;
  readonly port: number;
  /** Without a path. */
  readonly base: string;
  readonly mcp: string;
}

export async function startFront(
  t: Cleanup,
  options: Partial<HttpFrontOptions> = {},
  host = '127.0.0.1',
): Promise<EchoFront> {
  const service = echoService();
  const factory = serviceFactory(service, silentLog);
  const front = createHttpFront({ factory, log: silentLog, cwd: '/work', ...options });
  t.after(() => front.close());
  const { port } = await front.listen(0, host);
  const base = `http://127.0.0.1:${port}`;
  return { service, front, port, base, mcp: `${base}/mcp` };
}

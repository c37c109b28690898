import { WebSocket } from 'ws';
import { fault } from '../../../../kernel/fault.ts';
import { within } from '../../../../kernel/within.ts';
import { messageOf } from '../../page/translate.ts';

/**
 * Connections that a person was asked for. A browser asks at each one, and its question outlives whoever gives up:
 * so nobody asks while a question is open, and who comes later waits for its answer.
 */
const asked = new Map<string, Promise<WebSocket>>();

/** A connection that the person has allowed. A question that is not answered in time stays for the next call. */
export async function allowedConnection(address: string, ms: number): Promise<WebSocket> {
  const limit = AbortSignal.timeout(ms);
  for (;;) {
    const asking = asked.get(address) ?? ask(address);
    const socket = await within(asking, ms, limit);
    if (!socket)
      throw fault('RUNNING_BROWSER_CLOSED', {
        why: `it asks whether this connection is allowed, and nobody answered within ${ms / 1000} s`,
      });
    // Somebody else who waited for it may have been faster: then the browser asks once more, for us.
    if (asked.get(address) !== asking) continue;
    asked.delete(address);
    return socket;
  }
}

function ask(address: string): Promise<WebSocket> {
  const asking = connect(address);
  asked.set(address, asking);
  const forget = () => {
    if (asked.get(address) === asking) asked.delete(address);
  };
  asking.then((socket) => socket.once('close', forget), forget);
  return asking;
}

async function connect(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 256 * 2 ** 20 });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('open', resolve);
  socket.once('error', reject);
  socket.once('unexpected-response', (request, { statusCode }) => {
    request.destroy();
    reject(new Error(statusCode === 403 ? 'its person did not allow it' : `it answered ${statusCode}`));
  });
  try {
    await promise;
    socket.on('error', () => {}); // its end is told by close
    return socket;
  } catch (thrown) {
    const why = messageOf(thrown);
    const isStale = why.includes('ECONNREFUSED');
    throw fault(
      'RUNNING_BROWSER_CLOSED',
      { why: isStale ? 'it has ended, or no longer takes connections' : why },
      thrown,
    );
  }
}

import type { Browser } from 'playwright-core';
import type { RawData, WebSocket } from 'ws';

/** Who reads so much later than it comes is cut off. */
const MOST_WAITING = 256 * 2 ** 20;

/**
 * A way to the browser or to one of its targets that knows nothing of Playwright's: what the client says goes there
 * packed into a message, and what it hears comes out of one, sessions and all.
 */
export async function openTarget(browser: Browser, targetId: string) {
  const session = await browser.newBrowserCDPSession();
  const close = () => void session.detach().catch(() => {}); // the browser is gone
  try {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const join = (client: WebSocket) => {
      session.on('Target.receivedMessageFromTarget', (event) => {
        if (event.sessionId !== sessionId) return;
        client.send(event.message);
        if (client.bufferedAmount > MOST_WAITING) client.terminate();
      });
      session.on('Target.detachedFromTarget', (event) => {
        if (event.sessionId === sessionId) client.close();
      });
      client.on('error', () => client.terminate());
      client.on('message', (data: RawData) => {
        const message = String(data);
        session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => client.close());
      });
    };
    return { join, close };
  } catch (thrown) {
    close();
    throw thrown;
  }
}

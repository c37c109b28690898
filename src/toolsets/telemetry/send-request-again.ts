import type { ActAnswer } from '../../contract/app-control.ts';
import type { RequestData } from '../../contract/network-data.ts';
import type { Tab } from '../../engines/browser/page/tab.ts';
import { sendAgain } from './send-request-again.page.ts';

/** The program's own, and those of the connection: the browser makes them anew. */
const OWN =
  /^(?:host|connection|content-length|cookie|origin|referer|user-agent|accept-encoding|sec-.*|:.*)$/i;
/** What stands where a secret was. */
const HOLE = /\[(?:redacted|withheld)\b/i;

export interface SentRequest {
  readonly data: RequestData;
  /** As far as it is kept. */
  readonly body: Uint8Array | undefined;
  /** The page that it was sent by, if it is still open. */
  readonly tab: Pick<Tab, 'page'> | undefined;
}

const refused = (said: string): ActAnswer => ({ said, isRefused: true });

/** Has the page send a request again. The record has no secrets, so that what held one cannot be sent. */
export async function sendRequestAgain({ data, body, tab }: SentRequest): Promise<ActAnswer> {
  const { url, method, requestBody } = data;
  if (!tab) return refused('The page that sent it is not open any more.');
  const text = body && new TextDecoder().decode(body);
  const isWhole = !requestBody || ('blob' in requestBody && requestBody.stored === requestBody.length);
  if (!isWhole || (requestBody && 'kind' in requestBody && requestBody.kind === 'binary'))
    return refused('What it sent is not kept as a whole, so it cannot be sent again.');
  if (HOLE.test(url) || (text !== undefined && HOLE.test(text)))
    return refused('It held a secret, which the record does not keep, so it cannot be sent again.');
  const sent = data.requestHeaders.filter(([name]) => !OWN.test(name));
  const headers = sent.filter(([, value]) => !HOLE.test(value));
  const left = sent.filter(([, value]) => HOLE.test(value)).map(([name]) => name);
  const without = left.length > 0 ? ` It went without ${left.join(', ')}, which the record hides.` : '';
  try {
    const answer = await tab.page.evaluate(sendAgain, { url, method, headers, body: text });
    const { status, statusText, length, ms } = answer;
    const said = `${status} ${statusText}, ${length} bytes in ${Math.round(ms)} ms.`.replace(' ,', ',');
    return { said: `${said} The new request is in the timeline.${without}`, isRefused: false };
  } catch (thrown) {
    const [why = ''] = (thrown as Error).message.split('\n');
    return refused(`The page could not send it: ${why}${without}`);
  }
}

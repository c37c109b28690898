import { Buffer, isUtf8 } from 'node:buffer';
import type { Body, WithheldBody } from '../../../contract/network-data.ts';
import type { CaptureHost } from './capture-host.ts';
import type { Exchange } from './exchange.ts';
import { headerOf } from './headers.ts';

/** A sign-in page's script is as public as any other. */
const STATIC_TYPES = new Set(['script', 'stylesheet', 'image', 'font', 'media', 'manifest', 'texttrack']);

/** Brings bodies into the record, as far as the rules allow. */
export class BodyCapture {
  readonly #host: CaptureHost;

  constructor(host: CaptureHost) {
    this.#host = host;
  }

  /** The body of a request; asked for at its start, because the browser soon forgets it. */
  async ofRequest(exchange: Exchange): Promise<Body | undefined> {
    const { request, requestId } = exchange.started;
    if (!request.hasPostData && request.postData === undefined) return undefined;
    const refused = this.refused(request.url, exchange.type);
    if (refused) return refused;
    const mimeType = headerOf(exchange.requestHeaders, 'content-type') ?? '';
    const entries = request.postDataEntries ?? [];
    if (entries.length > 0 && entries.every(({ bytes }) => bytes !== undefined)) {
      return this.keep(Buffer.concat(entries.map(({ bytes }) => Buffer.from(bytes!, 'base64'))), mimeType);
    }
    if (request.postData !== undefined) return this.keep(Buffer.from(request.postData), mimeType);
    try {
      const { postData } = await exchange.session.send('Network.getRequestPostData', { requestId });
      return await this.keep(Buffer.from(postData), mimeType);
    } catch {
      return { withheld: 'gone' }; // files and streams are not told
    }
  }

  /** The body of an answer. Must be called as soon as it has come: the end of a page takes it away. */
  async ofResponse(exchange: Exchange, read?: (text: string | undefined) => void): Promise<Body | undefined> {
    let text: string | undefined;
    try {
      const content = await this.#fetched(exchange);
      if (!content || 'withheld' in content) return content;
      text = read && content.toString();
      return await this.keep(content, exchange.mimeType);
    } finally {
      read?.(text);
    }
  }

  async #fetched(exchange: Exchange): Promise<Buffer | WithheldBody | undefined> {
    const { started, response, decodedBytes } = exchange;
    if (!response || hasNone(exchange)) return undefined;
    const refused = this.refused(started.request.url, exchange.type);
    if (refused) return { ...refused, length: decodedBytes };
    if (decodedBytes > this.#host.limits.body) return { withheld: 'too-large', length: decodedBytes };
    try {
      await exchange.scene.load.over;
      const { requestId } = started;
      const { body, base64Encoded } = await exchange.session.send('Network.getResponseBody', { requestId });
      const content = Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
      return content.length === 0 && decodedBytes === 0 ? undefined : content;
    } catch {
      return { withheld: 'gone', length: decodedBytes };
    }
  }

  /** Puts a body into the record, without the secrets in it. */
  async keep(content: Uint8Array, mimeType: string): Promise<Body> {
    const isText = isUtf8(content) && !content.includes(0);
    const isForm = mimeType.startsWith('multipart/');
    let kept = content;
    if (isText || isForm) {
      // Files in a form may be anything: one character for one byte keeps them as they are.
      const charset = isText ? 'utf8' : 'latin1';
      const text = Buffer.from(content).toString(charset);
      const cleaned = this.#host.privacy.body(text, mimeType);
      if (cleaned !== text) kept = Buffer.from(cleaned, charset);
    }
    const { blob, length, stored } = await this.#host.putBody(kept);
    return {
      blob,
      length,
      stored,
      ...(mimeType && { mimeType }),
      kind: isText ? 'text' : 'binary',
      ...(kept !== content && { isRedacted: true as const }),
    };
  }

  /** Why the bodies of such a request are not kept, if they are not. */
  refused(url: string, type: string): WithheldBody | undefined {
    const { privacy } = this.#host;
    if (!privacy.rules.bodies) return { withheld: 'switched-off' };
    if (STATIC_TYPES.has(type) || !privacy.isAuthEndpoint(url)) return undefined;
    return { withheld: 'auth-endpoint' };
  }
}

function hasNone({ started, response, type }: Exchange): boolean {
  const status = response?.status ?? 0;
  return started.request.method === 'HEAD' || type === 'preflight' || [101, 103, 204, 205].includes(status);
}

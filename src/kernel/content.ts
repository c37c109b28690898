/** Content blocks, in the words of the protocol's content types. */
export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | ResourceLink;

export interface ResourceLink {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly description?: string;
}

export const text = (words: string): Block => ({ type: 'text', text: words });

export const image = (bytes: Uint8Array, mimeType: string): Block => ({
  type: 'image',
  data: base64(bytes),
  mimeType,
});

export const base64 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

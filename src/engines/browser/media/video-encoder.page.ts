export interface SentChunk {
  readonly time: number;
  readonly isKey: boolean;
  readonly data: string;
}

export interface SentPicture {
  readonly time: number;
  /** A JPEG file in base64. */
  readonly data: string;
}

/** What `startEncoding` leaves for the other two. */
export interface Encoding {
  add(picture: SentPicture): Promise<readonly SentChunk[]>;
  end(): Promise<readonly SentChunk[]>;
}

/** Chromium brings a VP8 encoder, so no ffmpeg has to be installed; it is there only for pages of a secure origin. */
export function startEncoding({
  width,
  height,
  bitrate,
}: {
  readonly width: number;
  readonly height: number;
  readonly bitrate: number;
}): void {
  const made: SentChunk[] = [];
  let failed: string | undefined;
  let count = 0;
  const base64 = (bytes: Uint8Array) => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  };
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      made.push({ time: chunk.timestamp / 1000, isKey: chunk.type === 'key', data: base64(bytes) });
    },
    error(error) {
      failed = String(error);
    },
  });
  encoder.configure({ codec: 'vp8', width, height, bitrate });
  const encoding: Encoding = {
    async add({ time, data }) {
      const picture = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${data}`)).blob());
      context.fillRect(0, 0, width, height);
      const scale = Math.min(width / picture.width, height / picture.height);
      context.drawImage(picture, 0, 0, picture.width * scale, picture.height * scale);
      const frame = new VideoFrame(canvas, { timestamp: Math.round(time * 1000) });
      encoder.encode(frame, { keyFrame: count++ % 100 === 0 });
      frame.close();
      picture.close();
      if (failed) throw new Error(failed);
      return made.splice(0);
    },
    async end() {
      await encoder.flush();
      return made.splice(0);
    },
  };
  Object.assign(globalThis, { encoding });
}

export function addPicture(picture: SentPicture): Promise<readonly SentChunk[]> {
  return (globalThis as unknown as { readonly encoding: Encoding }).encoding.add(picture);
}

export function endEncoding(): Promise<readonly SentChunk[]> {
  return (globalThis as unknown as { readonly encoding: Encoding }).encoding.end();
}

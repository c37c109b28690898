import type { TelemetryDeps } from '../deps.ts';
import type { RequestData } from '../seen.ts';

/** The body of an answer as it came, where nothing was cut or hidden in it and no charset stood between. */
export async function exactBytes(
  store: Pick<TelemetryDeps['store'], 'getBody'>,
  { responseBody: body, sizes }: RequestData,
): Promise<Uint8Array | undefined> {
  if (!body || 'withheld' in body || body.isRedacted) return undefined;
  if (body.stored !== body.length || body.length !== sizes.decodedBody) return undefined;
  return store.getBody(body);
}

import type { Store } from '../../store/store.ts';
import type { Body } from './seen.ts';

const REASONS: Readonly<Record<Extract<Body, { withheld: string }>['withheld'], string>> = {
  'auth-endpoint': 'withheld: this address handles logins',
  'switched-off': 'not captured: bodies are switched off',
  gone: 'not captured: the browser no longer had it',
  'too-large': 'not captured: too large',
};

/** The text of a body, at most `most` characters of it, and the whole of it; what is no text is only described. */
export async function bodyText(store: Pick<Store, 'getBody'>, body: Body | undefined, most: number) {
  if (!body) return undefined;
  if ('withheld' in body) {
    const size = body.length === undefined ? '' : `, ${body.length} bytes`;
    return { text: `[${REASONS[body.withheld]}${size}]`, isCut: false };
  }
  const mimeType = body.mimeType ?? 'unknown type';
  if (body.kind === 'binary') return { text: `[binary: ${body.length} bytes, ${mimeType}]`, isCut: false };
  const bytes = await store.getBody(body);
  if (!bytes) return { text: `[no longer kept: ${body.length} bytes, ${mimeType}]`, isCut: false };
  const whole = Buffer.from(bytes).toString('utf8');
  return {
    text: whole.length > most ? whole.slice(0, most) : whole,
    isCut: whole.length > most || body.stored < body.length,
    whole,
  };
}

import type { Recognizer } from './recognizer.ts';
import { PERSONAL } from './recognizers-personal.ts';
import { SECRETS } from './recognizers-secret.ts';
import { KEY_BODIES, KEY_SHAPES } from './redaction/key-shapes.ts';

/** Of those that are read from a picture the prefix must prove enough. */
export const sureKeys = KEY_SHAPES.filter(({ doubtful, body }) => !doubtful && body !== 'path');

const escaped = (text: string) => text.replaceAll(/[.~$-]/g, '\\$&');
const shapes = sureKeys.map(
  ({ prefix, body, least }) => `${escaped(prefix)}${KEY_BODIES[body]}{${least},300}`,
);

/** Keys that say themselves what they are. */
const VENDOR_KEYS: readonly Recognizer[] = [
  {
    name: 'vendor-key',
    kind: 'api_key',
    score: 1,
    pattern: new RegExp(`(?<![\\w-])(?:${shapes.join('|')})`, 'g'),
    needs: sureKeys.map(({ prefix }) => prefix.toLowerCase()),
  },
];

/** In the order in which the text of a picture is searched. */
export const RECOGNIZERS: readonly Recognizer[] = [...SECRETS, ...PERSONAL, ...VENDOR_KEYS];

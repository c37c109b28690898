import type { Recognizer } from './recognizer.ts';
import { PERSONAL } from './recognizers-personal.ts';
import { SECRETS } from './recognizers-secret.ts';
import { VENDOR_KEYS } from './recognizers-vendor.ts';

/** In the order in which text is searched. */
export const RECOGNIZERS: readonly Recognizer[] = [...SECRETS, ...PERSONAL, ...VENDOR_KEYS];

/** Fields whose value is secret whatever it looks like. */
export const SECRET_FIELD =
  /^(?:(?:proxy-)?authorization|passw(?:or)?d|pwd|secret|(?:x-)?api[-_]?key|secret[-_]?key|client[-_]?secret|(?:access|refresh|auth)[-_]?token)$/i;

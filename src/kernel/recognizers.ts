import type { Recognizer } from './recognizer.ts';
import { PERSONAL } from './recognizers-personal.ts';
import { SECRETS } from './recognizers-secret.ts';
import { VENDOR_KEYS } from './recognizers-vendor.ts';

/** In the order in which the text of a picture is searched. */
export const RECOGNIZERS: readonly Recognizer[] = [...SECRETS, ...PERSONAL, ...VENDOR_KEYS];

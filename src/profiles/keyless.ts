import type { Profile } from './profile.ts';

/** What says that a key is needed, and so cannot stand beside --no-key. */
export const KEYLESS_CONFLICTS: NonNullable<Profile['conflicts']> = [
  ['noKey', 'apiKey'],
  ['noKey', 'apiKeys'],
  ['noKey', 'requireKey'],
  ['noKey', 'publicUrl'],
];

import type { Caller } from './tool.ts';

/**
 * Who calls: all who came with the same key have the same name, and nothing tells the key from it. Sessions, tasks, the
 * journal and all that outlives a session are theirs alone.
 */
export type CallerName = string;

/** Whoever is shown to be our own user: on a pipe, on the local socket, or on loopback without a key. */
export const OWN_USER: CallerName = 'own user';
/** Where no key is needed, nobody can be told from anybody else. */
export const ANYBODY: CallerName = 'anybody';

/** Whoever has started the server: they are told its first key, and come in without one where none is needed. */
const STARTER: readonly CallerName[] = [OWN_USER, 'key 1', ANYBODY];

/** All names under which the same person may call. */
export const namesOfPerson = (name: CallerName): readonly CallerName[] =>
  STARTER.includes(name) ? STARTER : [name];

/** Whose is what outlives a session. */
export const ownerOf = ({ name = ANYBODY }: Pick<Caller, 'name'>): CallerName => name;

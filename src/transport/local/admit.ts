import { isDeepStrictEqual } from 'node:util';
import { asFault } from '../../kernel/fault.ts';
import type { Log } from '../../kernel/log.ts';
import type { Service } from '../../session/service.ts';
import { serviceFactory } from '../connection.ts';
import type { AppSocketOptions } from './app-socket.ts';

export interface AdmitParts {
  readonly version: string;
  /** What the app does instead of each command. */
  readonly services: ReadonlyMap<string, () => Service>;
  /** What the app is set to, by the same names as a command's greeting. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** How a setting is called on the command line. */
  readonly flagOf: (key: string) => string;
  readonly log: Log;
}

/** The app stands in for a command only if it would do all that the command was told. */
export function admitting(parts: AdmitParts): AppSocketOptions['admit'] {
  const { version, services, settings, flagOf, log } = parts;
  return (greeting) => {
    if (greeting.version !== version)
      return { refusal: `the app has version ${version}, the command ${greeting.version}` };
    const service = services.get(greeting.profile ?? '');
    if (!service) return { refusal: `it knows no command "${greeting.profile}"` };
    const others = Object.entries(greeting.settings).filter(
      ([key, value]) => !isDeepStrictEqual(settings[key], value),
    );
    if (others.length > 0)
      return { refusal: `the app runs with another ${others.map(([key]) => flagOf(key)).join(', ')}` };
    try {
      return { factory: serviceFactory(service(), log) };
    } catch (thrown) {
      return { refusal: asFault(thrown).message.replace(/\.$/, '') };
    }
  };
}

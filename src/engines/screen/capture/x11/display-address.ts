import { fault } from '../../../../kernel/fault.ts';
import type { Place } from '../connect-first.ts';

/** Where an X server listens. */
export interface DisplayAddress {
  readonly name: string;
  /** Empty for this machine. */
  readonly host: string;
  readonly number: number;
  readonly screen: number;
  /** What to connect to, in this order. */
  readonly places: readonly Place[];
}

/** Reads DISPLAY: `:0`, `:0.1`, `unix:0`, `host:10.0`. */
export function parseDisplay(name: string): DisplayAddress {
  const match = /^(?:(?<protocol>\w+)\/)?(?<host>[^/]*):(?<number>\d+)(?:\.(?<screen>\d+))?$/.exec(name);
  if (!match?.groups)
    throw fault('DISPLAY_UNREACHABLE', { display: name, why: 'DISPLAY is not host:number' });
  const number = Number(match.groups.number);
  const given = match.groups.host!.replace(/^\[(.*)\]$/, '$1');
  const host = given === 'unix' ? '' : given;
  const path = `/tmp/.X11-unix/X${number}`;
  // Linux servers listen on the abstract name too, which is seen where /tmp is another one (sandboxes).
  const places = host ? [{ host, port: 6000 + number }] : [{ path }, { path: `\0${path}` }];
  return { name, host, number, screen: Number(match.groups.screen ?? 0), places };
}

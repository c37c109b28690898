import { flagOf, isLoopback } from '../config/option.ts';
import type { Config } from '../config/options.ts';
import { fault } from '../kernel/fault.ts';
import type { Profile } from '../profiles/profile.ts';

/** `others`: all but connections that are shown to come from our own user on this machine. */
export type WhoNeedsKey = 'everybody' | 'others' | 'nobody';

/** Who must bring a key to the command's ports; settings that would let in more than was meant are refused. */
export function whoNeedsKey({ keyForOwnUser, flagNames }: Profile, config: Config): WhoNeedsKey {
  const { noKey, host, allowedHosts, allowedOrigins } = config;
  const hasKey = config.apiKey !== undefined || config.apiKeys.length > 0 || config.requireKey;
  if (noKey && !isLoopback(host))
    throw fault('INVALID_FLAG', {
      flag: '--no-key',
      problem: `other machines reach --host ${host}; leave one of the two out`,
    });
  // What a proxy passes on comes from its own user, whoever sent it.
  if (keyForOwnUser || hasKey || !isLoopback(host) || config.publicUrl !== undefined) return 'everybody';
  const wide = [
    ...allowedOrigins.filter((one) => one === '*' || one === 'null').map((one) => ['allowedOrigins', one]),
    ...allowedHosts.filter((one) => one === '*').map((one) => ['allowedHosts', one]),
  ];
  for (const [key = '', value] of wide)
    throw fault('INVALID_FLAG', {
      flag: `${flagOf(key, flagNames)} ${value}`,
      problem: 'without a key any web page could call; add --api-key KEY, or name those that you mean',
    });
  return noKey ? 'nobody' : 'others';
}

import { flagOf } from '../config/option.ts';
import type { OptionKey } from '../config/options.ts';
import { sharedSettings } from '../config/shown-settings.ts';
import { VERSION } from '../kernel/version.ts';
import { fotos } from '../profiles/fotos.ts';
import { gasoline } from '../profiles/gasoline.ts';
import { moonsurf } from '../profiles/moonsurf.ts';
import type { Profile } from '../profiles/profile.ts';
import { sensorium } from '../profiles/sensorium.ts';
import { viewpoint } from '../profiles/viewpoint.ts';
import { makeFolder } from '../session/output-folder.ts';
import type { Service } from '../session/service.ts';
import { keptKey } from '../transport/local/app-key.ts';
import { claimAddress } from '../transport/local/app-lock.ts';
import { AppSocket, admitting } from '../transport/local/app-socket.ts';
import type { Needs } from './parts.ts';
import type { Front, ServedHttp } from './serve-http.ts';

/** All commands that speak over stdio. RawProx does not: its standard output is its log. */
const PROFILES = [sensorium, viewpoint, moonsurf, gasoline, fotos];

type AppNeeds = Needs<'config' | 'log' | 'state'> & {
  readonly checks: Front['checks'];
  /** Where the commands look for the app. */
  readonly address: string;
  host(profile: Profile): Service;
  serveHttp(profile: Profile, front: Front): Promise<ServedHttp>;
};

/** The long-lived process: one assembly for every profile, over HTTP and over the local socket, until the work is done. */
export async function serveApp(needs: AppNeeds, work: (http: ServedHttp) => Promise<void>): Promise<void> {
  const { config, log, state, address, host } = needs;
  // Names of tools that do not exist are told before anything is made.
  host(sensorium);
  const admit = admitting({
    version: VERSION,
    services: new Map(PROFILES.map((profile) => [profile.command, () => host(profile)])),
    settings: sharedSettings(config, Object.keys(config) as OptionKey[]),
    flagOf,
    log,
  });
  await makeFolder(state);
  const lock = await claimAddress(address);
  try {
    const key = config.apiKey ?? (await keptKey(state));
    const http = await needs.serveHttp(sensorium, {
      port: config.port ?? 0,
      keptKey: key,
      checks: needs.checks,
    });
    try {
      const socket = await AppSocket.listen({
        address,
        log,
        self: { version: VERSION, pid: process.pid, endpoint: http.url },
        link: http.appLink,
        admit,
      });
      await work(http);
      await socket.close();
    } finally {
      await http.close();
    }
  } finally {
    await lock.release();
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fault } from '../../../kernel/fault.ts';
import { type Log, silentLog } from '../../../kernel/log.ts';
import type { Driver } from '../drivers/driver.ts';
import { type GridOptions, gridDriver } from '../drivers/grid.ts';
import { isHeadless, type LocalOptions, localDriver } from '../drivers/local.ts';
import { OwnBrowsers } from '../drivers/own/own-browsers.ts';
import { ownDriver } from '../drivers/own/own-driver.ts';
import { cdpDriver, playwrightServerDriver } from '../drivers/remote.ts';
import { type RunningDriverOptions, runningDriver } from '../drivers/running/running-driver.ts';
import { given } from '../given.ts';
import { type BrowserKind, findBrowser, isProgram } from '../launch/find-browser.ts';
import { loadPlaywright } from '../launch/load-playwright.ts';
import { listProfiles, type ProfileBrand, profileFolderOf } from '../launch/profile-store.ts';
import { type DevToolsDoor, DevToolsPort } from './devtools-port.ts';
import { type InstanceMode, type InstanceSpec, isLocal } from './instance-spec.ts';

/** How the pool starts and reaches browsers where a call says nothing else. */
export interface DriverSettings {
  readonly log: Log;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Unset: whichever browser is found on this machine. */
  readonly mode?: InstanceMode | undefined;
  readonly local: Omit<LocalOptions, 'log' | 'env' | 'userDataDir' | 'browserName' | 'channel'>;
  /** Loaded into every browser that is started here. */
  readonly extensions: readonly string[];
  /** When browsers are to have a DevTools port that others can attach to. */
  readonly devtools?: DevToolsDoor | undefined;
  readonly cdpEndpoint?: string | undefined;
  readonly cdpHeaders?: Readonly<Record<string, string>> | undefined;
  /** Attached to where a call of mode cdp names no endpoint: a person's browser as it runs. */
  readonly running?: RunningDriverOptions | undefined;
  readonly playwrightEndpoint?: string | undefined;
  readonly gridAddress?: string | undefined;
  readonly grid?: Partial<GridOptions> | undefined;
  /** People's own browsers that are here through their extension. */
  readonly own?: OwnBrowsers | undefined;
}

/** A driver for one instance, and what is known of the browser before it runs. */
export interface Prepared {
  readonly driver: Driver;
  readonly mode: InstanceMode;
  /** As people call it: Chrome, Chromium, … */
  readonly browser: string;
  /** The profile in words. */
  readonly profile: string;
  /** Its DevTools port on this machine. */
  readonly devtools?: DevToolsPort | undefined;
  /** Whether it has no window; unknown of a browser that runs elsewhere. */
  readonly isHeadless?: boolean;
  /** Gives back what was taken for it. */
  dispose(): Promise<void>;
}

const KINDS: Readonly<Record<string, { kinds: readonly BrowserKind[]; name: string; brand: ProfileBrand }>> =
  {
    chrome: { kinds: ['chrome'], name: 'Chrome', brand: 'chrome' },
    edge: { kinds: ['edge'], name: 'Edge', brand: 'edge' },
    chromium: { kinds: ['chromium', 'playwright'], name: 'Chromium', brand: 'chromium' },
    testing: { kinds: ['testing', 'playwright'], name: 'Chrome for Testing', brand: 'chrome' },
  };

const TEMPORARY = '(temporary)';

export async function driverFor(spec: InstanceSpec, settings: DriverSettings): Promise<Prepared> {
  const mode = spec.mode ?? settings.mode;
  if (mode !== undefined && !isLocal(mode)) return remote(mode, spec, settings);
  if (mode === 'firefox') {
    refuse(mode, { extensions: spec.extensions });
    const options = { browserName: 'firefox', executablePath: await firefoxProgram(settings.env) } as const;
    return local(mode, spec, settings, { name: 'Firefox', options });
  }
  const found = await findBrowser(searchFor(mode, settings));
  if (!found && mode !== undefined) throw await notHere(mode, KINDS[mode]!.name, settings.env);
  const wanted = settings.local.executablePath ?? 'Chrome, Edge or Chromium';
  if (!found) throw fault('BROWSER_NOT_FOUND', { wanted });
  const is = mode ?? modeOf(found.kind);
  return local(is, spec, settings, { name: KINDS[is]!.name, options: { executablePath: found.path } });
}

/** A program that the server was given counts for the modes that its name does not speak against. */
function searchFor(mode: InstanceMode | undefined, { local: { executablePath }, env }: DriverSettings) {
  const given = executablePath ?? env.SENSORIUM_BROWSER;
  const { brand, kinds } = (mode && KINDS[mode]) || {};
  const isOther = brand !== undefined && brand !== 'chromium' && !given?.toLowerCase().includes(brand);
  return { given: isOther ? undefined : given, env: { ...env, SENSORIUM_BROWSER: undefined }, kinds };
}

/** Playwright drives a Firefox of its own making only. */
async function firefoxProgram(env: DriverSettings['env']): Promise<string> {
  const program = (await loadPlaywright()).firefox.executablePath();
  if (await isProgram(program)) return program;
  throw await notHere('firefox', "Playwright's Firefox", env, 'npx playwright-core install firefox');
}

/** Names those that are, so that the next call can be one that works. */
async function notHere(mode: InstanceMode, browser: string, env: DriverSettings['env'], install?: string) {
  const looked = Object.entries(KINDS).map(async ([other, { kinds }]) =>
    (await findBrowser({ env: { ...env, SENSORIUM_BROWSER: undefined }, kinds })) ? other : [],
  );
  return fault('MODE_NOT_HERE', { mode, browser, here: (await Promise.all(looked)).flat(), install });
}

function modeOf(kind: BrowserKind): InstanceMode {
  if (kind === 'playwright') return 'testing';
  return kind === 'given' ? 'chromium' : kind;
}

interface Chosen {
  readonly name: string;
  readonly options: Partial<LocalOptions>;
}

async function local(
  mode: InstanceMode,
  spec: InstanceSpec,
  settings: DriverSettings,
  { name, options }: Chosen,
): Promise<Prepared> {
  refuse(mode, { endpoint: spec.endpoint, version: spec.version });
  const extensions = [...settings.extensions, ...(spec.extensions ?? [])].map((path) => resolve(path));
  const isExtended = extensions.length > 0 && mode !== 'firefox';
  const profile = spec.profile === undefined ? undefined : await profileOf(mode, spec.profile, settings.env);
  const door = mode === 'firefox' ? undefined : settings.devtools;
  const devtools = door && (await DevToolsPort.open(door));
  if (devtools)
    settings.log.info(`a browser takes DevTools on 127.0.0.1:${devtools.port}, from whoever opened it`);
  const temporary = isExtended && !profile ? await mkdtemp(join(tmpdir(), 'sensorium-profile-')) : undefined;
  const headless = spec.headless ?? settings.local.headless;
  const driver = localDriver({
    ...settings.local,
    ...options,
    ...given({ headless, userDataDir: profile?.folder ?? temporary }),
    log: settings.log,
    env: settings.env,
    args: [
      ...(settings.local.args ?? []),
      ...(profile?.args ?? []),
      ...(isExtended ? loading(extensions) : []),
    ],
    launch: { ...settings.local.launch, ...(isExtended && { ignoreDefaultArgs: ['--disable-extensions'] }) },
  });
  return {
    driver: devtools?.serving(driver) ?? driver,
    mode,
    browser: name,
    profile: profile?.shown ?? TEMPORARY,
    devtools,
    isHeadless: isHeadless({ headless, env: settings.env, log: silentLog }, process.platform),
    async dispose() {
      await devtools?.close();
      if (temporary) await rm(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

const loading = (paths: readonly string[]) => [
  `--disable-extensions-except=${paths.join(',')}`,
  `--load-extension=${paths.join(',')}`,
  '--disable-features=DisableLoadExtensionCommandLineSwitch',
];

interface Profile {
  readonly folder: string;
  readonly args: readonly string[];
  readonly shown: string;
}

/** A path is the whole folder; a name is a profile of the browser's own list. */
async function profileOf(mode: InstanceMode, wanted: string, env: DriverSettings['env']): Promise<Profile> {
  if (isAbsolute(wanted) || /[/\\]/.test(wanted)) return { folder: resolve(wanted), args: [], shown: wanted };
  const brand = KINDS[mode]?.brand;
  const folder = brand && profileFolderOf(brand, env);
  if (!folder) throw fault('MODE_CANNOT', { mode, what: 'a profile by its name' });
  const profiles = await listProfiles(folder);
  const same = (word: string) => word.toLowerCase() === wanted.toLowerCase();
  const found = profiles.find(({ directory }) => same(directory)) ?? profiles.find(({ name }) => same(name));
  if (!found) {
    const names = profiles.map(({ directory, name }) => `${name} (${directory})`);
    throw fault('NO_SUCH_PROFILE', { profile: wanted, profiles: names, folder });
  }
  return { folder, args: [`--profile-directory=${found.directory}`], shown: found.name };
}

function remote(mode: InstanceMode, spec: InstanceSpec, settings: DriverSettings): Prepared {
  const { profile, extensions, headless, version } = spec;
  const dispose = async () => {};
  const kept = { mode, profile: '(its own)', dispose };
  if (mode === 'cdp') {
    refuse(mode, { profile, extensions, headless, version });
    const known = spec.endpoint ?? settings.cdpEndpoint;
    if (known === undefined && settings.running)
      return { ...kept, driver: runningDriver(settings.running), browser: 'Your own browser (attached)' };
    const endpoint = needed(mode, known, 'the address of a DevTools endpoint');
    const headers = spec.endpoint === undefined ? settings.cdpHeaders : undefined;
    return { ...kept, driver: cdpDriver({ endpoint, headers }), browser: 'Chromium (attached)' };
  }
  if (mode === 'own') {
    refuse(mode, { extensions, headless, version, endpoint: spec.endpoint, proxy: spec.proxy });
    const { owner, agent = 'an agent' } = spec;
    const browsers = settings.own ?? new OwnBrowsers();
    const driver = ownDriver({ browsers, owner, agent, wanted: profile });
    return { ...kept, driver, browser: 'Your own browser' };
  }
  refuse(mode, { profile, extensions });
  if (mode === 'playwright') {
    refuse(mode, { version });
    const endpoint = needed(mode, spec.endpoint ?? settings.playwrightEndpoint, 'the address of a server');
    const launch = headless === undefined ? undefined : { headless };
    const driver = playwrightServerDriver({ endpoint, launch });
    return { ...kept, driver, browser: 'Chromium (Playwright server)' };
  }
  const address = needed(mode, spec.endpoint ?? settings.gridAddress, 'the address of a Selenium Grid 4');
  const wanted = given({ headless, browserVersion: version });
  const driver = gridDriver({ ...settings.grid, ...wanted, address, log: settings.log });
  return { ...kept, driver, browser: 'Chrome (grid)', profile: TEMPORARY };
}

function needed(mode: InstanceMode, value: string | undefined, needs: string): string {
  if (value === undefined) throw fault('MODE_NEEDS', { mode, needs });
  return value;
}

function refuse(mode: InstanceMode, fields: Readonly<Record<string, unknown>>): void {
  const what = Object.entries(fields).find(([, value]) => value !== undefined)?.[0];
  if (what) throw fault('MODE_CANNOT', { mode, what: `"${what}"` });
}

import { fault } from '../../../kernel/fault.ts';

const listed = (names: string) => names.trim().split(/\s+/);

/** What Playwright turns on itself, and what it turns off. A second such flag replaces the first, so ours must repeat it. */
const PLAYWRIGHT_ON = ['CDPScreenshotNewSurface', 'SkipListAccountsWithoutGaiaCookies'];
const PLAYWRIGHT = listed(`
  AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable
  LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect
  TcpPortRandomizationWin OptimizationHints NetworkTimeServiceQuerying AimEnabled PreconnectToSearch
  msForceBrowserSignIn msEdgeUpdateLaunchServicesPreferredVersion
`);

/** The address bar's suggestions are pages of their own: two more processes for each window that nobody types in. */
const OMNIBOX = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** How Playwright starts a Chromium without a window. A test compares it with what Playwright really does. */
const HEADLESS = listed(`
  disable-field-trial-config disable-background-networking disable-background-timer-throttling
  disable-backgrounding-occluded-windows disable-back-forward-cache disable-breakpad
  disable-component-extensions-with-background-pages disable-component-update no-default-browser-check
  disable-default-apps disable-dev-shm-usage disable-edgeupdater disable-extensions
  enable-features=${PLAYWRIGHT_ON.join(',')} allow-pre-commit-input
  disable-hang-monitor disable-ipc-flooding-protection disable-popup-blocking disable-prompt-on-repost
  disable-renderer-backgrounding disable-updater-scheduler force-color-profile=srgb metrics-recording-only
  no-first-run password-store=basic use-mock-keychain no-service-autorun disable-search-engine-choice-screen
  unsafely-disable-devtools-self-xss-warnings enable-unsafe-swiftshader edge-skip-compat-layer-relaunch
  disable-stack-profiler disable-infobars disable-sync do-not-de-elevate headless hide-scrollbars mute-audio
  blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4
`);

const FLAG = '--disable-features=';
const ON = '--enable-features=';
const BLINK = '--disable-blink-features=';

/** Arguments for a Chromium that no person sits at, with those that were asked for. */
export function chromiumArgs(asked: readonly string[], isHeadless: boolean): string[] {
  const isFeatures = (arg: string) => arg.startsWith(FLAG);
  const isBlink = asked.some((arg) => arg.startsWith(BLINK));
  // Pages are not told that they are driven, as playwright-mcp has it: some show themselves differently then.
  const unseen = isBlink ? [] : [`${BLINK}AutomationControlled`];
  const others = asked.filter((arg) => !isFeatures(arg) && !arg.startsWith(ON));
  const on = listsOf(asked, ON);
  const rest = [
    ...others,
    ...(on.length > 0 ? [`${ON}${[...PLAYWRIGHT_ON, ...on].join(',')}`] : []),
    ...unseen,
  ];
  const features = listsOf(asked, FLAG);
  if (!isHeadless && features.length === 0) return rest;
  const all = new Set([...PLAYWRIGHT, ...(isHeadless ? OMNIBOX : []), ...features]);
  return [...rest, `${FLAG}${[...all].filter(Boolean).join(',')}`];
}

/** All that flags of that name list. */
const listsOf = (args: readonly string[], flag: string) =>
  args.filter((arg) => arg.startsWith(flag)).flatMap((arg) => arg.slice(flag.length).split(','));

/** Nothing may leave past the proxy: no UDP, no look-up of names, and no other proxy of somebody's own. */
export function gatedArgs(asked: readonly string[]): string[] {
  const other = asked.find((arg) => /^--(no-proxy-server|proxy-)/.test(arg));
  if (other)
    throw fault('INVALID_FLAG', {
      flag: `--launch-options ${other.split('=', 1)[0]}`,
      problem: 'with lists of origins, give the proxy by --proxy-server and --proxy-bypass',
    });
  return [
    ...asked,
    '--disable-quic',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp', // its name until 2024
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ];
}

/** The whole command line of a headless Chromium that is driven through a pipe. */
export function pipeArgs(asked: readonly string[], profile: string, hasSandbox: boolean): string[] {
  return [
    ...HEADLESS.map((name) => `--${name}`),
    ...(hasSandbox ? [] : ['--no-sandbox']),
    ...chromiumArgs(asked, true),
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    '--no-startup-window',
  ];
}

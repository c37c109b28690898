/** How things stand between this browser and the server; the popup tells it in a sentence. */
export type Standing =
  /** Never paired, or parted. */
  | { readonly is: 'alone'; readonly why?: 'parted' | 'missed' }
  /** A code is shown; `isHeard` once a server knows that it is. */
  | { readonly is: 'pairing'; readonly code: string; readonly left: number; readonly isHeard: boolean }
  | {
      readonly is: 'connected';
      readonly version: string;
      readonly port: number;
      /** Without one nothing of pages is wanted. */
      readonly keepsRecord: boolean;
      readonly hasApp: boolean;
    }
  /** Paired, but the server is not there now. */
  | { readonly is: 'away' }
  | { readonly is: 'refused'; readonly why: string };

/** Tabs that an agent drives. */
export interface DrivenGroup {
  readonly agent: string;
  readonly tabs: number;
}

/** The page that the person is on. */
export interface Here {
  /** Empty where there is nothing to grant, as on pages of the browser itself. */
  readonly host: string;
  readonly isWatched: boolean;
  /** In milliseconds since the epoch; nothing is watched until then. */
  readonly pausedUntil: number;
  /** It is in a private window, and the person has not let us see those. */
  readonly isLeftAlone: boolean;
}

/** What is so, and what to do next. */
export function sentence(standing: Standing): string {
  switch (standing.is) {
    case 'alone':
      if (standing.why === 'parted')
        return 'Sensorium no longer knows this browser. Press “Pair” to begin anew.';
      if (standing.why === 'missed') return 'The code was wrong five times. Press “Pair” for another one.';
      return 'This browser is not paired. Start “sensorium app” and press “Pair”.';
    case 'pairing':
      return standing.isHeard
        ? `Type “sensorium pair ${standing.code}” in a terminal, or the code in the web app.`
        : 'No Sensorium answers on this machine. Start “sensorium app”.';
    case 'connected':
      return `Connected to Sensorium ${standing.version} on port ${standing.port}`;
    case 'away':
      return 'Paired, but no Sensorium answers on this machine. Start “sensorium app”.';
    case 'refused':
      return standing.why;
  }
}

/** The whole of it: what is connected, what is watched, what is driven. */
export function wholeSentence(
  standing: Standing,
  here: Here,
  driven: readonly DrivenGroup[],
  now = Date.now(),
): string {
  if (standing.is !== 'connected') return sentence(standing);
  return `${sentence(standing)}; ${watchedWords(standing.keepsRecord, here, now)}; ${drivenWords(driven)}.`;
}

function watchedWords(
  keepsRecord: boolean,
  { host, isWatched, pausedUntil, isLeftAlone }: Here,
  now: number,
): string {
  if (!keepsRecord) return 'it keeps no record, so nothing is watched';
  if (pausedUntil > now) {
    const minutes = Math.ceil((pausedUntil - now) / 60_000);
    return `nothing is watched for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}, press “Go on” to end that`;
  }
  if (isLeftAlone) return 'private windows are left alone, tick “Private windows too” to change that';
  if (host === '') return 'a page of the browser itself cannot be watched, go to a web page';
  return isWatched ? `${host} is watched` : `${host} is not watched, press “Watch this site”`;
}

function drivenWords(driven: readonly DrivenGroup[]): string {
  const tabs = driven.reduce((sum, one) => sum + one.tabs, 0);
  const agents = driven.map(({ agent }) => agent).join(' and ');
  if (tabs === 0) return 'no tab is driven';
  return `${tabs} ${tabs === 1 ? 'tab is' : 'tabs are'} driven by ${agents}`;
}

const [GREEN, GREY, RED, BLUE, AMBER] = ['#1a7f37', '#6e7781', '#b3261e', '#0b57d0', '#9a6700'];

/** The little mark on the button: none before it is paired, how many tabs are driven, or that nothing is watched. */
export function badge(
  { is }: Standing,
  driven: readonly DrivenGroup[],
  isPaused: boolean,
): { readonly text: string; readonly color: string } {
  const tabs = driven.reduce((sum, one) => sum + one.tabs, 0);
  if (is === 'alone') return { text: '', color: GREY! };
  if (is === 'refused') return { text: '!', color: RED! };
  if (is !== 'connected') return { text: '●', color: GREY! };
  if (tabs > 0) return { text: String(tabs), color: BLUE! };
  return isPaused ? { text: 'II', color: AMBER! } : { text: '●', color: GREEN! };
}

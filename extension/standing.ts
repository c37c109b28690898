/** How things stand between this browser and the server; the popup tells it in a sentence. */
export type Standing =
  /** Never paired, or parted. */
  | { readonly is: 'alone'; readonly why?: 'parted' | 'missed' }
  /** A code is shown; `isHeard` once a server knows that it is. */
  | { readonly is: 'pairing'; readonly code: string; readonly left: number; readonly isHeard: boolean }
  | { readonly is: 'connected'; readonly version: string; readonly port: number }
  /** Paired, but the server is not there now. */
  | { readonly is: 'away' }
  | { readonly is: 'refused'; readonly why: string };

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
        ? `Type “sensorium pair ${standing.code}” in a terminal.`
        : 'No Sensorium answers on this machine. Start “sensorium app”.';
    case 'connected':
      return `Connected to Sensorium ${standing.version} on port ${standing.port}.`;
    case 'away':
      return 'Paired, but no Sensorium answers on this machine. Start “sensorium app”.';
    case 'refused':
      return standing.why;
  }
}

/** The little mark on the button: none before it is paired. */
export const badge = ({ is }: Standing): { readonly text: string; readonly color: string } =>
  is === 'connected'
    ? { text: '●', color: '#1a7f37' }
    : { text: is === 'alone' ? '' : '●', color: is === 'refused' ? '#b3261e' : '#6e7781' };

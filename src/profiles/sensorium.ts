import { optionsOf } from '../config/options.ts';
import { fault } from '../kernel/fault.ts';
import { nearest } from '../kernel/nearest.ts';
import { BROWSER_CAPS, BROWSER_CONFLICTS, BROWSER_INSTRUCTIONS } from './browser.ts';
import { INSTANCE_INSTRUCTIONS } from './instances.ts';
import type { Profile } from './profile.ts';
import { SCREEN_INSTRUCTIONS } from './screen.ts';
import { TELEMETRY_INSTRUCTIONS } from './telemetry.ts';

export const sensorium: Profile = {
  command: 'sensorium',
  identity: {
    name: 'sensorium',
    title: 'Sensorium',
    description: 'Senses and hands on the software you are building, with one record of all that is seen.',
  },
  instructions: [
    'Act on pages with browser_*; interact has what they lack. Console, requests of this page now: ' +
      'browser_*; history, filters, other pages: observe. Pictures: browser_take_screenshot of pages, ' +
      'take_screenshot of the desktop.',
    BROWSER_INSTRUCTIONS,
    INSTANCE_INSTRUCTIONS,
    TELEMETRY_INSTRUCTIONS,
    'explain tells what caused what. Wire: add-port-rule taps a TCP service, wire_exchanges lists what passes.',
    SCREEN_INSTRUCTIONS,
  ].join('\n'),
  toolsets: [
    'browser',
    'browser-find',
    'instances',
    'wire',
    'screen',
    'telemetry-beside',
    'telemetry',
    'story',
    'people',
  ],
  caps: BROWSER_CAPS,
  conflicts: BROWSER_CONFLICTS,
  usage: [
    'sensorium [options]',
    'sensorium app [options]',
    'sensorium doctor [options]',
    'sensorium shot [options]',
    'sensorium report [options]',
    'sensorium record recover [options]',
    'sensorium pair CODE [options]',
  ],
  takes: optionsOf(
    'serving',
    'process',
    'work',
    'product',
    'record',
    'telemetry',
    'wire',
    'screen',
    'browsers',
    'browser',
    'answers',
    'instances',
    'remote',
  ),
  words: ([word = '']) => {
    if (SUBCOMMANDS.includes(word)) throw fault('SUBCOMMAND_NOT_FIRST', { word });
    throw fault('UNKNOWN_SUBCOMMAND', { word, nearest: nearest(word, SUBCOMMANDS) });
  },
  failure: 'result',
  serves: ['otlp', 'app', 'extension'],
  keyForOwnUser: true,
};

const SUBCOMMANDS = ['app', 'doctor', 'shot', 'report', 'record', 'pair'];

/** Where the app serves HTTP unless told otherwise. */
const APP_PORT = 7700;

/** How `sensorium app` reads its command line; to clients it is `sensorium`. */
export const sensoriumApp: Profile = {
  ...sensorium,
  command: 'sensorium app',
  identity: {
    ...sensorium.identity,
    description:
      'The long-lived Sensorium: it serves MCP over HTTP ' +
      `(port ${APP_PORT} unless --port says otherwise) and every command on this machine over a local socket.`,
  },
  usage: ['sensorium app [options]'],
  takes: sensorium.takes.filter((key) => key !== 'bridge' && key !== 'standalone'),
  defaults: { port: APP_PORT },
  words: noWords,
};

export const sensoriumDoctor: Profile = {
  ...sensorium,
  command: 'sensorium doctor',
  identity: { ...sensorium.identity, description: 'Tells what works here, what does not, and what to do.' },
  usage: ['sensorium doctor [options]'],
  takes: [...optionsOf('doctor', 'screen'), 'port', 'stateDir', 'config'],
  defaults: { port: APP_PORT },
  words: noWords,
};

export const sensoriumShot: Profile = {
  ...sensorium,
  command: 'sensorium shot',
  identity: { ...sensorium.identity, description: 'Takes one screenshot.' },
  usage: [
    'sensorium shot [--window TITLE|--monitor N|--region X,Y,W,H] [--delay MS] [--ocr] [--redact] [-o FILE|--copy|--edit]',
  ],
  // How much is kept is to be set alike: whoever opens the record may tidy it.
  takes: [...optionsOf('shot', 'screen', 'record'), 'stateDir', 'logLevel', 'logFile', 'config'],
  // --window for shotWindow: here there is nothing to confuse it with.
  flagNames: shortFlags('shot'),
  conflicts: [['shotWindow', 'shotMonitor']],
  defaults: { logLevel: 'warning' },
  words: noWords,
};

export const sensoriumReport: Profile = {
  ...sensorium,
  command: 'sensorium report',
  identity: {
    ...sensorium.identity,
    description: 'Writes a window of the record into one HTML file that opens without a server.',
  },
  usage: ['sensorium report [--last 10m] [--filter WORDS] [-o FILE]'],
  instructions: '',
  toolsets: [],
  caps: {},
  takes: [...optionsOf('report', 'record'), 'stateDir', 'logLevel', 'logFile', 'config'],
  flagNames: shortFlags('report'),
  defaults: { logLevel: 'warning' },
  words: noWords,
};

export const sensoriumRecord: Profile = {
  ...sensorium,
  command: 'sensorium record recover',
  identity: {
    ...sensorium.identity,
    description: 'Brings what can be read of damaged records in the state folder into the one in use.',
  },
  usage: ['sensorium record recover [options]'],
  instructions: '',
  toolsets: [],
  caps: {},
  takes: ['stateDir', 'config'],
  words: noWords,
};

export const sensoriumPair: Profile = {
  ...sensorium,
  command: 'sensorium pair',
  identity: {
    ...sensorium.identity,
    description: 'Pairs your own browser with the running Sensorium: give the code that its extension shows.',
  },
  usage: [
    'sensorium pair CODE [options]',
    'sensorium pair list [options]',
    'sensorium pair revoke BROWSER [options]',
  ],
  instructions: '',
  toolsets: [],
  caps: {},
  takes: ['stateDir', 'config', 'port', 'apiKey'],
  words: noWords,
};

function noWords([word]: readonly string[]): never {
  throw fault('UNKNOWN_FLAG', { flag: `"${word}"` });
}

/** The options of a command by their own names alone. */
function shortFlags(set: 'shot' | 'report'): Readonly<Record<string, string>> {
  const own = (key: string) => {
    const name = key.slice(set.length);
    return name.slice(0, 1).toLowerCase() + name.slice(1);
  };
  return Object.fromEntries(optionsOf(set).map((key) => [key, own(key)]));
}

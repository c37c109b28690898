import { fault } from '../kernel/fault.ts';
import { nearest } from '../kernel/nearest.ts';
import { type Profile, SERVING, WORKING } from './profile.ts';

export const sensorium: Profile = {
  command: 'sensorium',
  identity: {
    name: 'sensorium',
    title: 'Sensorium',
    description: 'Senses and hands on the software you are building, with one record of all that is seen.',
  },
  instructions:
    'Wire: add-port-rule puts a tap between a client and a TCP service; then wire_flows lists connections, ' +
    'wire_flow shows one decoded (HTTP, WebSocket, TLS, HTTP/2, Redis, PostgreSQL), wire_fault slows or breaks ' +
    'traffic, wire_export and wire_replay keep and repeat it.',
  toolsets: ['wire'],
  usage: ['sensorium [options]', 'sensorium app [options]', 'sensorium doctor [options]'],
  takes: [
    ...SERVING,
    ...WORKING,
    'toolsets',
    'store',
    'captureMb',
    'flushMillis',
    'filenameFormat',
    'onOverload',
    'wireHost',
  ],
  words: ([word = '']) => {
    throw fault('UNKNOWN_SUBCOMMAND', { word, nearest: nearest(word, SUBCOMMANDS) });
  },
  failure: 'result',
  keyOnLoopback: true,
};

const SUBCOMMANDS = ['app', 'doctor'];

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
  takes: ['json', 'port', 'stateDir', 'config'],
  defaults: { port: APP_PORT },
  words: noWords,
};

function noWords([word]: readonly string[]): never {
  throw fault('UNKNOWN_FLAG', { flag: `"${word}"` });
}

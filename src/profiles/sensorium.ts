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
  takes: [...SERVING, ...WORKING, 'toolsets', 'flushMillis', 'filenameFormat', 'onOverload', 'wireHost'],
  failure: 'result',
  keyOnLoopback: true,
};

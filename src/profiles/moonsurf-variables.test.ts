import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../config/load.ts';
import { moonsurf } from './moonsurf.ts';

const load = (env: Record<string, string>, argv: string[] = []) =>
  loadConfig({
    argv,
    env: { HOME: '/nowhere', ...env },
    takes: moonsurf.takes,
    defaults: moonsurf.defaults!,
    variables: moonsurf.variables!,
  }).config;

/** Any file will do: it must only be there. */
const here = (name: string) => join(import.meta.dirname, name);

test('each variable of Moonsurf sets what it says', () => {
  const config = load({
    PORT: '4000',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://x.example',
    LOG_LEVEL: 'warn',
    HEADLESS_DEFAULT: 'true',
    BROWSER_DEFAULT_MODE: 'chrome',
    EXTENSION_PATH: import.meta.dirname,
    WS_PORT_START: '5000',
    WS_PORT_END: '5010',
    AUDIT_LOG_ENABLED: 'true',
    AUTH_ENABLED: 'true',
    AUTH_TOKENS: 'one1,two2',
    TLS_ENABLED: 'true',
    TLS_CERT_PATH: here('moonsurf.ts'),
    TLS_KEY_PATH: here('profile.ts'),
    CORS_ENABLED: 'true',
    CORS_ORIGINS: 'https://a.example,https://b.example',
    CORS_CREDENTIALS: 'true',
    RATE_LIMIT_ENABLED: 'true',
    RATE_LIMIT_MAX_CALLS: '7',
    RATE_LIMIT_MAX_CONNECTIONS: '3',
    TASKS_ENABLED: 'false',
    TASKS_WS_PORT: '3401',
    TASKS_COMMAND_TIMEOUT: '1500',
    TASKS_MAX_QUEUE_SIZE: '9',
  });
  assert.deepEqual([config.port, config.host, config.publicUrl], [4000, '127.0.0.1', 'https://x.example']);
  assert.deepEqual([config.logLevel, config.headless, config.instanceMode], ['warning', true, 'chrome']);
  assert.deepEqual(
    [config.extensions, config.instancePorts, config.audit],
    [[import.meta.dirname], '5000-5010', true],
  );
  assert.deepEqual([config.requireKey, config.apiKeys], [true, ['one1', 'two2']]);
  assert.deepEqual([config.tlsCert, config.tlsKey], [here('moonsurf.ts'), here('profile.ts')]);
  assert.deepEqual(config.allowedOrigins, ['https://a.example', 'https://b.example']);
  assert.equal(config.corsCredentials, true);
  assert.deepEqual([config.rateLimit, config.maxConnections], [7, 3]);
  assert.deepEqual(
    [config.tasks, config.tasksPort, config.taskTimeout, config.taskQueue],
    [false, 3401, 1.5, 9],
  );
});

test('without them nothing changes; flags and our own names win over them', () => {
  const config = load({});
  assert.deepEqual(
    [config.port, config.host, config.requireKey, config.rateLimit],
    [3300, 'localhost', false, 500],
  );
  assert.equal(load({ PORT: '4000' }, ['--port', '5000']).port, 5000);
  assert.equal(load({ PORT: '4000', SENSORIUM_PORT: '6000' }).port, 6000);
  assert.equal(load({ RATE_LIMIT_ENABLED: 'false' }).rateLimit, 0);
});

test('remote mode listens everywhere, wants a key, shows no window and limits', () => {
  const config = load({ REMOTE_MODE: 'true' });
  assert.deepEqual([config.host, config.requireKey, config.headless], ['0.0.0.0', true, true]);
  assert.deepEqual([config.rateLimit, config.maxConnections, config.audit], [100, 10, true]);
  assert.deepEqual(config.allowedHosts, ['*']);
  assert.deepEqual(load({ REMOTE_MODE: 'true', PUBLIC_URL: 'https://x.example' }).allowedHosts, []);
});

test('what would be unsafe or half done is refused', () => {
  assert.throws(() => load({ CORS_ENABLED: 'true', CORS_ORIGINS: '*' }), /CORS_ORIGINS=\*.*any web page/);
  assert.throws(() => load({ TLS_ENABLED: 'true', TLS_CERT_PATH: '/c.pem' }), /TLS_KEY_PATH/);
  assert.throws(() => load({ BROWSER_DEFAULT_MODE: 'netscape' }), /instance-mode/);
});

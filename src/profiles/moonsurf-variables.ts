import type { OptionKey } from '../config/options.ts';
import { fault } from '../kernel/fault.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Settings = Partial<Record<OptionKey, unknown>>;

/** The environment names of Moonsurf, as settings of ours. What is not set is left to our defaults. */
export function moonsurfVariables(env: Environment): Settings {
  const isRemote = isOn(env.REMOTE_MODE) ?? false;
  return defined({
    port: env.PORT,
    host: env.HOST ?? (isRemote ? '0.0.0.0' : undefined),
    publicUrl: env.PUBLIC_URL,
    // Whoever serves the world is asked for a key, so any name of this machine will do.
    allowedHosts: isRemote && !env.PUBLIC_URL ? ['*'] : undefined,
    headless: env.HEADLESS_DEFAULT ?? (isRemote ? true : undefined),
    instanceMode: env.BROWSER_DEFAULT_MODE,
    extensions: env.EXTENSION_PATH && [env.EXTENSION_PATH],
    instancePorts: portsOf(env),
    logLevel: env.LOG_LEVEL === 'warn' ? 'warning' : env.LOG_LEVEL,
    audit: env.AUDIT_LOG_ENABLED ?? (isRemote ? true : undefined),
    tasks: env.TASKS_ENABLED,
    tasksPort: env.TASKS_WS_PORT,
    taskTimeout: env.TASKS_COMMAND_TIMEOUT && Number(env.TASKS_COMMAND_TIMEOUT) / 1000,
    taskQueue: env.TASKS_MAX_QUEUE_SIZE,
    ...keysOf(env, isRemote),
    ...tlsOf(env),
    ...originsOf(env, isRemote),
    ...limitsOf(env, isRemote),
  });
}

function keysOf(env: Environment, isRemote: boolean): Settings {
  const isAsked = isOn(env.AUTH_ENABLED) ?? isRemote;
  return isAsked ? { requireKey: true, apiKeys: env.AUTH_TOKENS } : {};
}

function tlsOf(env: Environment): Settings {
  if (!isOn(env.TLS_ENABLED)) return {};
  return { tlsCert: needed(env, 'TLS_CERT_PATH'), tlsKey: needed(env, 'TLS_KEY_PATH') };
}

function needed(env: Environment, name: string): string {
  const value = env[name];
  if (value) return value;
  throw fault('INVALID_FLAG', { flag: name, problem: 'TLS_ENABLED needs it' });
}

/** Theirs let every page in by default; ours lets in those that are named. */
function originsOf(env: Environment, isRemote: boolean): Settings {
  if (!(isOn(env.CORS_ENABLED) ?? isRemote)) return {};
  const isOpen = env.CORS_ORIGINS?.trim() === '*';
  if (isOpen && !(isOn(env.AUTH_ENABLED) ?? isRemote)) {
    const problem = 'any web page could drive your browsers; name the origins, or set AUTH_ENABLED=true';
    throw fault('INVALID_FLAG', { flag: 'CORS_ORIGINS=*', problem });
  }
  return { allowedOrigins: env.CORS_ORIGINS, corsCredentials: env.CORS_CREDENTIALS };
}

function limitsOf(env: Environment, isRemote: boolean): Settings {
  const isLimited = isOn(env.RATE_LIMIT_ENABLED) ?? (isRemote ? true : undefined);
  if (isLimited === undefined) return {};
  return isLimited
    ? { rateLimit: env.RATE_LIMIT_MAX_CALLS ?? 100, maxConnections: env.RATE_LIMIT_MAX_CONNECTIONS ?? 10 }
    : { rateLimit: 0, maxConnections: 0 };
}

function portsOf({ WS_PORT_START: first, WS_PORT_END: last }: Environment): string | undefined {
  return first || last ? `${first || 3301}-${last || 3399}` : undefined;
}

function isOn(value: string | undefined): boolean | undefined {
  return value === undefined || value === '' ? undefined : /^(true|1|yes|on)$/i.test(value);
}

function defined(settings: Settings): Settings {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined && value !== ''),
  ) as Settings;
}

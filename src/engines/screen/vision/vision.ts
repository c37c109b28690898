import { fault } from '../../../kernel/fault.ts';
import type { Log } from '../../../kernel/log.ts';
import { encodePicture } from '../encode-picture.ts';
import type { Picture } from '../picture.ts';
import type { ScreenSettings, Settings } from '../settings/settings.ts';
import { type Keychain, systemKeychain } from './keychain.ts';
import { askModel, claude, gemini, ollama, openai, type Protocol } from './protocols.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type AiSettings = ScreenSettings['ai'];

export const PROVIDERS = ['claude', 'openai', 'gemini', 'ollama'] as const;

export interface VisionRequest {
  readonly picture: Picture;
  readonly prompt: string;
  /** One of the providers, or `endpoint:ID` of the settings; the settings' own default without it. */
  readonly provider?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One provider, ready to be asked. */
interface Target {
  readonly title: string;
  readonly protocol: Protocol;
  readonly model: string;
  readonly baseUrl: string;
  /** What larger pictures are scaled to anyway, at the provider's expense and ours. */
  readonly largest: number;
  readonly key?: WantedKey;
}

interface WantedKey {
  /** Name in the settings. */
  readonly name: string;
  readonly variables: readonly string[];
  /** Name in the keychain. */
  readonly account: string;
  readonly isNeeded: boolean;
}

export interface FoundKey {
  readonly provider: string;
  readonly title: string;
  /** A variable's name, `settings` or `keychain`; absent where there is none. */
  readonly source: string | undefined;
}

/** Asks models about pictures. */
export class Vision {
  readonly #settings: Settings;
  readonly #env: Environment;

  readonly #keychain: Keychain;

  constructor(settings: Settings, env: Environment, log: Log, keychain: Keychain = systemKeychain(log)) {
    this.#settings = settings;
    this.#env = env;
    this.#keychain = keychain;
  }

  /** The providers that may have a key, and where each has it from. */
  async keys(): Promise<readonly FoundKey[]> {
    const { ai } = await this.#settings.current();
    const names = [...PROVIDERS, ...ai.endpoints.map(({ id }) => `endpoint:${id}`)];
    const found = await Promise.all(
      names.map(async (provider) => {
        const { key, title } = targetOf(provider, ai, this.#env);
        return key ? [{ provider, title, account: key.account, source: await this.#sourceOf(key, ai) }] : [];
      }),
    );
    // An endpoint may be a provider under another name: there is one key for both.
    return [
      ...new Map(
        found
          .flat()
          .map((one) => [one.account, one] as const)
          .toReversed(),
      ).values(),
    ]
      .toReversed()
      .map(({ account: _, ...one }) => one);
  }

  /** Puts a key into the system's keychain; an empty one is taken out of it. */
  async keepKey(provider: string, secret: string): Promise<void> {
    const { ai } = await this.#settings.current();
    const { key, title } = targetOf(provider, ai, this.#env);
    if (!key) throw fault('NO_SUCH_PROVIDER', { provider: title, known: PROVIDERS });
    await this.#keychain.put(key.account, secret);
  }

  async #sourceOf({ name, variables, account }: WantedKey, ai: AiSettings): Promise<string | undefined> {
    const variable = variables.find((one) => this.#env[one]);
    if (variable !== undefined) return variable;
    if (ai.apiKeys[name]) return 'settings';
    return (await this.#keychain.get(account)) ? 'keychain' : undefined;
  }

  async analyze({ picture, prompt, provider, signal }: VisionRequest) {
    const { ai } = await this.#settings.current();
    const name = provider ?? ai.defaultLlmProvider;
    const target = targetOf(name, ai, this.#env);
    const key = await this.#keyFor(target, ai);
    const image = await encodePicture(picture, {
      format: 'jpeg',
      quality: ai.imageQuality,
      maxDimension: Math.min(ai.imageMaxDim, target.largest),
    });
    const base64 = Buffer.from(image.bytes).toString('base64');
    const { model, baseUrl } = target;
    const started = performance.now();
    const answer = await askModel({
      provider: target.title,
      protocol: target.protocol,
      question: { prompt, image: { base64, mimeType: image.mimeType }, model, baseUrl, key },
      timeoutMs: ai.timeoutSeconds * 1000,
      signal,
    });
    const tokens = (answer.inputTokens ?? 0) + (answer.outputTokens ?? 0);
    return {
      provider: name,
      model: answer.model ?? model,
      response_text: answer.text,
      // Question and answer together; not every provider counts.
      tokens_used: tokens || undefined,
      latency_ms: Math.round(performance.now() - started),
    };
  }

  /** The environment first, then the settings, then the system's keychain. */
  async #keyFor({ key: wanted, title }: Target, ai: AiSettings): Promise<string | undefined> {
    if (!wanted) return undefined;
    const { name, variables, account, isNeeded } = wanted;
    const given = variables.map((variable) => this.#env[variable]).find(Boolean);
    const key = given ?? (ai.apiKeys[name] || (await this.#keychain.get(account)));
    if (key || !isNeeded) return key;
    throw fault('API_KEY_MISSING', { provider: title, variable: variables[0] ?? account, account });
  }
}

function targetOf(name: string, ai: AiSettings, env: Environment): Target {
  const make = TARGETS[name];
  if (make) return make(ai, env);
  const endpoint = ai.endpoints.find(({ id }) => name === `endpoint:${id}`);
  if (!endpoint) {
    const known = [...PROVIDERS, ...ai.endpoints.map(({ id }) => `endpoint:${id}`)];
    throw fault('NO_SUCH_PROVIDER', { provider: name, known });
  }
  return {
    title: endpoint.name || endpoint.id,
    protocol: openai,
    model: endpoint.model,
    baseUrl: plainUrl(endpoint.baseUrl),
    largest: 2048,
    key: { name: endpoint.id, variables: [], account: `endpoint-${endpoint.id}`, isNeeded: false },
  };
}

const TARGETS: Readonly<Record<string, (ai: AiSettings, env: Environment) => Target>> = {
  claude: (ai, env) => ({
    title: 'Claude',
    protocol: claude,
    model: ai.claudeModel,
    baseUrl: plainUrl(env.ANTHROPIC_BASE_URL || ai.claudeUrl),
    largest: 8192,
    key: { name: 'claude', variables: ['ANTHROPIC_API_KEY'], account: 'anthropic-api-key', isNeeded: true },
  }),
  openai: (ai, env) => ({
    title: 'OpenAI',
    protocol: openai,
    model: ai.openaiModel,
    baseUrl: plainUrl(env.OPENAI_BASE_URL || ai.openaiUrl),
    largest: 2048,
    key: { name: 'openai', variables: ['OPENAI_API_KEY'], account: 'endpoint-openai', isNeeded: true },
  }),
  gemini: (ai, env) => ({
    title: 'Gemini',
    protocol: gemini,
    model: ai.geminiModel,
    baseUrl: plainUrl(env.GEMINI_BASE_URL || ai.geminiUrl),
    largest: 3072,
    key: {
      name: 'gemini',
      variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
      account: 'gemini-api-key',
      isNeeded: true,
    },
  }),
  ollama: (ai, env) => ({
    title: 'Ollama',
    protocol: ollama,
    model: ai.ollamaModel,
    baseUrl: plainUrl(ollamaHost(env.OLLAMA_HOST) ?? ai.ollamaUrl),
    largest: 8192,
  }),
};

const plainUrl = (url: string) => url.replace(/\/+$/, '');

/** Ollama's own variable may lack the scheme, and names the address to listen on rather than to call. */
function ollamaHost(host: string | undefined): string | undefined {
  if (!host) return undefined;
  const url = host.includes('://') ? host : `http://${host}`;
  return url.replace('//0.0.0.0', '//127.0.0.1');
}

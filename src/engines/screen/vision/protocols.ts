import { z } from 'zod';
import { cut } from '../../../kernel/cut.ts';
import { type Fault, fault } from '../../../kernel/fault.ts';
import { textWithin } from '../../../kernel/text-within.ts';

/** What is asked of a model, whoever runs it. */
interface Question {
  readonly prompt: string;
  readonly image: { readonly base64: string; readonly mimeType: string };
  readonly model: string;
  /** Where it is asked, without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string | undefined;
}

interface Answer {
  readonly text: string;
  /** As the provider names it. */
  readonly model: string | undefined;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

/** How one kind of provider is spoken to. */
export interface Protocol {
  request(question: Question): {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
  /** Throws when it is no answer of this kind. */
  read(body: unknown): Answer;
}

const MAX_TOKENS = 4096;
const text = z.string().optional();
const count = z.number().optional();
const user = (content: unknown, more = {}) => [{ role: 'user', content, ...more }];

const claudeAnswer = z.looseObject({
  model: text,
  content: z.array(z.looseObject({ type: z.string(), text })),
  usage: z.looseObject({ input_tokens: count, output_tokens: count }).optional(),
});

/** Anthropic's messages. */
export const claude: Protocol = {
  request: ({ baseUrl, key, model, prompt, image: { mimeType, base64 } }) => ({
    url: `${baseUrl}/v1/messages`,
    headers: { 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01' },
    body: {
      model,
      max_tokens: MAX_TOKENS,
      messages: user([
        { type: 'image', source: { type: 'base64', media_type: mimeType, data: base64 } },
        { type: 'text', text: prompt },
      ]),
    },
  }),
  read(body) {
    const { content, model, usage } = claudeAnswer.parse(body);
    const text = content.map((part) => part.text ?? '').join('');
    return { text, model, inputTokens: usage?.input_tokens, outputTokens: usage?.output_tokens };
  },
};

const openaiAnswer = z.looseObject({
  model: text,
  choices: z.array(z.looseObject({ message: z.looseObject({ content: z.string() }) })).min(1),
  usage: z.looseObject({ prompt_tokens: count, completion_tokens: count }).optional(),
});

/** OpenAI's chat completions, which many others speak too. */
export const openai: Protocol = {
  request: ({ baseUrl, key, model, prompt, image: { mimeType, base64 } }) => ({
    url: `${baseUrl}/chat/completions`,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    body: {
      model,
      messages: user([
        { type: 'image_url', image_url: { url: `data:${mimeType};base64,${base64}` } },
        { type: 'text', text: prompt },
      ]),
    },
  }),
  read(body) {
    const { choices, model, usage } = openaiAnswer.parse(body);
    const text = choices[0]!.message.content;
    return { text, model, inputTokens: usage?.prompt_tokens, outputTokens: usage?.completion_tokens };
  },
};

const geminiAnswer = z.looseObject({
  modelVersion: text,
  candidates: z
    .array(z.looseObject({ content: z.looseObject({ parts: z.array(z.looseObject({ text })) }) }))
    .min(1),
  usageMetadata: z.looseObject({ promptTokenCount: count, candidatesTokenCount: count }).optional(),
});

/** Google's generateContent. The key goes into a header: addresses end up in logs. */
export const gemini: Protocol = {
  request: ({ baseUrl, key, model, prompt, image: { mimeType, base64 } }) => ({
    url: `${baseUrl}/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    headers: { 'x-goog-api-key': key ?? '' },
    body: {
      contents: [{ role: 'user', parts: [{ inlineData: { mimeType, data: base64 } }, { text: prompt }] }],
    },
  }),
  read(body) {
    const { candidates, modelVersion: model, usageMetadata: usage } = geminiAnswer.parse(body);
    const text = candidates[0]!.content.parts.map((part) => part.text ?? '').join('');
    return { text, model, inputTokens: usage?.promptTokenCount, outputTokens: usage?.candidatesTokenCount };
  },
};

const ollamaAnswer = z.looseObject({
  model: text,
  message: z.looseObject({ content: z.string() }),
  prompt_eval_count: count,
  eval_count: count,
});

/** Ollama's own chat. */
export const ollama: Protocol = {
  request: ({ baseUrl, model, prompt, image }) => ({
    url: `${baseUrl}/api/chat`,
    headers: {},
    body: { model, stream: false, messages: user(prompt, { images: [image.base64] }) },
  }),
  read(body) {
    const { message, model, prompt_eval_count, eval_count } = ollamaAnswer.parse(body);
    return { text: message.content, model, inputTokens: prompt_eval_count, outputTokens: eval_count };
  },
};

interface Asking {
  /** As people know it: it stands in every sentence about what went wrong. */
  readonly provider: string;
  readonly protocol: Protocol;
  readonly question: Question;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** When a provider does not say how long to wait. */
const USUAL_WAIT_MS = 30_000;
const LONGEST_REASON = 300;

/** One question to a model. Every way in which it can go wrong has a fault of its own. */
export async function askModel(asking: Asking): Promise<Answer> {
  const { provider, protocol, question, timeoutMs, signal } = asking;
  const { url, headers, body } = protocol.request(question);
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const text = await textWithin(response).catch((cause: Error) => {
      if (signal?.aborted || limit.aborted) throw cause;
      throw fault(
        'VISION_INVALID_ANSWER',
        { provider, why: cause.message, category: 'invalid_response' },
        cause,
      );
    });
    if (!response.ok) throw refusal(provider, response, text);
    return readAnswer(provider, protocol, text);
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (limit.aborted) throw fault('VISION_TIMEOUT', { provider, ms: timeoutMs, category: 'timeout' }, cause);
    if (cause instanceof TypeError) throw unreachable(provider, url, cause);
    throw cause;
  }
}

function readAnswer(provider: string, protocol: Protocol, text: string): Answer {
  try {
    const answer = protocol.read(JSON.parse(text));
    if (answer.text.trim() === '') throw new Error('it has no text');
    return answer;
  } catch (cause) {
    const why = cause instanceof SyntaxError ? 'it is no JSON' : firstLine((cause as Error).message);
    throw fault('VISION_INVALID_ANSWER', { provider, why, category: 'invalid_response' }, cause);
  }
}

const firstLine = (words: string) => (words.startsWith('[') ? 'fields are missing' : words.split('\n')[0]!);

function refusal(provider: string, response: Response, body: string): Fault {
  const { status } = response;
  const why = reasonIn(body) || response.statusText || 'no reason given';
  if (status === 401 || status === 403)
    return fault('VISION_AUTH', { provider, status, why, category: 'auth_error' });
  if (status === 429) {
    const retryAfterMs = waitOf(response.headers.get('retry-after'));
    return fault('VISION_RATE_LIMITED', { provider, retryAfterMs, why, category: 'rate_limited' });
  }
  return fault('VISION_PROVIDER', { provider, status, why, category: 'provider_error' });
}

/** Providers put it into error.message, or error, or message. */
function reasonIn(body: string): string {
  try {
    const parsed = JSON.parse(body) as { error?: { message?: unknown } | string; message?: unknown };
    const inner = typeof parsed.error === 'object' ? parsed.error?.message : parsed.error;
    return short(String(inner ?? parsed.message ?? ''));
  } catch {
    return body.trimStart().startsWith('<') ? '' : short(body);
  }
}

const short = (words: string) => cut(words.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, ''), LONGEST_REASON);

/** Seconds, or a date. */
function waitOf(header: string | null): number {
  if (!header) return USUAL_WAIT_MS;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? USUAL_WAIT_MS : Math.max(0, Math.round(ms));
}

function unreachable(provider: string, url: string, cause: TypeError): Fault {
  const inner = cause.cause as NodeJS.ErrnoException | undefined;
  const why = inner?.code ?? inner?.message ?? cause.message;
  const { origin } = new URL(url);
  return fault('VISION_NETWORK', { provider, url: origin, why, category: 'network_error' }, cause);
}

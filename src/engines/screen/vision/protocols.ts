import { z } from 'zod';

/** What is asked of a model, whoever runs it. */
export interface Question {
  readonly prompt: string;
  readonly image: { readonly base64: string; readonly mimeType: string };
  readonly model: string;
  /** Where it is asked, without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string | undefined;
}

export interface Answer {
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

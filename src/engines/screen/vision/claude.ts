import { z } from 'zod';
import { MAX_TOKENS, type Protocol } from './protocol.ts';

const answer = z.looseObject({
  model: z.string().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  usage: z
    .looseObject({ input_tokens: z.number().optional(), output_tokens: z.number().optional() })
    .optional(),
});

/** Anthropic's messages. */
export const claude: Protocol = {
  request: ({ baseUrl, key, model, prompt, image }) => ({
    url: `${baseUrl}/v1/messages`,
    headers: { 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01' },
    body: {
      model,
      max_tokens: MAX_TOKENS,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: image.mimeType, data: image.base64 } },
            { type: 'text', text: prompt },
          ],
        },
      ],
    },
  }),
  read(body) {
    const { content, model, usage } = answer.parse(body);
    const text = content.map((part) => part.text ?? '').join('');
    return { text, model, inputTokens: usage?.input_tokens, outputTokens: usage?.output_tokens };
  },
};

import { z } from 'zod';
import type { Protocol } from './protocol.ts';

const answer = z.looseObject({
  model: z.string().optional(),
  choices: z.array(z.looseObject({ message: z.looseObject({ content: z.string() }) })).min(1),
  usage: z
    .looseObject({ prompt_tokens: z.number().optional(), completion_tokens: z.number().optional() })
    .optional(),
});

/** OpenAI's chat completions, which many others speak too. */
export const openai: Protocol = {
  request: ({ baseUrl, key, model, prompt, image }) => ({
    url: `${baseUrl}/chat/completions`,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    body: {
      model,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: `data:${image.mimeType};base64,${image.base64}` } },
            { type: 'text', text: prompt },
          ],
        },
      ],
    },
  }),
  read(body) {
    const { choices, model, usage } = answer.parse(body);
    const text = choices[0]!.message.content;
    return { text, model, inputTokens: usage?.prompt_tokens, outputTokens: usage?.completion_tokens };
  },
};

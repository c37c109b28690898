import { z } from 'zod';
import type { Protocol } from './protocol.ts';

const answer = z.looseObject({
  model: z.string().optional(),
  message: z.looseObject({ content: z.string() }),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
});

/** Ollama's own chat. */
export const ollama: Protocol = {
  request: ({ baseUrl, model, prompt, image }) => ({
    url: `${baseUrl}/api/chat`,
    headers: {},
    body: { model, stream: false, messages: [{ role: 'user', content: prompt, images: [image.base64] }] },
  }),
  read(body) {
    const { message, model, prompt_eval_count, eval_count } = answer.parse(body);
    return { text: message.content, model, inputTokens: prompt_eval_count, outputTokens: eval_count };
  },
};

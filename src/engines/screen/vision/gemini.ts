import { z } from 'zod';
import type { Protocol } from './protocol.ts';

const answer = z.looseObject({
  modelVersion: z.string().optional(),
  candidates: z
    .array(
      z.looseObject({
        content: z.looseObject({ parts: z.array(z.looseObject({ text: z.string().optional() })) }),
      }),
    )
    .min(1),
  usageMetadata: z
    .looseObject({ promptTokenCount: z.number().optional(), candidatesTokenCount: z.number().optional() })
    .optional(),
});

/** Google's generateContent. The key goes into a header: addresses end up in logs. */
export const gemini: Protocol = {
  request: ({ baseUrl, key, model, prompt, image }) => ({
    url: `${baseUrl}/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    headers: { 'x-goog-api-key': key ?? '' },
    body: {
      contents: [
        {
          role: 'user',
          parts: [{ inlineData: { mimeType: image.mimeType, data: image.base64 } }, { text: prompt }],
        },
      ],
    },
  }),
  read(body) {
    const { candidates, modelVersion, usageMetadata } = answer.parse(body);
    const text = candidates[0]!.content.parts.map((part) => part.text ?? '').join('');
    return {
      text,
      model: modelVersion,
      inputTokens: usageMetadata?.promptTokenCount,
      outputTokens: usageMetadata?.candidatesTokenCount,
    };
  },
};

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

export const MAX_TOKENS = 4096;

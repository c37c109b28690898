import { useSignal } from '@preact/signals';
import type { RequestData } from '../../src/contract/network-data.ts';
import { api } from '../api.ts';
import { Icon } from '../icon.tsx';
import { WORDS } from '../words.ts';
import { asCurl, asFetch, asHttpie } from './copy-as.ts';

const WAYS = { cURL: asCurl, fetch: asFetch, HTTPie: asHttpie } as const;

/** The request for elsewhere. Secrets are not in it: the record has none. */
export function CopyButtons({ data, seq }: { readonly data: RequestData; readonly seq: number }) {
  const said = useSignal('');
  const copy = async (name: keyof typeof WAYS) => {
    try {
      const text = WAYS[name](data, await bodyOf(seq, data));
      await navigator.clipboard.writeText(text);
      said.value = WORDS.copy.done(name);
    } catch (thrown) {
      said.value = WORDS.copy.failed(thrown instanceof Error ? thrown.message : String(thrown));
    }
  };
  return (
    <section class="part row-of-buttons" aria-label={WORDS.copy.title}>
      {(Object.keys(WAYS) as (keyof typeof WAYS)[]).map((name) => (
        <button key={name} type="button" class="chip" onClick={() => void copy(name)}>
          <Icon name="copy" />
          {WORDS.copy.as(name)}
        </button>
      ))}
      <span class="quiet" role="status">
        {said.value}
      </span>
    </section>
  );
}

async function bodyOf(seq: number, { requestBody }: RequestData): Promise<string | undefined> {
  if (!requestBody || !('blob' in requestBody) || requestBody.kind === 'binary') return undefined;
  return new TextDecoder().decode(await api.body(seq, requestBody.blob));
}

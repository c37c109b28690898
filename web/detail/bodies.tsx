import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Body as AnyBody, BodyData } from '../../src/contract/network-data.ts';
import { api } from '../api.ts';
import { size, WORDS } from '../words.ts';
import { languageOf } from './colouring.ts';
import { hexLines } from './hex.ts';
import { Tabs } from './tabs.tsx';
import { TextView } from './text-view.tsx';
import { Tree } from './tree.tsx';

/** So much is laid out; more would hold the page up. */
const MOST_HEX = 16_384;
const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif|bmp)\b/;

export function Body({ seq, body }: { readonly seq: number; readonly body: AnyBody | undefined }) {
  if (!body) return <p class="quiet">{WORDS.body.none}</p>;
  if ('withheld' in body) return <p class="quiet">{WORDS.body.withheld(body.withheld, body.length)}</p>;
  return <KeptBody seq={seq} body={body} />;
}

function KeptBody({ seq, body }: { readonly seq: number; readonly body: BodyData }) {
  const { blob } = body;
  const bytes = useSignal<Uint8Array | undefined>(undefined);
  const problem = useSignal('');
  const { mimeType = '' } = body;
  const isPicture = PICTURE.test(mimeType);
  useEffect(() => {
    api.body(seq, blob).then(
      (got) => {
        bytes.value = got;
      },
      (thrown: Error) => {
        problem.value = thrown.message;
      },
    );
  }, [seq, blob]);
  if (problem.value !== '') return <p class="quiet">{problem.value}</p>;
  if (!bytes.value) return <p class="quiet">{WORDS.loading}</p>;
  const text = body.kind === 'binary' ? undefined : new TextDecoder().decode(bytes.value);
  const json = text === undefined ? undefined : parsed(text);
  const shown = bytes.value;
  const views = {
    ...(isPicture ? { [WORDS.body.picture]: () => <Picture seq={seq} blob={blob} /> } : {}),
    ...(json ? { [WORDS.body.json]: () => <JsonView value={json.value} /> } : {}),
    ...(text === undefined
      ? {}
      : { [WORDS.body.text]: () => <TextView text={text} language={languageOf(mimeType)} /> }),
    [WORDS.body.hex]: () => <HexView bytes={shown} />,
  };
  return (
    <>
      <Tabs label={WORDS.body.views} of={views} />
      <p class="quiet body-foot">
        {[mimeType, size(body.length)].filter(Boolean).join(' · ')}
        {body.stored < body.length && ` · ${WORDS.body.cut(size(body.stored))}`}
        {body.isRedacted === true && ` · ${WORDS.body.hidden}`}
      </p>
    </>
  );
}

function parsed(text: string): { readonly value: unknown } | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const JsonView = ({ value }: { readonly value: unknown }) => (
  <div class="tree">
    <Tree value={value} />
  </div>
);

function HexView({ bytes }: { readonly bytes: Uint8Array }) {
  const lines = hexLines(bytes.subarray(0, MOST_HEX));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <pre class="text hex" tabIndex={0}>
      {lines.join('\n')}
      {bytes.length > MOST_HEX && `\n… ${WORDS.body.cut(size(MOST_HEX))}`}
    </pre>
  );
}

export function Picture({ seq, blob }: { readonly seq: number; readonly blob: string }) {
  return (
    <a class="shot" href={api.bodyUrl(seq, blob)} target="_blank" rel="noreferrer">
      <img src={api.bodyUrl(seq, blob)} alt={WORDS.body.pictureOf} />
    </a>
  );
}

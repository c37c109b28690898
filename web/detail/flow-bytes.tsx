import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import { WORDS } from '../words.ts';
import { TextView } from './text-view.tsx';

const VIEWS = ['messages', 'hex'] as const;
/** For agents it is marked where the words of others begin and end. */
const FENCE = /^<\/?wire [\w-]+>\n?/gm;

/** What passed by a connection, decoded with the bytes beside it: read by the tool that agents have for it. */
export function FlowBytes({ flow }: { readonly flow: string }) {
  const shown = useSignal<readonly string[]>([]);
  const show = async () => {
    const asked = VIEWS.map((view) =>
      api.control({ kind: 'show-flow', flow, view }).then(({ said }) => said.replaceAll(FENCE, '')),
    );
    shown.value = await Promise.all(asked).catch((thrown: Error) => [thrown.message]);
  };
  const bare = useSignal('');
  const reveal = async () => {
    bare.value = WORDS.loading;
    bare.value = await api.control({ kind: 'show-secrets', flow }).then(
      ({ said }) => said,
      (thrown: Error) => thrown.message,
    );
  };
  const [messages, hex] = shown.value;
  return (
    <section class="part">
      {messages === undefined ? (
        <button type="button" class="chip" onClick={() => void show()}>
          {WORDS.wire.bytes}
        </button>
      ) : (
        <div class="sides">
          <div>
            <h3>{WORDS.wire.messages}</h3>
            <TextView text={messages} />
          </div>
          <div class="flow-hex">
            <h3>{WORDS.wire.hex}</h3>
            <TextView text={hex ?? ''} />
          </div>
        </div>
      )}
      {messages !== undefined && bare.value === '' && (
        <p class="reveal">
          <button type="button" class="chip" onClick={() => void reveal()}>
            {WORDS.wire.reveal}
          </button>
          <span class="quiet">{WORDS.wire.revealHint}</span>
        </p>
      )}
      {bare.value !== '' && (
        <div class="flow-hex revealed">
          <h3>{WORDS.wire.bare}</h3>
          <TextView text={bare.value} />
          <button
            type="button"
            class="chip"
            onClick={() => {
              bare.value = '';
            }}
          >
            {WORDS.wire.hideAgain}
          </button>
        </div>
      )}
    </section>
  );
}

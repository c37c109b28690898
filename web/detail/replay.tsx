import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import { WORDS } from '../words.ts';
import { TextView } from './text-view.tsx';

/** Sends again what the client of a connection sent, by the tool that agents have for it. */
export function Replay({ flow }: { readonly flow: string }) {
  const said = useSignal('');
  const isSending = useSignal(false);
  const send = async () => {
    isSending.value = true;
    said.value = WORDS.loading;
    try {
      said.value = (await api.control({ kind: 'replay', flow })).said;
    } catch (thrown) {
      said.value = thrown instanceof Error ? thrown.message : String(thrown);
    }
    isSending.value = false;
  };
  return (
    <section class="part">
      <button type="button" class="chip" disabled={isSending.value} onClick={() => void send()}>
        {WORDS.wire.replay}
      </button>
      <div class="replayed" role="status">
        {said.value !== '' && <TextView text={said.value} />}
      </div>
    </section>
  );
}

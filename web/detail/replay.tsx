import { useSignal } from '@preact/signals';
import type { ControlAct } from '../../src/contract/app-control.ts';
import { api } from '../api.ts';
import { WORDS } from '../words.ts';
import { TextView } from './text-view.tsx';

interface SendAgainProps {
  readonly act: ControlAct;
  readonly words: string;
}

/** Sends again what the client of a connection sent, by the tool that agents have for it. */
export const Replay = ({ flow }: { readonly flow: string }) => (
  <SendAgain act={{ kind: 'replay', flow }} words={WORDS.wire.replay} />
);

/** A button that sends something again, and what came of it. */
export function SendAgain({ act, words }: SendAgainProps) {
  const said = useSignal('');
  const isSending = useSignal(false);
  const send = async () => {
    isSending.value = true;
    said.value = WORDS.loading;
    try {
      said.value = (await api.control(act)).said;
    } catch (thrown) {
      said.value = thrown instanceof Error ? thrown.message : String(thrown);
    }
    isSending.value = false;
  };
  return (
    <section class="part">
      <button type="button" class="chip" disabled={isSending.value} onClick={() => void send()}>
        {words}
      </button>
      <div class="replayed" role="status">
        {said.value !== '' && <TextView text={said.value} />}
      </div>
    </section>
  );
}

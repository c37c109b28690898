import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ItemAnswer, Row } from '../../src/contract/app.ts';
import type { Body as AnyBody } from '../../src/contract/network-data.ts';
import { api } from '../api.ts';
import { chosen } from '../state.ts';
import { clock, WORDS } from '../words.ts';
import { Body } from './bodies.tsx';
import { TextView } from './text-view.tsx';

const MOST = 200;

/** A socket as a conversation, with the chosen message in full. */
export function ChatView({ item }: { readonly item: ItemAnswer }) {
  const { connectionId, body, preview } = item.data as {
    readonly connectionId: string;
    readonly body?: AnyBody;
    readonly preview?: string;
  };
  const rows = useSignal<readonly Row[]>([]);
  useEffect(() => {
    void api.rows({ filter: `lane:sockets connection:${connectionId}` }, MOST).then((answer) => {
      rows.value = answer.rows.toReversed();
    });
  }, [connectionId]);
  return (
    <>
      {(body ?? preview) !== undefined && (
        <section class="part">
          <h3>{WORDS.socket.message}</h3>
          {body ? <Body seq={item.row.seq} body={body} /> : <TextView text={preview ?? ''} />}
        </section>
      )}
      <section class="part">
        <h3>{WORDS.socket.talk}</h3>
        <ol class="chat">
          {rows.value.map((row) => (
            <li key={row.seq} data-kind={row.kind}>
              <button
                type="button"
                class="bubble"
                aria-current={row.seq === item.row.seq}
                onClick={() => {
                  chosen.value = row.seq;
                }}
              >
                <span class="quiet">
                  {clock(row.time)} · {row.kind} {row.mark}
                </span>
                <span class="said">{row.text}</span>
              </button>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

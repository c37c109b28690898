import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { FaultNow } from '../../src/contract/app-control.ts';
import { FAULT_KINDS, kindOf } from './fault-kinds.ts';
import { NumberField } from './number-field.tsx';
import { act, isBusy } from './traffic.ts';
import { CONTROL_WORDS } from './words.ts';

/** Which part of the connections a fault struck before it was switched off here. */
const shares = new Map<string, number>();

const DIRECTIONS = ['down', 'up'] as const;

/** A fault with its switch: off, it strikes no connection and stays set. */
export function Fault({ fault }: { readonly fault: FaultNow }) {
  const words = CONTROL_WORDS;
  const isOn = fault.share > 0;
  const name = words.fault(kindOf(fault.type)?.title ?? fault.type, valuesOf(fault));
  const toggle = async () => {
    if (isOn) shares.set(fault.id, fault.share);
    await act({ kind: 'change-fault', id: fault.id, share: isOn ? 0 : (shares.get(fault.id) ?? 1) });
  };
  return (
    <li class="fault">
      <button
        type="button"
        role="switch"
        class="switch"
        aria-checked={isOn}
        aria-label={name}
        disabled={isBusy.value}
        onClick={() => void toggle()}
      >
        <span class="knob" />
      </button>
      <span class="fault-words">
        {name}
        <span class="quiet">
          {fault.flow === undefined ? '' : `${words.onFlow(fault.flow)}, `}
          {words.directions[fault.direction]}, {isOn ? words.struck(fault.share) : words.off}
        </span>
      </span>
      <button
        type="button"
        class="chip"
        aria-label={words.removeFault(name)}
        disabled={isBusy.value}
        onClick={() => void act({ kind: 'remove-fault', id: fault.id })}
      >
        {words.remove}
      </button>
    </li>
  );
}

function valuesOf({ type, attributes }: FaultNow): string {
  const fields = kindOf(type)?.fields ?? [];
  const told = Object.entries(attributes).filter(([, value], at) => value !== 0 || at === 0);
  return told
    .map(([name, value]) => {
      const { words, unit } = fields.find((field) => field.name === name) ?? { words: name, unit: '' };
      return `${words} ${value.toLocaleString('en')} ${unit}`.trim();
    })
    .join(', ');
}

/** Sets a fault on a rule. */
export function NewFault({ port }: { readonly port: number }) {
  const words = CONTROL_WORDS;
  const [kindId, wayId] = [useId(), useId()];
  const kind = useSignal(FAULT_KINDS[0]!);
  const direction = useSignal<FaultNow['direction']>('down');
  const percent = useSignal(100);
  const values = useSignal<Readonly<Record<string, number>>>({});
  const attributes = Object.fromEntries(
    kind.value.fields.map(({ name, usual }) => [name, values.value[name] ?? usual]),
  );
  const send = (event: Event) => {
    event.preventDefault();
    const share = percent.value / 100;
    void act({
      kind: 'add-fault',
      port,
      type: kind.value.type,
      direction: direction.value,
      share,
      attributes,
    });
  };
  return (
    <details class="new">
      <summary>{words.addFault}</summary>
      <form class="fields" onSubmit={send}>
        <div class="entry">
          <label for={kindId}>{words.kind}</label>
          <select
            id={kindId}
            value={kind.value.type}
            onChange={({ currentTarget }) => {
              kind.value = kindOf(currentTarget.value) ?? kind.value;
              values.value = {};
            }}
          >
            {FAULT_KINDS.map(({ type, title }) => (
              <option key={type} value={type}>
                {title}
              </option>
            ))}
          </select>
        </div>
        {kind.value.fields.map((field) => (
          <NumberField
            key={`${kind.value.type} ${field.name}`}
            label={`${field.words}, ${field.unit}`}
            least={0}
            value={attributes[field.name] ?? field.usual}
            set={(value) => {
              values.value = { ...values.value, [field.name]: value };
            }}
          />
        ))}
        <div class="entry">
          <label for={wayId}>{words.direction}</label>
          <select
            id={wayId}
            value={direction.value}
            onChange={({ currentTarget }) => {
              direction.value = currentTarget.value === 'up' ? 'up' : 'down';
            }}
          >
            {DIRECTIONS.map((way) => (
              <option key={way} value={way}>
                {words.directions[way]}
              </option>
            ))}
          </select>
        </div>
        <NumberField
          label={words.share}
          least={0}
          most={100}
          value={percent.value}
          set={(value) => {
            percent.value = value;
          }}
        />
        <button type="submit" class="primary" disabled={isBusy.value}>
          {words.add}
        </button>
        <p class="quiet">{kind.value.does}</p>
      </form>
    </details>
  );
}

import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { RuleNow } from '../../src/contract/app-control.ts';
import { Note } from '../note.tsx';
import * as state from '../state.ts';
import { size } from '../words.ts';
import { Fault, NewFault } from './faults.tsx';
import { NumberField } from './number-field.tsx';
import { Throughput } from './throughput.tsx';
import { act, isBusy, startWatching } from './traffic.ts';
import { CONTROL_WORDS } from './words.ts';

/** Rules and faults of the wire, while traffic flows. */
export function Wire() {
  useEffect(startWatching, []);
  const words = CONTROL_WORDS;
  const traffic = state.traffic.value;
  const onFlows = traffic?.faults.filter(({ flow }) => flow !== undefined) ?? [];
  return (
    <section class="control-part" aria-labelledby="control-wire">
      <h2 id="control-wire">{words.wire}</h2>
      {traffic?.rules.length === 0 && <Note {...words.noRules} />}
      <ul class="rules">
        {traffic?.rules.map((rule) => (
          <Rule key={`${rule.port} ${rule.target}`} rule={rule} />
        ))}
      </ul>
      {onFlows.length > 0 && (
        <>
          <h3>{words.flowFaults}</h3>
          <ul class="faults">
            {onFlows.map((fault) => (
              <Fault key={fault.id} fault={fault} />
            ))}
          </ul>
        </>
      )}
      <NewRule />
    </section>
  );
}

function Rule({ rule }: { readonly rule: RuleNow }) {
  const words = CONTROL_WORDS;
  const isAsking = useSignal(false);
  const { port } = rule;
  const faults = state.traffic.value?.faults.filter((fault) => fault.port === port) ?? [];
  const remove = (isCut: boolean) => void act({ kind: 'remove-rule', port, isCut });
  return (
    <li class="rule" data-port={port}>
      <div class="rule-head">
        <h3>{words.rule(port, rule.target)}</h3>
        <span class="quiet">
          {words.connections(rule.connections, rule.open)}, {words.passed(size(rule.down), size(rule.up))}
        </span>
        {rule.persists && <span class="badge">{words.persists}</span>}
        {isAsking.value ? (
          <fieldset class="row-of-buttons ask">
            <legend class="quiet">{words.askRemove}</legend>
            <button type="button" class="chip" disabled={isBusy.value} onClick={() => remove(false)}>
              {words.keepOpen}
            </button>
            <button type="button" class="chip" disabled={isBusy.value} onClick={() => remove(true)}>
              {words.cutOpen}
            </button>
            <button
              type="button"
              class="chip"
              onClick={() => {
                isAsking.value = false;
              }}
            >
              {words.cancel}
            </button>
          </fieldset>
        ) : (
          <button
            type="button"
            class="chip"
            aria-label={words.removeRule(port)}
            onClick={() => {
              isAsking.value = true;
            }}
          >
            {words.remove}
          </button>
        )}
      </div>
      <Throughput port={port} />
      {faults.length > 0 && (
        <ul class="faults" aria-label={words.faultsOf(port)}>
          {faults.map((fault) => (
            <Fault key={fault.id} fault={fault} />
          ))}
        </ul>
      )}
      <NewFault port={port} />
    </li>
  );
}

function NewRule() {
  const words = CONTROL_WORDS;
  const hostId = useId();
  const port = useSignal(0);
  const host = useSignal('127.0.0.1');
  const target = useSignal(5432);
  const send = (event: Event) => {
    event.preventDefault();
    void act({ kind: 'add-rule', port: port.value, host: host.value.trim(), target: target.value });
  };
  return (
    <details class="new">
      <summary>{words.addRule}</summary>
      <form class="fields" onSubmit={send}>
        <NumberField
          label={words.localPort}
          least={0}
          most={65_535}
          value={port.value}
          set={(value) => {
            port.value = value;
          }}
        />
        <div class="entry">
          <label for={hostId}>{words.targetHost}</label>
          <input
            id={hostId}
            required
            maxLength={255}
            value={host.value}
            onInput={({ currentTarget }) => {
              host.value = currentTarget.value;
            }}
          />
        </div>
        <NumberField
          label={words.targetPort}
          least={1}
          most={65_535}
          value={target.value}
          set={(value) => {
            target.value = value;
          }}
        />
        <button type="submit" class="primary" disabled={isBusy.value}>
          {words.add}
        </button>
      </form>
    </details>
  );
}

import type { ActAnswer, FaultNow, RuleNow, Traffic, WireAct } from '../../contract/app-control.ts';
import type { KeptRules } from '../../engines/wire/kept-rules.ts';
import type { RuleState } from '../../engines/wire/rule.ts';
import type { Toxic } from '../../engines/wire/toxics/toxic.ts';
import type { CallerName } from '../../kernel/owner.ts';
import type { TapEngine } from './deps.ts';
import type { FlowBook } from './flow-book.ts';
import { revealFlow } from './reveal-flow.ts';
import type { WireShares } from './wire-shares.ts';

interface PersonWireParts {
  /** Undefined as long as nobody has used the wire. */
  shares(): WireShares | undefined;
  readonly kept: Pick<KeptRules, 'list'>;
  /** Calls a tool in that caller's name, as its agents do. */
  call(caller: CallerName, tool: string, args: Readonly<Record<string, unknown>>): Promise<ActAnswer>;
  /** Does what is no tool's, and notes it in the journal under that name. */
  noted(
    caller: CallerName,
    name: string,
    args: Readonly<Record<string, unknown>>,
    work: () => Promise<ActAnswer>,
  ): Promise<ActAnswer>;
  /** Whose agents a new rule is for. */
  mainOf(callers: readonly CallerName[]): CallerName;
}

interface Own {
  readonly caller: CallerName;
  readonly engine: TapEngine;
  readonly flows: FlowBook;
}

/** The wire as a person steers it: rules and faults of those whom the person stands for. */
export class PersonWire {
  readonly #parts: PersonWireParts;

  constructor(parts: PersonWireParts) {
    this.#parts = parts;
  }

  async traffic(callers: readonly CallerName[]): Promise<Traffic> {
    const own = await this.#own(callers);
    const kept = new Set((await this.#parts.kept.list()).map(({ localPort }) => localPort));
    // Rules of the command line are everybody's, and seen by each of them.
    const rules = new Map<number, RuleNow>();
    const faults = new Map<string, FaultNow>();
    for (const { engine } of own) {
      for (const rule of engine.rules()) rules.set(rule.localPort, ruleNow(rule, kept));
      for (const toxic of engine.toxics()) faults.set(toxic.id, faultNow(toxic));
    }
    return { at: performance.now(), rules: [...rules.values()], faults: [...faults.values()] };
  }

  async act(callers: readonly CallerName[], act: WireAct): Promise<ActAnswer> {
    const { call, mainOf } = this.#parts;
    const own = await this.#own(callers);
    const ofPort = (port: number) =>
      own.find(({ engine }) => engine.rules().some(({ localPort }) => localPort === port));
    const ofFault = (id: string) => own.find(({ engine }) => engine.toxics().some((one) => one.id === id));
    const ofFlow = async (id: string) => {
      const found = await Promise.all(own.map(({ flows }) => flows.find(id).catch(() => undefined)));
      return own.find((_, at) => found[at]);
    };
    // What is not theirs is refused by the tool in its own words.
    const as = (found: Own | undefined) => found?.caller ?? mainOf(callers);
    switch (act.kind) {
      case 'add-rule':
        return call(mainOf(callers), 'add-port-rule', {
          local_port: act.port,
          target_host: act.host,
          target_port: act.target,
        });
      case 'remove-rule':
        return call(as(ofPort(act.port)), 'remove-port-rule', {
          local_port: act.port,
          connections: act.isCut ? 'cut' : 'keep',
        });
      case 'add-fault': {
        const { port, type, direction, share: toxicity, attributes } = act;
        return call(as(ofPort(port)), 'wire_fault', {
          action: 'add',
          port,
          type,
          direction,
          toxicity,
          attributes,
        });
      }
      case 'change-fault':
        return call(as(ofFault(act.id)), 'wire_fault', {
          action: 'change',
          id: act.id,
          toxicity: act.share,
        });
      case 'show-flow':
        return call(as(await ofFlow(act.flow)), 'wire_flow', { id: act.flow, view: act.view });
      case 'show-secrets': {
        const { flow } = act;
        const found = await ofFlow(flow);
        if (!found) return { said: `There is no flow ${flow} of yours.`, isRefused: true };
        return this.#parts.noted(found.caller, 'show_secrets', { flow }, async () => ({
          said: await revealFlow(found.flows, flow),
          isRefused: false,
        }));
      }
      case 'replay':
        return call(as(await ofFlow(act.flow)), 'wire_replay', { id: act.flow });
      case 'remove-fault':
        return call(as(ofFault(act.id)), 'wire_fault', { action: 'remove', id: act.id });
    }
  }

  async #own(callers: readonly CallerName[]): Promise<Own[]> {
    const shares = this.#parts.shares();
    if (!shares) return [];
    return Promise.all(
      callers.map(async (caller) => {
        const { engine, flows } = await shares.of({ session: '', name: caller, cwd: '' });
        return { caller, engine, flows };
      }),
    );
  }
}

function ruleNow(rule: RuleState, kept: ReadonlySet<number>): RuleNow {
  const { localPort: port, targetHost, targetPort, connections, bytes } = rule;
  return {
    port,
    target: `${targetHost}:${targetPort}`,
    open: connections.live,
    connections: connections.total,
    up: bytes.up,
    down: bytes.down,
    persists: kept.has(port),
  };
}

function faultNow({ id, type, on, direction, toxicity, attributes }: Toxic): FaultNow {
  return {
    id,
    type,
    ...('port' in on ? { port: on.port } : { flow: on.connection }),
    direction: direction === 'upstream' ? 'up' : 'down',
    share: toxicity,
    attributes,
  };
}

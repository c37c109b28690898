import { fault } from '../../kernel/fault.ts';

/** Forward what comes in at a local port to a target. */
export interface PortRule {
  /** 0 lets the system choose. */
  readonly localPort: number;
  readonly targetHost: string;
  readonly targetPort: number;
  /** The local address to bind. Without it: loopback, IPv4 and IPv6. */
  readonly host?: string | undefined;
  /** Whose rule it is, for the record. */
  readonly session?: string | undefined;
}

export interface RuleState {
  readonly localPort: number;
  readonly targetHost: string;
  readonly targetPort: number;
  readonly addresses: readonly string[];
  readonly connections: { readonly live: number; readonly total: number };
  /** Of all its connections. */
  readonly bytes: { readonly up: number; readonly down: number };
  /** Whose rule it is; nobody's where the command line set it. */
  readonly session?: string | undefined;
}

/** Names and addresses as they may stand in a record without any escape. */
const HOST = /^[A-Za-z0-9._:%-]{1,255}$/;

export function checkRule(rule: PortRule): PortRule {
  const targetHost = rule.targetHost.replace(/^\[(.*)\]$/, '$1');
  if (!HOST.test(targetHost))
    throw fault('INVALID_RULE', { problem: `"${rule.targetHost}" is no host name` });
  checkPort(rule.localPort, 0, 'local');
  checkPort(rule.targetPort, 1, 'target');
  return { ...rule, targetHost };
}

function checkPort(port: number, least: number, which: string): void {
  if (Number.isInteger(port) && port >= least && port <= 65535) return;
  throw fault('INVALID_RULE', { problem: `the ${which} port ${port} is not between ${least} and 65535` });
}

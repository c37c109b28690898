import type { Block } from './content.ts';
import { appFaults } from './faults/app.ts';
import { browserFaults } from './faults/browser.ts';
import { callFaults } from './faults/call.ts';
import { instanceFaults } from './faults/instances.ts';
import { recordFaults } from './faults/record.ts';
import type { FaultKind, Row } from './faults/row.ts';
import { screenFaults } from './faults/screen.ts';
import { settingsFaults } from './faults/settings.ts';
import { wireFaults } from './faults/wire.ts';

/**
 * The one error class. The rows of `faults/` say what happened and what to do next; the profile decides how a
 * fault looks on the wire. Codes are never reused.
 */
export const faults = {
  ...callFaults,
  ...settingsFaults,
  ...appFaults,
  ...recordFaults,
  ...wireFaults,
  ...browserFaults,
  ...instanceFaults,
  ...screenFaults,
} satisfies Record<string, Row<never>>;

export type FaultCode = keyof typeof faults;
export type FaultData<C extends FaultCode> = Parameters<(typeof faults)[C]['message']>[0];

export class Fault extends Error {
  readonly code: FaultCode;
  readonly kind: FaultKind;
  readonly hint: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** What the tool has to tell besides, as data, for whoever renders the failure. */
  readonly account: unknown;

  constructor(code: FaultCode, data: Record<string, unknown>, cause?: unknown, account?: unknown) {
    const found: Row<never> = faults[code];
    super(found.message(data as never), cause === undefined ? undefined : { cause });
    this.name = 'Fault';
    this.code = code;
    this.kind = found.kind;
    this.hint = found.hint(data as never);
    this.data = data;
    this.account = account;
  }
}

/** A failed call as a result of MCP. */
export interface FailedReply {
  readonly content: Block[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError: true;
  readonly _meta?: Record<string, unknown>;
}

/** How a failed call looks from outside, chosen when the server is assembled; undefined: as an error of JSON-RPC. */
export type RenderFault = (fault: Fault, tool: string) => FailedReply | undefined;

/** Makes a fault; the compiler checks that its data fit the row. */
export function fault<C extends FaultCode>(
  code: C,
  ...rest: keyof FaultData<C> extends never
    ? [data?: FaultData<C>, cause?: unknown]
    : [data: FaultData<C>, cause?: unknown]
): Fault {
  return new Fault(code, { ...rest[0] }, rest[1]);
}

/** What could not be written, by what the system says of it. */
export const notWritable = (path: string, cause: unknown) =>
  fault('FOLDER_NOT_WRITABLE', { path, why: (cause as NodeJS.ErrnoException).code ?? 'unknown' }, cause);

/** Whatever was thrown, as a fault. What is not one becomes INTERNAL and keeps its cause for the log. */
export function asFault(thrown: unknown): Fault {
  return thrown instanceof Fault ? thrown : fault('INTERNAL', {}, thrown);
}

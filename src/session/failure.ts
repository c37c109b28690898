import { text } from '../kernel/content.ts';
import type { FailureStyle, Fault } from '../kernel/fault.ts';
import type { FaultKind } from '../kernel/faults/row.ts';
import type { Redactor } from '../kernel/redact.ts';
import { RPC, RpcError } from '../kernel/rpc-error.ts';
import { gasolineError } from './gasoline-error.ts';
import { moonsurfError } from './moonsurf-error.ts';
import { playwrightError } from './playwright-error.ts';
import type { Era, ToolResult } from './service.ts';

const CODE: Record<FaultKind, number> = {
  input: RPC.invalidParams,
  missing: RPC.invalidParams,
  state: RPC.serverError,
  world: RPC.serverError,
  internal: RPC.internalError,
};

/** What a fault looks like when it cannot be a tool's result: of prompts, resources and unknown names. */
export function rpcError(fault: Fault, era: Era): RpcError {
  return new RpcError(rpcCode(fault, era), sentence(fault), {
    code: fault.code,
    ...fault.data,
    hint: fault.hint,
  });
}

function rpcCode(fault: Fault, era: Era): number {
  if (fault.code === 'UNKNOWN_TOOL') return era === 'legacy' ? RPC.methodNotFound : RPC.invalidParams;
  if (fault.code === 'UNKNOWN_RESOURCE') return era === 'legacy' ? RPC.resourceNotFound : RPC.invalidParams;
  if (fault.code === 'APP_UNAVAILABLE' || fault.code === 'APP_LOST') return RPC.internalError;
  return CODE[fault.kind];
}

/** A failed tool call in the profile's style. Throws where the style is an error and not a result. */
export function failedResult(fault: Fault, style: FailureStyle, era: Era, tool: string): ToolResult {
  if (style === 'jsonrpc' || fault.code === 'UNKNOWN_TOOL') throw rpcError(fault, era);
  if (style === 'error-object') return moonsurfError(fault);
  if (style === 'gasoline') return gasolineError(fault, tool);
  if (style === 'playwright') return playwrightError(fault, tool);
  const parts = { code: fault.code, message: fault.message, hint: fault.hint, data: fault.data };
  return {
    content: [text(`${fault.code}: ${sentence(fault)}`)],
    isError: true,
    _meta: { 'sensorium/fault': parts },
  };
}

/** The fault without secrets in any of its words. */
export function redactedFault(failed: Fault, redactor: Redactor): Fault {
  return Object.assign(Object.create(Object.getPrototypeOf(failed)), failed, {
    cause: failed.cause,
    message: redactor.text(failed.message),
    hint: redactor.text(failed.hint),
    data: redactor.value(failed.data),
  }) as Fault;
}

const sentence = (fault: Fault) => `${fault.message} ${fault.hint}`;

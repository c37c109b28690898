import { text } from '../kernel/content.ts';
import type { Fault, RenderFault } from '../kernel/fault.ts';
import type { FaultKind } from '../kernel/faults/row.ts';
import { OUTSIDE } from '../kernel/page-fence.ts';
import type { Redactor } from '../kernel/redact.ts';
import { RPC, RpcError } from '../kernel/rpc-error.ts';
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

/** A failed tool call as its renderer shows it, without secrets. Throws where it is an error and not a result. */
export function failedResult(
  failed: Fault,
  render: RenderFault,
  { era, tool, redactor }: { readonly era: Era; readonly tool: string; readonly redactor: Redactor },
): ToolResult {
  const fault = redactedFault(failed, redactor);
  const reply = render(fault, tool);
  if (!reply) throw rpcError(fault, era);
  // A renderer may also tell of the cause, and of what the tool has found.
  const content = reply.content.map((block) =>
    block.type === 'text' ? text(redactor.text(block.text)) : block,
  );
  // It may quote what a page said.
  return { ...reply, content, _meta: { ...reply._meta, ...OUTSIDE } };
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

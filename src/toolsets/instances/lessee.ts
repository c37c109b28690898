import type { Lessee } from '../../engines/browser/pool/instance.ts';
import type { Caller } from '../../kernel/tool.ts';

/** A client's session as the pool knows it: what it opens ends with it, and it hears of what happens to it. */
export const lesseeOf = (caller: Caller): Lessee => ({
  session: caller.session,
  tell: ({ kind, instance, message }) =>
    void caller.notify?.(kind === 'crashed' ? 'warning' : 'info', 'instances', {
      event: kind,
      instance,
      message,
    }),
});

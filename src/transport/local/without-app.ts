import type { Fault } from '../../kernel/fault.ts';
import { rpcError } from '../../session/failure.ts';
import type { Service } from '../../session/service.ts';

/** A profile without the app that it needs: it tells what it offers, and every call says what is missing. */
export function withoutApp(service: Service, missing: () => Fault): Service {
  const refuse = async () => {
    throw rpcError(missing(), 'legacy');
  };
  return {
    identity: service.identity,
    offers: service.offers,
    open(info) {
      const session = service.open(info);
      return {
        id: session.id,
        introduce: (client) => session.introduce(client),
        listen: (send) => session.listen(send),
        listTools: () => session.listTools(),
        listResources: () => session.listResources(),
        listResourceTemplates: () => session.listResourceTemplates(),
        listPrompts: () => session.listPrompts(),
        callTool: refuse,
        readResource: refuse,
        getPrompt: refuse,
        complete: refuse,
        close: () => session.close(),
      };
    },
  };
}

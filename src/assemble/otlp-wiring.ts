import { isLoopback } from '../config/option.ts';
import type { Config } from '../config/options.ts';
import type { CallerName } from '../kernel/owner.ts';
import type { HttpRoute } from '../transport/http-routes.ts';
import type { Needs } from './parts.ts';

type OtlpNeeds = Needs<'clock' | 'sink' | 'store' | 'sessions' | 'doorKeys'>;

/** Where services may send what they tell by OpenTelemetry. Nothing is loaded, or kept, before the first does. */
export async function makeOtlpRoutes(needs: OtlpNeeds): Promise<HttpRoute[]> {
  const { clock, sink, store, sessions, doorKeys } = needs;
  const { otlpRoutes } = await import('../transport/otlp-routes.ts');
  /** With one key all who come in are the same person; with several, each has its own services. */
  const whose = (caller: CallerName) =>
    (doorKeys.value?.length ?? 0) > 1 ? sessions?.servicesOf(caller) : undefined;
  return otlpRoutes({
    take: async ({ signal, encoding, bytes, caller }) => {
      const [{ OtlpReceiver }] = await Promise.all([
        import('../engines/otel/otlp-receiver.ts'),
        store.get(), // what is told before it is open would be lost
      ]);
      const session = whose(caller);
      const where = session === undefined ? {} : { session };
      return new OtlpReceiver({ clock, sink }).take(signal, encoding, bytes, where);
    },
    notTaken: async (encoding, status, message) => {
      const { notTaken } = await import('../engines/otel/otlp-body.ts');
      return notTaken(encoding, status, message);
    },
  });
}

/** Whether services of our own user need no key: not where others could come by the same way. */
export const letsOwnServicesIn = ({ host, publicUrl, requireKey }: Config) =>
  isLoopback(host) && publicUrl === undefined && !requireKey;

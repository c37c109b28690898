import type { WireEngine } from '../engines/wire/wire-engine.ts';
import type { Needs } from './parts.ts';

const STDOUT = 1;

type WireNeeds = Needs<'config' | 'clock' | 'log' | 'sink'> & { readonly logsToStdout: boolean };

/** The wire engine, from the settings. No port is open yet. */
export async function makeWire({ config, clock, log, sink, logsToStdout }: WireNeeds): Promise<WireEngine> {
  const [{ WireEngine }, { descriptorWriter }] = await Promise.all([
    import('../engines/wire/wire-engine.ts'),
    import('../engines/wire/log/descriptor-writer.ts'),
  ]);
  return new WireEngine({
    clock,
    log,
    sink,
    ...(logsToStdout ? { stdout: descriptorWriter(STDOUT) } : {}),
    flushMillis: config.flushMillis,
    filenameFormat: config.filenameFormat,
    onOverload: config.onOverload,
  });
}

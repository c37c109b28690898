import { installParts } from '../../assemble/command-parts.ts';
import type { Running } from './run-command.ts';

/** Downloads the browser that is named, and tells how far it is on STDERR. */
export async function installBrowserCommand({ config, assembly, stop }: Running): Promise<void> {
  const { installBrowser } = await installParts();
  let told = -1;
  await installBrowser({
    browser: config.browser,
    env: assembly.env,
    signal: stop,
    progress(percent, what) {
      if (percent === told) return;
      told = percent;
      process.stderr.write(`${what}: ${percent} %\n`);
    },
  });
  process.stderr.write(`${config.browser ?? 'chromium'} is installed.\n`);
}

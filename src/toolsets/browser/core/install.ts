import { findBrowser } from '../../../engines/browser/launch/find-browser.ts';
import { installBrowser } from '../../../engines/browser/launch/install-browser.ts';
import { browserTool } from '../define-tool.ts';
import { ours } from '../told.ts';

export const install = browserTool({
  name: 'browser_install',
  title: 'Install',
  summary: 'Install a browser.',
  effect: 'write',
  idempotent: true,
  input: {},
  faults: ['BROWSER_INSTALL_FAILED'],
  timeoutMs: () => 900_000,
  async run({ deps, signal, progress }) {
    const { env, executablePath: given } = deps;
    const present = await findBrowser({ env, given, withVersion: true });
    if (present) return { results: [ours(`Ready: ${present.path}${version(present.version)}.`)] };
    await installBrowser({ env, signal, progress: (percent, what) => progress(percent, 100, what) });
    const made = await findBrowser({ env, withVersion: true });
    return { results: [ours(made ? `Installed ${made.path}${version(made.version)}.` : 'Installed.')] };
  },
});

const version = (found: string | undefined) => (found === undefined ? '' : ` (${found})`);

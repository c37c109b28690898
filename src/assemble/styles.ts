import type { Config } from '../config/options.ts';
import { playwrightSettings } from '../config/playwright-file.ts';
import type { RenderFault } from '../kernel/fault.ts';
import type { FailureName } from '../profiles/profile.ts';
import type { BrowserStyle } from '../report/browser-style.ts';
import { gasolineFailure } from '../report/failures/gasoline.ts';
import { moonsurfFailure } from '../report/failures/moonsurf.ts';
import { plainFailure } from '../report/failures/plain.ts';
import { lean } from '../report/lean/style.ts';
import { playwright } from '../report/playwright/style.ts';

type Settings = Record<string, unknown>;

/** The styles that --answers takes. */
const STYLES: Record<Config['answers'], BrowserStyle & { settings?(shown: Settings): Settings }> = {
  lean,
  playwright: { ...playwright, settings: playwrightSettings },
};

export const styleOf = ({ answers }: Config) => STYLES[answers];

/** A tool that is not there is an error of the protocol, as the specifications of all our commands have it. */
const ofTools =
  (render: RenderFault): RenderFault =>
  (fault, tool) =>
    fault.code === 'UNKNOWN_TOOL' ? undefined : render(fault, tool);

export const FAILURES: Record<FailureName, RenderFault> = {
  result: ofTools(plainFailure),
  jsonrpc: () => undefined,
  moonsurf: ofTools(moonsurfFailure),
  gasoline: ofTools(gasolineFailure),
};

import { Fault, fault } from '../../../../kernel/fault.ts';
import { messageOf } from '../../page/translate.ts';
import type { Driver } from '../driver.ts';
import { openTabs } from '../extension/open-tabs.ts';
import type { OwnBrowsers } from './own-browsers.ts';

export interface OwnOptions {
  readonly browsers: OwnBrowsers;
  readonly wanted?: string | undefined;
  readonly owner?: string | undefined;
  /** What the group of tabs is called, after the agent. */
  readonly agent: string;
}

/** Drives tabs of a person's own browser through the extension that they have paired, in a group of its own. */
export function ownDriver({ browsers, wanted, owner, agent }: OwnOptions): Driver {
  return {
    kind: 'cdp',
    async open() {
      const link = await browsers.open(wanted, owner);
      try {
        await link.send('begin', [agent]);
        return await openTabs(link);
      } catch (thrown) {
        link.close();
        if (thrown instanceof Fault) throw thrown;
        throw fault('OWN_BROWSER_REFUSED', { why: messageOf(thrown) }, thrown);
      }
    },
  };
}

import { given } from '../given.ts';
import type { Tab } from '../page/tab.ts';
import { hideInPdf } from '../secrets/hide-in-pdf.ts';
import { withSecretsHidden } from '../secrets/hide-secrets.ts';
import type { Cancel } from './pointer.ts';

export interface PdfOptions extends Cancel {
  /** letter, legal, tabloid, ledger, a0 to a6. */
  readonly format?: string | undefined;
  readonly landscape?: boolean | undefined;
  readonly printBackground?: boolean | undefined;
  /** 0.1 to 2. */
  readonly scale?: number | undefined;
  /** Such as `1-3, 5`. */
  readonly pageRanges?: string | undefined;
  /** On each side, in inches. */
  readonly margin?: number | undefined;
  /** In inches; both, and then instead of a format. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** The page as it would be printed. */
export async function printPdf(tab: Tab, options: PdfOptions = {}): Promise<Buffer> {
  const { signal, margin, width, height, format, ...rest } = options;
  const side = margin === undefined ? undefined : `${margin}in`;
  const settings = given({
    ...rest,
    format: width === undefined ? (format ?? 'letter') : undefined,
    width: width === undefined ? undefined : `${width}in`,
    height: height === undefined ? undefined : `${height}in`,
    margin: side === undefined ? undefined : { top: side, right: side, bottom: side, left: side },
  });
  const outcome = await tab.perform({ action: 'print', isReading: true, signal }, () =>
    withSecretsHidden(tab, () => tab.page.pdf(settings)),
  );
  if (!outcome.value) tab.modals.assertFree();
  return hideInPdf(outcome.value!, tab.host.secrets);
}

/** What the commands that serve nothing take from engines and transport. Each loads no more than its own. */

export type { Check } from '../contract/app-control.ts';

export async function doctorParts() {
  const [{ findBrowser }, { installedLanguages, makeOcr }, { askApp }] = await Promise.all([
    import('../engines/browser/launch/find-browser.ts'),
    import('../engines/screen/ocr/make-ocr.ts'),
    import('../transport/local/reach-app.ts'),
  ]);
  return { findBrowser, installedLanguages, makeOcr, askApp };
}

export async function shotParts() {
  const [{ takeScreenshot }, { encodePicture }, { copyToClipboard }, { openLink }, { askApp }] =
    await Promise.all([
      import('../engines/screen/grab/grabber.ts'),
      import('../engines/screen/encode-picture.ts'),
      import('../engines/screen/clipboard.ts'),
      import('../engines/screen/open-link.ts'),
      import('../transport/local/reach-app.ts'),
    ]);
  return { takeScreenshot, encodePicture, copyToClipboard, openLink, askApp };
}

export const recordParts = () => import('../store/recover.ts');

export async function pairParts() {
  const [{ askApp }, { keptKey }, { PairingDesk }, { EXTENSION_PORTS }] = await Promise.all([
    import('../transport/local/reach-app.ts'),
    import('../transport/local/app-key.ts'),
    import('../transport/extension/pairing-desk.ts'),
    import('../contract/extension.ts'),
  ]);
  return { askApp, keptKey, PairingDesk, EXTENSION_PORTS };
}

export const installParts = () => import('../engines/browser/launch/install-browser.ts');

export type DoctorParts = Awaited<ReturnType<typeof doctorParts>>;
export type ShotParts = Awaited<ReturnType<typeof shotParts>>;
/** The app that answered, if one did. */
export type RunningApp = Awaited<ReturnType<DoctorParts['askApp']>>;
export type PairingParts = Awaited<ReturnType<typeof pairParts>>;

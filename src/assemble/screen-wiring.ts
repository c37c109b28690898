import { addOnFolder } from '../config/folders.ts';
import type { SettingsPlace } from '../engines/screen/settings/settings.ts';
import type { Shelf } from '../engines/screen/shelf/shelf.ts';
import type { ScreenDeps } from '../toolsets/screen/deps.ts';
import type { Assembly } from './assembly.ts';
import { Lazy } from './lazy.ts';

export interface MadeScreen {
  readonly deps: ScreenDeps;
  close(): Promise<void>;
}

/** The screen and what its tools need besides. Nothing is captured or started yet. */
export async function makeScreen(assembly: Assembly): Promise<MadeScreen> {
  const { config, env, clock, log } = assembly.options;
  const [{ chooseCapture }, { Screenshots }, { Settings }, { Vision }, { redactPicture }] = await Promise.all(
    [
      import('../engines/screen/capture/choose-capture.ts'),
      import('../engines/screen/shelf/screenshots.ts'),
      import('../engines/screen/settings/settings.ts'),
      import('../engines/screen/vision/vision.ts'),
      import('../engines/screen/pii/redact-picture.ts'),
    ],
  );
  const { shelf, place } = await keeping(assembly);
  const settings = new Settings(place, {
    ...(config.ocrEngine ? { ocrEngine: config.ocrEngine } : {}),
    ...(config.ocrLanguage ? { ocrLanguage: config.ocrLanguage } : {}),
  });
  const ocr = new Lazy(
    async () => {
      const { makeOcr } = await import('../engines/screen/ocr/make-ocr.ts');
      return makeOcr({
        engine: (await settings.current()).ai.ocrEngine,
        addOns: addOnFolder(assembly.state),
      });
    },
    (engine) => engine.close(),
  );
  const screenshots = new Screenshots({ shelf, ocr: () => ocr.get(), clock, sink: assembly.sink });
  return {
    deps: {
      screenshots,
      settings,
      vision: new Vision(settings, env, log),
      redact: redactPicture,
      capture: () => chooseCapture(env),
    },
    close: () => ocr.close(),
  };
}

/** In the record, or for a command that works alone in memory only. */
async function keeping(assembly: Assembly): Promise<{ shelf: Shelf; place?: SettingsPlace }> {
  if (!assembly.options.keepsScreenshots) {
    const { MemoryShelf } = await import('../engines/screen/shelf/memory-shelf.ts');
    return { shelf: new MemoryShelf() };
  }
  const { StoreShelf } = await import('../toolsets/screen/store-shelf.ts');
  const store = await assembly.store.get();
  const documents = store.documents('settings');
  return {
    shelf: new StoreShelf(store),
    place: { read: () => documents.get('screen'), write: (settings) => documents.put('screen', settings) },
  };
}

import { addOnFolder } from '../config/folders.ts';
import type { SettingsPlace } from '../engines/screen/settings/settings.ts';
import type { Shelf } from '../engines/screen/shelf/shelf.ts';
import { Lazy } from '../kernel/lazy.ts';
import type { Caller } from '../kernel/tool.ts';
import type { Store } from '../store/store.ts';
import type { MadeScreen, Needs } from './parts.ts';

type ScreenNeeds = Needs<'config' | 'env' | 'clock' | 'log' | 'state' | 'sink' | 'files'> & {
  /** Where screenshots and settings are kept; without it they are forgotten. */
  readonly store: Lazy<Store> | undefined;
};

/** The screen and what its tools need besides. Nothing is captured or started yet. */
export async function makeScreen(needs: ScreenNeeds): Promise<MadeScreen> {
  const { config, env, clock, log, state, sink, store, files } = needs;
  const [{ chooseGrabber }, { OwnScreenshots }, { Settings }, { Vision }, { redactPicture }] =
    await Promise.all([
      import('../engines/screen/grab/choose-grabber.ts'),
      import('../toolsets/screen/own-screenshots.ts'),
      import('../engines/screen/settings/settings.ts'),
      import('../engines/screen/vision/vision.ts'),
      import('../engines/screen/pii/redact-picture.ts'),
    ]);
  const { shelfOf, place } = await keeping(store);
  const settings = new Settings(place, {
    ...(config.ocrEngine ? { ocrEngine: config.ocrEngine } : {}),
    ...(config.ocrLanguage ? { ocrLanguage: config.ocrLanguage } : {}),
  });
  const ocr = new Lazy(
    async () => {
      const { makeOcr } = await import('../engines/screen/ocr/make-ocr.ts');
      return makeOcr({
        engine: (await settings.current()).ai.ocrEngine,
        addOns: addOnFolder(state),
      });
    },
    (engine) => engine.close(),
  );
  const screenshots = new OwnScreenshots({ shelfOf, ocr: () => ocr.get(), clock, sink });
  return {
    deps: {
      screenshots,
      settings,
      vision: new Vision(settings, env, log),
      redact: redactPicture,
      output: files,
      grabber: () => chooseGrabber(env),
    },
    close: () => ocr.close(),
  };
}

interface Keeping {
  shelfOf(caller: Caller): Shelf;
  readonly place?: SettingsPlace;
}

/** In the record, or in memory only. */
async function keeping(lazy: Lazy<Store> | undefined): Promise<Keeping> {
  if (!lazy) {
    const { MemoryShelf } = await import('../engines/screen/shelf/shelf.ts');
    return { shelfOf: () => new MemoryShelf() };
  }
  const [{ StoreShelf }, { documentsOf }] = await Promise.all([
    import('../toolsets/screen/store-shelf.ts'),
    import('../store/own-documents.ts'),
  ]);
  const store = await lazy.get();
  const documents = store.documents('settings');
  return {
    shelfOf: (caller) => new StoreShelf(store, documentsOf(store, caller)),
    place: { read: () => documents.get('screen'), write: (settings) => documents.put('screen', settings) },
  };
}

import { fault } from '../../../kernel/fault.ts';
import { migrateSettings } from './migrate-settings.ts';
import { type ScreenSettings, SETTINGS_VERSION, screenSettings } from './screen-settings.ts';

/** Where settings are kept; without a place there are only defaults. */
export interface SettingsPlace {
  read(): Promise<unknown>;
  write(settings: unknown): Promise<void>;
}

/** What whoever started the program said; it holds instead of what is kept. */
export type GivenSettings = Partial<Pick<ScreenSettings['ai'], 'ocrEngine' | 'ocrLanguage'>>;

type Json = Record<string, unknown>;

/** The settings of the screen, shared by all that work with it. */
export class Settings {
  readonly #place: SettingsPlace | undefined;
  readonly #given: GivenSettings;

  constructor(place?: SettingsPlace, given: GivenSettings = {}) {
    this.#place = place;
    this.#given = given;
  }

  async current(): Promise<ScreenSettings> {
    const settings = screenSettings.parse(migrateSettings(await this.#place?.read()));
    return { ...settings, ai: { ...settings.ai, ...this.#given } };
  }

  /** Changes some values, section by section; what is not named stays. A wrong value is refused by its name. */
  async change(patch: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Promise<ScreenSettings> {
    if (!this.#place) throw fault('SETTINGS_NOT_KEPT', {});
    const before = migrateSettings(await this.#place.read());
    const after: Json = { ...before };
    for (const [section, values] of Object.entries(patch)) {
      const old = before[section];
      after[section] = { ...(typeof old === 'object' && old !== null ? old : {}), ...values };
    }
    const settings = screenSettings.parse(after);
    refuseChanged(patch, settings);
    await this.#place.write(after);
    return settings;
  }

  /** Everything as it was in the beginning; API keys stay. */
  async reset(): Promise<ScreenSettings> {
    if (!this.#place) throw fault('SETTINGS_NOT_KEPT', {});
    const { apiKeys } = (await this.current()).ai;
    await this.#place.write({ _schemaVersion: SETTINGS_VERSION, ai: { apiKeys } });
    return this.current();
  }
}

/** A value that came out as another one was not accepted. */
function refuseChanged(
  patch: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  settings: ScreenSettings,
): void {
  for (const [section, values] of Object.entries(patch)) {
    const accepted = settings[section] as Json;
    for (const [key, value] of Object.entries(values)) {
      if (JSON.stringify(accepted[key]) !== JSON.stringify(value))
        throw fault('INVALID_SETTING', { key: `${section}.${key}`, value: JSON.stringify(value) });
    }
  }
}

/** Keys are never shown: eight dots and the last four letters. */
export function shownSettings(settings: ScreenSettings): ScreenSettings {
  const masked = Object.entries(settings.ai.apiKeys).map(([name, key]) => [
    name,
    `${'•'.repeat(8)}${key.slice(-4)}`,
  ]);
  return { ...settings, ai: { ...settings.ai, apiKeys: Object.fromEntries(masked) } };
}

import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';
import type { Assembly } from '../../assemble/assemble.ts';
import { type ShotParts, shotParts } from '../../assemble/command-parts.ts';
import type { Config } from '../../config/options.ts';
import { fault, notWritable } from '../../kernel/fault.ts';
import { OWN_USER } from '../../kernel/owner.ts';
import type { Running } from './run-command.ts';

type ScreenDeps = Awaited<ReturnType<Assembly['screen']['get']>>['deps'];
type ScreenSettings = Awaited<ReturnType<ScreenDeps['settings']['current']>>;
type Picture = Parameters<ShotParts['encodePicture']>[0];
type Format = NonNullable<NonNullable<Parameters<ShotParts['encodePicture']>[1]>['format']>;

/** One screenshot from the command line. It is kept where the app keeps its own, too. */
export async function shotCommand({ config, assembly, stop }: Running): Promise<void> {
  // What was typed wrong is said before anything is captured.
  if (config.shotOutput !== undefined) formatOf(config.shotOutput);
  const parts = await shotParts();
  const app = config.shotEdit ? await parts.askApp(assembly.address, true) : undefined;
  if (config.shotEdit && app?.link === undefined) throw fault('APP_UNAVAILABLE', { product: 'Sensorium' });
  const { deps } = await assembly.screen.get();
  const settings = await deps.settings.current();
  const { env, redactor } = assembly;
  const screenshots = deps.screenshots.of({ session: 'shot', name: OWN_USER, cwd: process.cwd() });
  const { picture: whole, ...origin } = await take(config, deps, settings, parts, stop);
  const shot = await screenshots.add(whole, origin);
  const ocr = config.shotOcr || config.shotRedact ? await read() : undefined;
  const picture = config.shotRedact && ocr ? (await deps.redact(shot.picture, ocr)).picture : shot.picture;
  // What was redacted is the one that is opened.
  const edited =
    config.shotEdit && picture !== shot.picture
      ? await screenshots.add(picture, { mode: 'redacted', of: shot.info.id })
      : shot;
  if (config.shotOcr && ocr) await print(`${redactor.text(ocr.text)}\n`);
  if (config.shotCopy) await parts.copyToClipboard((await parts.encodePicture(picture)).bytes, env);
  if (app?.link !== undefined) {
    const link = `${app.link}&v=pictures&s=${edited.info.id}`;
    await parts.openLink(link, env);
    await print(`${link}\n`);
  }
  const file =
    config.shotOutput ??
    (config.shotOcr || config.shotCopy || config.shotEdit ? undefined : ownName(settings, env));
  if (file === undefined) return;
  await save(picture, resolve(file), settings, parts);
  await print(`${resolve(file)}\n`);

  function read() {
    return screenshots.read(shot, { language: settings.ai.ocrLanguage, signal: stop });
  }
}

async function take(
  config: Config,
  deps: ScreenDeps,
  { capture }: ScreenSettings,
  { takeScreenshot }: ShotParts,
  signal: AbortSignal,
) {
  const { shotWindow, shotMonitor, shotRegion } = config;
  const [x = 0, y = 0, w = 0, h = 0] = shotRegion?.split(',').map(Number) ?? [];
  const mode = shotWindow !== undefined ? 'window' : shotMonitor !== undefined ? 'monitor' : 'fullscreen';
  const { picture, window } = await takeScreenshot(() => deps.grabber(), {
    mode,
    windowTitle: shotWindow,
    monitorIndex: shotMonitor,
    region: shotRegion === undefined ? undefined : { x, y, w, h },
    cursor: capture.includeMouseCursor,
    delayMs: config.shotDelay ?? capture.delayMs,
    signal,
  });
  return { picture, mode: shotRegion ? 'region' : mode, title: window?.title };
}

async function save(
  picture: Picture,
  path: string,
  { capture }: ScreenSettings,
  { encodePicture }: ShotParts,
): Promise<void> {
  const { bytes } = await encodePicture(picture, { format: formatOf(path), quality: capture.jpegQuality });
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  } catch (cause) {
    throw notWritable(dirname(path), cause);
  }
}

const FORMATS: Readonly<Record<string, Format>> = {
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.webp': 'webp',
};

function formatOf(path: string): Format {
  const format = FORMATS[extname(path).toLowerCase()];
  if (format) return format;
  const problem = `"${path}" does not end with .png, .jpg or .webp`;
  throw fault('INVALID_FLAG', { flag: '--output', problem });
}

/** Such as ~/Pictures/Fotos/fotos-2026-07-28-093000.png. */
function ownName({ capture }: ScreenSettings, env: Readonly<Record<string, string | undefined>>): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const now = new Date();
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('');
  const folder = capture.saveDirectory.replace(/^~(?=$|[\\/])/, env.HOME || homedir());
  return join(folder, `fotos-${day}-${time}.${capture.defaultFormat}`);
}

const print = (words: string) => new Promise((done) => process.stdout.write(words, done));

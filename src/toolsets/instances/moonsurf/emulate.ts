import { z } from 'zod';
import { playwrightOptions } from '../../../engines/browser/context/context-options.ts';
import {
  emulateDevice,
  emulateGeolocation,
  emulateTimezone,
  emulateUserAgent,
} from '../../../engines/browser/context/emulate.ts';
import { THROTTLE_PRESETS } from '../../../engines/browser/context/network-conditions.ts';
import { actionTool, PAGE_FAULTS } from './action-tool.ts';
import { badArguments, onTab } from './place.ts';

const asked = z.string().min(1);
const pixels = z.int().min(1).max(10_000).describe('CSS pixels.');

const viewport = onTab({
  summary: 'Size of the viewport, pixel ratio, phone or not.',
  input: {
    width: pixels,
    height: pixels,
    deviceScaleFactor: z.number().min(0).max(10).optional(),
    mobile: z.boolean().optional(),
  },
  async run(tab, { args }) {
    const { width, height, deviceScaleFactor, mobile } = args;
    await emulateDevice(tab, { width, height, deviceScaleFactor, mobile });
    return {
      success: true,
      width,
      height,
      deviceScaleFactor: deviceScaleFactor ?? 1,
      mobile: mobile ?? false,
    };
  },
});

const userAgent = onTab({
  summary: 'What pages are told the browser is.',
  input: {
    userAgent: asked,
    platform: z.string().min(1).optional().describe('navigator.platform.'),
  },
  async run(tab, { args }) {
    await emulateUserAgent(tab, args.userAgent, args.platform);
    return { success: true, userAgent: args.userAgent };
  },
});

const geolocation = onTab({
  summary: 'Where pages are told the browser is.',
  input: {
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    accuracy: z.number().min(0).optional().describe('Metres.'),
  },
  async run(_tab, { context, args }) {
    const { latitude, longitude, accuracy } = args;
    await emulateGeolocation(context, { latitude, longitude, accuracy });
    return { success: true, latitude, longitude, accuracy: accuracy ?? 0 };
  },
});

const timezone = onTab({
  summary: 'The time zone, such as Europe/Vienna.',
  input: { timezoneId: asked.describe('Europe/Vienna.') },
  async run(tab, { args }) {
    // The browser would say nothing of one that it does not know, and go on as before.
    if (!isTimezone(args.timezoneId))
      throw badArguments('browser_emulate', `"timezoneId" is "${args.timezoneId}", which is no time zone`);
    await emulateTimezone(tab, args.timezoneId);
    return { success: true, timezoneId: args.timezoneId };
  },
});

function isTimezone(id: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: id });
    return true;
  } catch {
    return false;
  }
}

const device = onTab({
  summary: 'A device of the list that Playwright has, such as "iPhone 15": its screen and its user agent.',
  input: { device: asked.describe('iPhone 15.') },
  async run(tab, { args }) {
    const settings = await playwrightOptions({ device: args.device });
    const { viewport: size, deviceScaleFactor, isMobile } = settings;
    const { width, height } = size ?? { width: 1280, height: 720 };
    await emulateDevice(tab, { width, height, deviceScaleFactor, mobile: isMobile });
    if (settings.userAgent !== undefined) await emulateUserAgent(tab, settings.userAgent);
    return { success: true, device: args.device, width, height, deviceScaleFactor, mobile: isMobile };
  },
});

const offline = onTab({
  summary: 'Takes the network away, or gives it back.',
  input: { offline: z.boolean().optional().describe('Default true.') },
  async run(_tab, { context, args }) {
    const isOffline = args.offline ?? true;
    await context.conditions.setOffline(isOffline);
    return { success: true, offline: isOffline };
  },
});

const throttle = onTab({
  summary: 'A slow network: a preset, or bytes a second and milliseconds of latency.',
  input: {
    preset: z.enum(['slow-3g', 'fast-3g', '4g', 'wifi', 'offline', 'none']).optional(),
    downloadThroughput: z.number().min(-1).optional().describe('Bytes a second; -1: no limit.'),
    uploadThroughput: z.number().min(-1).optional().describe('Likewise.'),
    latency: z.number().min(0).optional().describe('Milliseconds.'),
  },
  async run(_tab, { context, args }) {
    const { preset, downloadThroughput, uploadThroughput, latency } = args;
    const isCustom = [downloadThroughput, uploadThroughput, latency].some((value) => value !== undefined);
    if (preset === undefined && !isCustom)
      throw badArguments('browser_emulate', 'throttle needs "preset", or throughputs and "latency"');
    await context.conditions.setOffline(preset === 'offline');
    const base = THROTTLE_PRESETS[preset === undefined || preset === 'offline' ? 'none' : preset];
    const speed = {
      download: downloadThroughput ?? base.download,
      upload: uploadThroughput ?? base.upload,
      latency: latency ?? base.latency,
    };
    const isOff = !isCustom && base === THROTTLE_PRESETS.none;
    await context.conditions.setThrottle(isOff ? undefined : speed);
    return {
      success: true,
      ...(preset && { preset }),
      downloadThroughput: speed.download,
      uploadThroughput: speed.upload,
      latency: speed.latency,
    };
  },
});

export const emulateTool = actionTool({
  name: 'browser_emulate',
  title: 'Emulate',
  summary: 'Viewport, user agent, place, time zone, device, network.',
  effect: 'write',
  modes: { viewport, user_agent: userAgent, geolocation, timezone, device, offline, throttle },
  faults: [...PAGE_FAULTS, 'NEEDS_CHROMIUM', 'NO_SUCH_DEVICE', 'ACTION_FAILED'],
});

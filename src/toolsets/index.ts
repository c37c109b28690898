/** Toolsets are loaded when their first tool is called. Those of the browser: */
export const browserToolsets = {
  browser: async () => (await import('./browser/index.ts')).browser,
  'browser-find': async () => (await import('./browser/index.ts')).browserFind,
  'browser-extra': async () => (await import('./browser/index.ts')).browserExtra,
  'browser-vision': async () => (await import('./browser/index.ts')).browserVision,
  'browser-pdf': async () => (await import('./browser/index.ts')).browserPdf,
  'browser-network': async () => (await import('./browser/index.ts')).browserNetwork,
  'browser-storage': async () => (await import('./browser/index.ts')).browserStorage,
  'browser-testing': async () => (await import('./browser/index.ts')).browserTesting,
  'browser-devtools': async () => (await import('./browser/index.ts')).browserDevtools,
  'browser-webmcp': async () => (await import('./browser/index.ts')).browserWebmcp,
  'browser-config': async () => (await import('./browser/index.ts')).browserConfig,
  'browser-code': async () => (await import('./browser/index.ts')).browserCode,
  'browser-code-unsafe': async () => (await import('./browser/index.ts')).browserCodeUnsafe,
};

/** Every toolset. */
export const toolsets = {
  wire: async () => (await import('./wire/index.ts')).wire,
  rawprox: async () => (await import('./wire/index.ts')).rawprox,
  screen: async () => (await import('./screen/index.ts')).screen,
  ...browserToolsets,
  instances: async () => (await import('./instances/index.ts')).instances,
  moonsurf: async () => (await import('./instances/index.ts')).moonsurf,
  telemetry: async () => (await import('./telemetry/index.ts')).telemetry,
  people: async () => (await import('./people/index.ts')).people,
  story: async () => (await import('./telemetry/index.ts')).story,
  'telemetry-alone': async () => (await import('./telemetry/index.ts')).telemetryAlone,
  'telemetry-beside': async () => (await import('./telemetry/index.ts')).telemetryBeside,
};

/** Every toolset, loaded when its first tool is called. */
export const toolsets = {
  wire: async () => (await import('./wire/index.ts')).wire,
  rawprox: async () => (await import('./wire/index.ts')).rawprox,
};

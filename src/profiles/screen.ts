/** What an agent is told once about the screen tools, in every profile that has them. */
export const SCREEN_INSTRUCTIONS =
  'Screen: coordinates are pixels of the full picture; image.scale says how much smaller the one shown is.';

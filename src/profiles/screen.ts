/** What an agent is told once about the screen tools, in every profile that has them. */
export const SCREEN_INSTRUCTIONS =
  'Screen: coordinates are pixels of the full picture; where the one shown is smaller, image.scale says by how much.';

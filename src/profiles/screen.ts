/** What an agent is told once about the screen tools, in every profile that has them. */
export const SCREEN_INSTRUCTIONS =
  'Screen: take_screenshot gives a screenshot_id for the other screen tools; those where it is optional take a ' +
  'new screenshot without it. Coordinates are pixels of the full picture; where the picture in an answer is ' +
  'smaller, image.scale says by how much. Tools that return a picture also take max_dimension (1568 unless ' +
  'given) and format (png, jpeg, webp); take_screenshot also window_id and cursor. wait_for_change waits ' +
  'until: "change" or "still"; compare_screenshots without other_id compares with the screen as it is now.';

/** What the contract of marks allows, without its schemas: for what runs in pages and in the extension. */

/** So many marks are on one page at most, and shorter ones are slips of the hand. */
export const MOST_MARKS = 50;
export const LEAST_LENGTH = 5;
/** So long may the words be that a person hands over. */
export const MOST_SAID = 4000;

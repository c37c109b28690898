/** What drives tabs; the edition for those who want none of this has it not. */
export const debugging = (chrome as { readonly debugger?: chrome.Debugging }).debugger;

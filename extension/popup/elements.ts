/** An element of the popup; its page has all that are asked for. */
export const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

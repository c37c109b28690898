/** Whether the document stopped changing for `quiet` ms before `most` were over. */
export function documentRests(quiet: number, most: number): Promise<boolean> {
  return new Promise((resolve) => {
    let timer: number | undefined;
    const end = (isQuiet: boolean) => {
      observer.disconnect();
      clearTimeout(timer);
      clearTimeout(last);
      resolve(isQuiet);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(end, quiet, true);
    };
    const observer = new MutationObserver(wait);
    const last = setTimeout(end, most, false);
    wait();
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

/** What can be seen of the window's page, as PNG in base64. */
export async function shoot(windowId: number | undefined): Promise<string> {
  const url = await chrome.tabs.captureVisibleTab(windowId, { format: 'png' });
  return url.slice(url.indexOf(',') + 1);
}

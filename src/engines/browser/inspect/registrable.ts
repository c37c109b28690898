/** The part of a host's name that somebody registered, by the public suffix list: whoever has it has all below it. */
export async function registrableOf(): Promise<(url: string) => string> {
  const { getDomain } = await import('tldts');
  const known = new Map<string, string>();
  return (url) => {
    const host = URL.parse(url)?.hostname ?? '';
    const before = known.get(host);
    if (before !== undefined) return before;
    // Addresses of machines and names without a suffix stand for themselves.
    const domain = getDomain(host, { allowPrivateDomains: true }) ?? host;
    known.set(host, domain);
    return domain;
  };
}

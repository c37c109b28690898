/** Where a connection is to end, by the name that the browser knows. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/** A proxy behind the relay. */
export interface Upstream {
  readonly scheme: 'http' | 'https' | 'socks4' | 'socks5';
  readonly host: string;
  readonly port: number;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Hosts that are reached without it, as Chromium writes them. */
  readonly bypass?: string | undefined;
}

/** What a proxy of HTTP is told; nothing if it asks for nothing. */
export function loginOf({ username, password = '' }: Upstream): readonly string[] {
  return username ? [`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`] : [];
}

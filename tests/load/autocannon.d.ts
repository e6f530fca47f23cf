/** As much of autocannon as the figures use; it brings no types. */
declare module 'autocannon' {
  interface Request {
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?: (request: Request) => Request;
  }
  interface Result {
    /** In seconds. */
    duration: number;
    requests: { total: number };
    latency: { p99: number };
    non2xx: number;
    errors: number;
    timeouts: number;
  }
  export default function autocannon(
    options: Request & { url: string; connections: number; duration: number; requests?: Request[] },
  ): Promise<Result>;
}

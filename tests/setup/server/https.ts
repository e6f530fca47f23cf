import { Agent, type RequestOptions, request } from 'node:https';

export interface Answered {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** HTTPS client that trusts one certificate only; `keep` reuses connections. */
export function askerOf(pem: string, keep = false) {
  const agent = new Agent({ keepAlive: keep, ca: pem });
  return (url: string, options: RequestOptions = {}, body = '') =>
    new Promise<Answered>((resolve, reject) => {
      const asked = request(url, { agent, ...options }, answer => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }),
        );
      });
      asked.on('error', reject).end(body);
    });
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** A server error that a retry would not change. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
  }
}

/** A home the resident has access to. */
export interface Door {
  unitId: string;
  unitCode: string;
}

const success = z.object({ data: z.unknown() });
const failure = z.object({ code: z.string() });
const signedIn = z.object({
  accessToken: z.string(),
  units: z.array(z.object({ unitId: z.string(), unitCode: z.string() })),
});

export interface Line {
  url: string;
  password: string;
  /** Ends all waiting. */
  until: AbortSignal;
  /** Called when the server stops answering, and when it answers again. */
  tell: (text: string) => void;
}

/** A client of the residents' API: signs in on demand, and retries over server restarts and expired tokens. */
export class Resident {
  readonly login: string;
  doors: Door[] = [];
  readonly #line: Line;
  #token: string | null = null;

  constructor(login: string, line: Line) {
    this.login = login;
    this.#line = line;
  }

  /** Signs in and keeps the token and the homes; throws `Refused` where the login is rejected. */
  async signIn(): Promise<void> {
    const body = JSON.stringify({ login: this.login, password: this.#line.password });
    const answer = await this.#send('/api/resident/auth/login', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    const { accessToken, units } = signedIn.parse(answer);
    this.#token = accessToken;
    this.doors = units;
  }

  get(door: Door, path: string): Promise<unknown> {
    return this.#ask(door, path, { method: 'GET' });
  }

  /** Posts with an Idempotency-Key, so that retries have no further effect. */
  post(door: Door, path: string, body: object | FormData): Promise<unknown> {
    return this.#ask(door, path, { method: 'POST', body, key: randomUUID() });
  }

  put(door: Door, path: string, body: object): Promise<unknown> {
    return this.#ask(door, path, { method: 'PUT', body });
  }

  async #ask(
    door: Door,
    path: string,
    { method, body, key }: { method: string; body?: object | FormData; key?: string },
  ): Promise<unknown> {
    const isForm = body instanceof FormData;
    for (let attempt = 0; ; attempt++) {
      if (!this.#token) await this.signIn();
      try {
        return await this.#send(path, {
          method,
          headers: {
            Authorization: `Bearer ${this.#token}`,
            'X-Unit-Id': door.unitId,
            ...(key && { 'Idempotency-Key': key }),
            ...(body && !isForm && { 'Content-Type': 'application/json' }),
          },
          ...(body && { body: isForm ? body : JSON.stringify(body) }),
        });
      } catch (error) {
        // The token has expired: retries once with a new one.
        if (!(error instanceof Refused) || error.status !== 401 || attempt > 0) throw error;
        this.#token = null;
      }
    }
  }

  async #send(path: string, init: RequestInit): Promise<unknown> {
    const { url, until, tell } = this.#line;
    for (let attempt = 0; ; attempt++) {
      until.throwIfAborted();
      const response = await fetch(url + path, {
        ...init,
        signal: AbortSignal.any([until, AbortSignal.timeout(15_000)]),
      }).catch(() => null);
      if (response && response.status !== 429 && response.status < 502) {
        if (attempt > 0) tell('the server answers again');
        const body: unknown = await response.json().catch(() => null);
        if (response.ok) return success.parse(body).data;
        throw new Refused(response.status, failure.safeParse(body).data?.code ?? response.statusText);
      }
      until.throwIfAborted();
      if (attempt === 0)
        tell(response ? `the server asks for patience (${response.status})` : 'the server does not answer, waiting');
      const wait = Number(response?.headers.get('Retry-After')) * 1000;
      await sleep(wait || Math.min(5000, 400 * 2 ** attempt), undefined, { signal: until });
    }
  }
}

/** A record or other response data. */
export type Row = Record<string, unknown> & { id: string; version: number; status: string };

export interface Failed {
  statusCode: number;
  code: string;
  message: string;
  data?: Record<string, unknown> & { fields?: Record<string, { code: string; message: string }> };
}

/** Response of a call. */
export interface Answer<T> {
  status: number;
  code: string;
  data: T;
  error: Failed;
  headers: Headers;
  text: string;
}

export interface Sent {
  method: string;
  path: string;
  status: number;
  data: unknown;
}

export interface Caller {
  get: <T = Row>(path: string, headers?: Record<string, string>) => Promise<Answer<T>>;
  post: <T = Row>(path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer<T>>;
  put: <T = Row>(path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer<T>>;
  /** Posts values and returns the created record; throws if refused. */
  create: <T = Row>(path: string, values?: unknown) => Promise<T>;
  delete: <T = Row>(path: string, headers?: Record<string, string>) => Promise<Answer<T>>;
  call: <T = Row>(method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer<T>>;
  /** The file that a path returns: for GET, a posted form, or values sent by PUT. */
  file: (path: string, sent?: object) => Promise<{ status: number; headers: Headers; body: Buffer }>;
}

/** Keys, codes and unfilled placeholders, which no message may contain. */
const RAW = /^$|^[a-z-]+[.:][\w.]+$|^[A-Z_]{4,}$|\{\{|undefined|\bnull\b|\[object/;
const wordsOf = ({ message, data }: Failed): string[] => [
  message,
  ...Object.values(data?.fields ?? {}).map(field => field.message),
];

/** Calls the API of a server with the given headers; `heard` receives each response. */
export function callerOf(
  url: () => string,
  standing: () => Record<string, string>,
  heard: (sent: Sent) => void = () => {},
): Caller {
  async function call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const form = body instanceof FormData;
    const text = typeof body === 'string';
    const response = await fetch(`${url()}/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && !form && { 'Content-Type': 'application/json' }),
        ...standing(),
        ...headers,
      },
      ...(body !== undefined && { body: form || text ? (body as FormData | string) : JSON.stringify(body) }),
    });
    const answer = await response.text();
    const json = (answer.startsWith('{') ? JSON.parse(answer) : {}) as { code: string; data: T; error: Failed };
    // Any status of 500 or above is a bug of the server.
    if (response.status >= 500) throw new Error(`${method} ${path}: ${answer}`);
    for (const words of json.error ? wordsOf(json.error) : [])
      if (RAW.test(words)) throw new Error(`${method} ${path} is not worded: ${answer}`);
    heard({ method, path, status: response.status, data: json.data });
    return {
      status: response.status,
      code: json.code,
      data: json.data,
      error: json.error,
      headers: response.headers,
      text: answer,
    };
  }
  return {
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body = {}, headers = {}) => call('POST', path, body, headers),
    put: (path, body = {}, headers = {}) => call('PUT', path, body, headers),
    async create<T>(path: string, values: unknown = {}) {
      const { status, data, text } = await call<T>('POST', path, values);
      if (status !== 201) throw new Error(`POST ${path}: ${text}`);
      return data;
    },
    delete: (path, headers) => call('DELETE', path, undefined, headers),
    async file(path, sent) {
      const put = sent !== undefined && !(sent instanceof FormData);
      const response = await fetch(`${url()}${path.startsWith('/api') ? path : `/api${path}`}`, {
        headers: { ...(put && { 'Content-Type': 'application/json' }), ...standing() },
        ...(put && { method: 'PUT', body: JSON.stringify(sent) }),
        ...(sent instanceof FormData && { method: 'POST', body: sent }),
      });
      return {
        status: response.status,
        headers: response.headers,
        body: Buffer.from(await response.arrayBuffer()),
      };
    },
  };
}

import { type Call, request } from './api.ts';

const AT_ONCE = 100;

/** The first `most` rows of a list, read page by page. Throws `ApiError`. */
export const readFirst =
  (most: number) =>
  async <T>(path: string, call: Call): Promise<T[]> => {
    const all: T[] = [];
    for (let page = 1, more = true; more; page++) {
      const query = { ...call.query, page, limit: AT_ONCE };
      const { data } = await request<T[]>('GET', path, { ...call, query });
      all.push(...data);
      more = data.length === AT_ONCE && all.length < most;
    }
    return all.slice(0, most);
  };

/** All rows of a short list. Throws `ApiError`. */
export const readAll: <T>(path: string, call: Call) => Promise<T[]> = readFirst(Number.POSITIVE_INFINITY);

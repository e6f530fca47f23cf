import { type Call, request } from './api.ts';

const AT_ONCE = 100;

/** The first rows of a list, page after page, `most` of them. Throws `ApiError`. */
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

/** All rows of a list that has few. Throws `ApiError`. */
export const readAll: <T>(path: string, call: Call) => Promise<T[]> = readFirst(Number.POSITIVE_INFINITY);

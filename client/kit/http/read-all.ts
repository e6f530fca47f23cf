import { type Call, request } from './api.ts';

const AT_ONCE = 100;

/** All rows of a list that has few, page after page. Throws `ApiError`. */
export async function readAll<T>(path: string, call: Call): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1, more = true; more; page++) {
    const query = { ...call.query, page, limit: AT_ONCE };
    const { data } = await request<T[]>('GET', path, { ...call, query });
    all.push(...data);
    more = data.length === AT_ONCE;
  }
  return all;
}

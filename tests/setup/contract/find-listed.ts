import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Caller, Row } from '../caller.ts';

const LIMIT = 100;

/** A record as the list of its definition shows it: the newest come first where the list can be sorted so, otherwise it is looked for page by page. */
export async function findListed(who: Caller, { path, list }: Definition, id: string): Promise<Row | undefined> {
  if (list.sorts.includes('createdAt'))
    return (await who.get<Row[]>(`${path}?limit=${LIMIT}&sort=-createdAt`)).data.find(row => row.id === id);
  for (let page = 1; ; page++) {
    const { data } = await who.get<Row[]>(`${path}?limit=${LIMIT}&page=${page}`);
    const found = data.find(row => row.id === id);
    if (found || data.length < LIMIT) return found;
  }
}

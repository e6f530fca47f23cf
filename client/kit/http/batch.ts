import { request, type Scope } from './api.ts';
import { bring, type Read, type ReadAnswer } from './brought.ts';

/** Reads several paths of one scope in one call, in their order. Throws `ApiError`. */
export async function readBatch(reads: readonly Read[], scope: Scope): Promise<readonly ReadAnswer[]> {
  const body = { reads: reads.map(({ path, query }) => ({ path, query })) };
  return (await request<ReadAnswer[]>('POST', '/batch', { ...scope, body })).data;
}

/** Reads in one call what screens will ask for by `request` in a moment. */
export function bringInAdvance(reads: readonly Read[], scope: Scope): void {
  bring(reads, readBatch(reads, scope));
}

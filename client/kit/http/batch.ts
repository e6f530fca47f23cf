import { request, type Scope } from './api.ts';
import { bring, type Read, type ReadAnswer } from './brought.ts';

/** Sends several reads of one scope in one request; answers are in their order. Throws `ApiError`. */
export async function readBatch(reads: readonly Read[], scope: Scope): Promise<readonly ReadAnswer[]> {
  const body = { reads: reads.map(({ path, query }) => ({ path, query })) };
  return (await request<ReadAnswer[]>('POST', '/batch', { ...scope, body })).data;
}

/** Prefetches reads in one request, for screens that will call `request` for them shortly. */
export function bringInAdvance(reads: readonly Read[], scope: Scope): void {
  bring(reads, readBatch(reads, scope));
}

import type { Plain } from '@lobby/shared/kit/filter-schema.ts';

/** Arguments of a GET by `request`. */
export interface Read {
  path: string;
  projectId?: string;
  unitId?: string;
  query?: Record<string, Plain>;
}

/** Data of a read; null if it was refused. */
export type ReadAnswer = { data: unknown } | null;

/** Prefetched answers are valid for the first reads of a page only, in ms. */
const KEPT_MS = 10_000;
const brought = new Map<string, { answer: Promise<ReadAnswer>; until: number }>();

const keyOf = ({ path, projectId = '', unitId = '', query = {} }: Read): string =>
  JSON.stringify([path, projectId, unitId, query]);

/** Stores prefetched answers for the callers of `request`, in the order of `reads`. */
export function bring(reads: readonly Read[], answers: Promise<readonly ReadAnswer[]>): void {
  const until = performance.now() + KEPT_MS;
  for (const [at, read] of reads.entries()) {
    // After a failed request the caller sends its own.
    const answer = answers.then(
      all => all[at] ?? null,
      () => null,
    );
    brought.set(keyOf(read), { answer, until });
  }
}

/** Takes the prefetched answer of a read, each once; null if there is none. */
export function takeBrought(read: Read): Promise<ReadAnswer> | null {
  if (brought.size === 0) return null;
  const key = keyOf(read);
  const entry = brought.get(key);
  brought.delete(key);
  return entry && performance.now() < entry.until ? entry.answer : null;
}

/** Drops unused answers, at sign-out. */
export function forgetBrought(): void {
  brought.clear();
}

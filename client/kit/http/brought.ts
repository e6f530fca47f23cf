import type { Scope } from './api.ts';
import type { Plain } from './query.ts';

/** A GET as `request` is called for it. */
export interface Read extends Scope {
  path: string;
  query?: Record<string, Plain>;
}

/** The data of a read; null where it was refused. */
export type ReadAnswer = { data: unknown } | null;

/** Answers are for the first reads of a page; later ones ask the server. */
const KEPT_MS = 10_000;
const brought = new Map<string, { answer: Promise<ReadAnswer>; until: number }>();

const keyOf = ({ path, projectId = '', unitId = '', query = {} }: Read): string =>
  JSON.stringify([path, projectId, unitId, query]);

/** Keeps the coming answers of reads for the callers that will ask for them, in the order of `reads`. */
export function bring(reads: readonly Read[], answers: Promise<readonly ReadAnswer[]>): void {
  const until = performance.now() + KEPT_MS;
  for (const [at, read] of reads.entries()) {
    // A failed call is one answer less: the caller asks by itself.
    const answer = answers.then(
      all => all[at] ?? null,
      () => null,
    );
    brought.set(keyOf(read), { answer, until });
  }
}

/** Takes the answer of a read that was brought; each is given once. Null if there is none. */
export function takeBrought(read: Read): Promise<ReadAnswer> | null {
  if (brought.size === 0) return null;
  const key = keyOf(read);
  const found = brought.get(key);
  brought.delete(key);
  return found && performance.now() < found.until ? found.answer : null;
}

/** Forgets what nobody took, at sign-out. */
export function forgetBrought(): void {
  brought.clear();
}

import { LRUCache } from 'lru-cache';

/** How much may be taken at once, and how much comes back per second. */
export interface Budget {
  burst: number;
  perSecond: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Counts what each key takes of a budget; each server counts for itself. */
export function createBudget(max = 50_000) {
  const buckets = new LRUCache<string, Bucket>({ max });
  const fill = (key: string, { burst, perSecond }: Budget): Bucket => {
    const now = performance.now();
    const bucket = buckets.get(key) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) * perSecond) / 1000);
    bucket.at = now;
    buckets.set(key, bucket);
    return bucket;
  };
  return {
    /** Takes a weight where as much is left; else the seconds until it will be. */
    take(key: string, budget: Budget, weight = 1): number {
      const bucket = fill(key, budget);
      if (bucket.tokens < weight) return Math.max(1, Math.ceil((weight - bucket.tokens) / budget.perSecond));
      bucket.tokens -= weight;
      return 0;
    },
    /** Takes a weight that is known only afterwards; the next one waits for it. */
    charge(key: string, budget: Budget, weight: number): void {
      fill(key, budget).tokens -= weight;
    },
  };
}

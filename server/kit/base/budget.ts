import { LRUCache } from 'lru-cache';

/** A token bucket: its capacity and its refill rate. */
export interface Budget {
  burst: number;
  perSecond: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Creates token buckets by key. Each server keeps its own. */
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
    /** Takes `weight` tokens and returns 0, or takes none and returns the seconds until there are enough. */
    take(key: string, budget: Budget, weight = 1): number {
      const bucket = fill(key, budget);
      if (bucket.tokens < weight) return Math.max(1, Math.ceil((weight - bucket.tokens) / budget.perSecond));
      bucket.tokens -= weight;
      return 0;
    },
    /** Takes a weight that is known only afterwards. The bucket may go below zero, and the next caller waits. */
    charge(key: string, budget: Budget, weight: number): void {
      fill(key, budget).tokens -= weight;
    },
  };
}

import { fail } from '../base/errors.ts';
import { refused } from '../ops/measures.ts';

/** Limits of concurrent work, in the unit of its weight. */
interface Limits {
  /** Label of refusals in the metrics. */
  what: string;
  /** Total weight that may run concurrently. */
  inAll: number;
  /** Total weight of one person, including what waits. */
  own: number;
  /** How many pieces may wait, and for how long. */
  waiting: number;
  patienceMs: number;
}

interface Waiting {
  who: string;
  weight: number;
  enter: () => void;
}

const TRY_AGAIN_S = 5;

/**
 * Limits concurrent work by its weight. Work beyond the limit waits, with a fair turn for each person. Refuses with 429 when
 * one person has too much, and with 503 when too many wait or the wait takes too long.
 */
export function createGate({ what, inAll, own, waiting, patienceMs }: Limits) {
  const queue: Waiting[] = [];
  const held = new Map<string, number>();
  const running = new Map<string, number>();
  let under = 0;
  let last = '';

  const add = (map: Map<string, number>, who: string, weight: number) => {
    const sum = (map.get(who) ?? 0) + weight;
    if (sum > 0) map.set(who, sum);
    else map.delete(who);
  };
  const admit = (who: string, weight: number) => {
    under += weight;
    last = who;
    add(running, who, weight);
  };
  const next = () => {
    for (;;) {
      const first = queue.find(waiter => waiter.who !== last && !running.has(waiter.who)) ?? queue[0];
      if (!first || under + first.weight > inAll) return;
      queue.splice(queue.indexOf(first), 1);
      admit(first.who, first.weight);
      first.enter();
    }
  };
  const wait = (who: string, weight: number) =>
    new Promise<void>((resolve, reject) => {
      const tire = setTimeout(() => {
        queue.splice(queue.indexOf(waiter), 1);
        refused.add({ limit: `${what}, in all` });
        reject();
        next();
      }, patienceMs);
      const waiter: Waiting = {
        who,
        weight,
        enter() {
          clearTimeout(tire);
          resolve();
        },
      };
      queue.push(waiter);
    }).catch(() => fail('SERVER_BUSY'));

  return async <T>(who: string, size: number, work: () => Promise<T>): Promise<T> => {
    const weight = Math.min(Math.max(size, 1), inAll);
    const had = held.get(who) ?? 0;
    if (had > 0 && had + weight > own) {
      refused.add({ limit: `${what}, own` });
      fail('TOO_MANY_REQUESTS', { seconds: TRY_AGAIN_S });
    }
    const fits = queue.length === 0 && under + weight <= inAll;
    if (!fits && queue.length >= waiting) {
      refused.add({ limit: `${what}, in all` });
      fail('SERVER_BUSY');
    }
    add(held, who, weight);
    try {
      if (fits) admit(who, weight);
      else await wait(who, weight);
      try {
        return await work();
      } finally {
        under -= weight;
        add(running, who, -weight);
        next();
      }
    } finally {
      add(held, who, -weight);
    }
  };
}

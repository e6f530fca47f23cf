import { randomUUID } from 'node:crypto';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { now, sleep } from '../load/machine.ts';
import { call, type Product } from '../load/product.ts';

/** A write that is retried with the same key until it is acknowledged, as the client does. */
export interface Intent {
  title: string;
  /** The ticket's id, once acknowledged. */
  id: string | null;
  /** Approved as well, and that was acknowledged. */
  approved: boolean;
}

export interface Writing {
  intents: Intent[];
  /** How many writes were acknowledged so far. */
  acknowledged: () => number;
  /** Answers that were neither good nor a 503, by status and code. */
  wrong: Map<string, number>;
  /** Answers that said 503, and calls that broke off; and why, in words. */
  putOff: () => number;
  reasons: () => string;
  /** The longest time that an answer took, and between two acknowledgements, in ms. */
  slowest: () => number;
  longestGap: () => number;
  /** Begins nothing new; answers once everything begun is acknowledged. */
  stop: () => Promise<void>;
}

interface Target {
  url: () => string;
  headers: Record<string, string>;
  unitId: string;
}

interface Answered {
  code: string;
  data: { id: string; version: number };
}

const AGAIN_MS = 200;
const MOST_UNDERWAY = 64;
const GIVEN_UP_MS = 90_000;

/** Where to write, with a unit to write about. */
export async function targetOf(product: Product, url = () => product.url): Promise<Target> {
  const { data: units } = await call<{ id: string }[]>(product, 'GET', `${unit.path}/options`);
  return { url, headers: product.headers, unitId: units[0]?.id ?? '' };
}

/** Writes tickets at a rate, and approves every third, until told to stop. */
export function write({ url, headers, unitId }: Target, perSecond: number, label: string): Writing {
  const intents: Intent[] = [];
  const wrong = new Map<string, number>();
  const underway = new Set<Promise<void>>();
  const why = new Map<string, number>();
  const remember = (reason: string) => void why.set(reason, (why.get(reason) ?? 0) + 1);
  let [acknowledged, putOff, slowest, longestGap] = [0, 0, 0, 0];
  let last = now();
  let on = true;

  /** One call until it is answered for good; null when it is answered wrongly. */
  async function insist(method: string, path: string, body: object, key: string) {
    for (let tries = 1, end = now() + GIVEN_UP_MS; now() < end; tries++) {
      const asked = now();
      const answer = await fetch(`${url()}/api${path}`, {
        method,
        headers: { ...headers, 'Idempotency-Key': key },
        body: JSON.stringify(body),
      })
        .then(async found => ({ status: found.status, body: (await found.json()) as Answered }))
        .catch((error: Error) => {
          const cause = error.cause instanceof Error ? error.cause : error;
          remember(`${'code' in cause ? cause.code : ''} ${cause.message}`);
          return null;
        });
      slowest = Math.max(slowest, now() - asked);
      if (answer && answer.status < 300) {
        acknowledged++;
        longestGap = Math.max(longestGap, now() - last);
        last = now();
        return answer.body.data;
      }
      // The try before may have been the one that did it; only its answer was lost.
      if (answer?.status === 409 && method === 'PUT' && tries > 1) return null;
      if (answer && answer.status !== 503) {
        const what = `${answer.status} ${answer.body.code}`;
        wrong.set(what, (wrong.get(what) ?? 0) + 1);
        return null;
      }
      putOff++;
      if (answer) remember(`${answer.status} ${answer.body.code}`);
      await sleep(AGAIN_MS);
    }
    wrong.set('never answered', (wrong.get('never answered') ?? 0) + 1);
    return null;
  }

  async function carryOut(intent: Intent, n: number): Promise<void> {
    const made = await insist('POST', ticket.path, { title: intent.title, content: 'Nước chảy', unitId }, randomUUID());
    if (!made) return;
    intent.id = made.id;
    if (n % 3 > 0) return;
    const { version } = made;
    intent.approved = (await insist('PUT', `${ticket.path}/${made.id}/approve`, { version }, randomUUID())) !== null;
  }

  async function run(): Promise<void> {
    const begun = now();
    for (let n = 0; on; ) {
      // Writes that could not begin in time, because nobody answered, are not made up for.
      for (const due = ((now() - begun) * perSecond * 0.75) / 1000; n < due; n++) {
        if (underway.size >= MOST_UNDERWAY) continue;
        const intent = { title: `${label} ${n}`, id: null, approved: false };
        intents.push(intent);
        const going = carryOut(intent, n).finally(() => underway.delete(going));
        underway.add(going);
      }
      await sleep(5);
    }
  }
  const running = run();

  return {
    intents,
    wrong,
    acknowledged: () => acknowledged,
    putOff: () => putOff,
    reasons: () => [...why].map(([reason, times]) => `${times} x ${reason.slice(0, 80)}`).join(', '),
    slowest: () => slowest,
    longestGap: () => Math.max(longestGap, on ? now() - last : 0),
    async stop() {
      on = false;
      await running;
      await Promise.all(underway);
    },
  };
}

import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import {
  isAnswered,
  isWrong,
  judged,
  openItems,
  progressOf,
  type WorkItem,
} from '@lobby/shared/modules/checklist-items.ts';
import type { maintenanceSnapshot } from '@lobby/shared/modules/maintenance.contract.ts';

type Answer = AnswerOf<typeof maintenanceSnapshot>;
/** A work as kept on the phone; snapshots of older versions have no thumbnails of explanatory images. */
export type DayWork = Omit<Answer['works'][number], 'help'> & Partial<Pick<Answer['works'][number], 'help'>>;
export type DaySupply = Answer['supplies'][number];
export type Snapshot = Omit<Answer, 'works'> & { works: DayWork[] };

/** An answer given on the phone. */
export interface ItemAnswer {
  n: number;
  value: string | null;
  result: WorkItem['result'];
  note: string | null;
  images: string[];
  at: string;
  key: string;
  corrects: string | null;
}

/** The parts of an outbox entry needed to derive the state of a work. */
export interface Waiting {
  body: unknown;
  act?: { path: string; status: string } | undefined;
  state: string;
}

function withAnswer(item: WorkItem, answer: ItemAnswer): WorkItem {
  const verdict = judged(item, answer);
  if (isWrong(verdict)) return item;
  const { note, images, at, key } = answer;
  return { ...item, ...verdict, note, pictures: images.join(' ') || null, at, receivedAt: at, onceKey: key };
}

/** A work with the outbox applied, without refused entries. */
export function withWaiting(work: DayWork, waiting: readonly Waiting[]): DayWork {
  let after = work;
  for (const { act, body, state } of waiting) {
    if (!act || state === 'failed') continue;
    if (act.path.endsWith('/answer')) {
      const { items: answers } = body as { items: ItemAnswer[] };
      const items = after.items.map(item => {
        const answer = answers.find(({ n }) => n === item.n);
        return answer ? withAnswer(item, answer) : item;
      });
      after = { ...after, items, progress: progressOf(items) };
    } else after = { ...after, status: act.status };
  }
  return after;
}

/** A sent entry, and when its answer arrived. */
interface Sent {
  one: Waiting & { path: string };
  answeredAt: number;
}

/** Loaded works with entries applied that were answered after the works were requested. */
export function withSent(
  read: Snapshot,
  sent: readonly Sent[],
  askedAt: number,
  laneOf: (id: string) => string,
): Snapshot {
  const later = sent.filter(({ answeredAt }) => answeredAt >= askedAt).map(({ one: entry }) => entry);
  if (later.length === 0) return read;
  const ofWork = ({ id }: DayWork) => later.filter(({ path }) => path === laneOf(id));
  return { ...read, works: read.works.map(work => withWaiting(work, ofWork(work))) };
}

/** Parts that a work still needs before it can be completed. */
export interface Missing {
  items: number[];
  photo: boolean;
  signature: boolean;
}

export const missingIn = (work: DayWork, photos: number, signatures: number): Missing => ({
  items: openItems(work.items).map(({ n }) => n),
  photo: work.requiresPhoto && work.photos + photos === 0,
  signature: work.requiresSignature && work.signatures + signatures === 0,
});

/** Index of the first unanswered item; the length if all are answered. */
export function firstOpen(items: readonly WorkItem[]): number {
  const at = items.findIndex(item => !isAnswered(item));
  return at < 0 ? items.length : at;
}

/** Works due today or late by place, and the later ones. */
export function dayGroups(
  works: readonly DayWork[],
  today: string,
): { today: [string, DayWork[]][]; later: DayWork[] } {
  const now = works.filter(({ scheduledDate, status }) => scheduledDate <= today || status !== 'SCHEDULED');
  const byPlace = [...Map.groupBy(now, ({ place }) => place ?? '')].sort(([a], [b]) => a.localeCompare(b));
  return {
    today: byPlace,
    later: works.filter(work => !now.includes(work)),
  };
}

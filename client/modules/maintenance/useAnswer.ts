import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import type { ItemResult, WorkItem } from '@lobby/shared/modules/checklist-items.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import type { RecordOf } from '../../kit/base/matches.ts';
import { request } from '../../kit/http/api.ts';
import { now } from '../../kit/http/clock.ts';
import { randomId } from '../../kit/http/ids.ts';
import { applyRows, turnNow } from '../../kit/records/records.ts';
import { scopeAtom } from '../../kit/session/session.ts';

/** An answer being entered. */
export interface Draft {
  value: string;
  result: ItemResult | null;
  note: string;
  images: readonly FileInfo[];
}

/** Returns a function that sends an answer; retries count once. */
export function useAnswer(workId: string, { n, receivedAt }: WorkItem): (draft: Draft) => Promise<void> {
  const scope = useAtomValue(scopeAtom);
  const key = useRef('');
  return async ({ value, result, note, images }) => {
    key.current ||= randomId();
    const turn = turnNow();
    const answer = { value: value || null, result, note: note || null, images: images.map(({ id }) => id) };
    const at = { at: new Date(now()).toISOString(), key: key.current, corrects: receivedAt ?? null };
    const body = { items: [{ n, ...answer, ...at }] };
    const { data } = await request<RecordOf<typeof maintenance>>('PUT', `${maintenance.path}/${workId}/answer`, {
      ...scope,
      body,
    });
    key.current = '';
    applyRows(maintenance.name, [data], { kind: 'answer', turn, detail: true });
  };
}

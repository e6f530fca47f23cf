import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { whatsNew } from '@lobby/shared/whats-new.contract.ts';
import { useEffect } from 'react';
import { request } from '../../kit/http/api.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { onTakenOver } from '../../kit/session/preferences.ts';
import { scopeNow } from '../../kit/session/session.ts';

export type NewsEntry = AnswerOf<typeof whatsNew>['entries'][number];

/** News for the reader; reloaded when entries are marked as seen anywhere. */
export function useWhatsNew(limit: number) {
  const query = useContract<typeof whatsNew>('/whats-new', { query: { limit } });
  const { again } = query;
  useEffect(() => onTakenOver(() => void again()), [again]);
  return query;
}

/** Marks news as seen or postponed; a failure is ignored, and the news shows again. */
export async function postSeen(what: 'seen' | 'later', body: object): Promise<void> {
  await request('PUT', `/whats-new/${what}`, { ...scopeNow(), body }).catch(() => undefined);
}

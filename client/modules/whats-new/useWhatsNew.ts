import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { whatsNew } from '@lobby/shared/whats-new.contract.ts';
import { useEffect } from 'react';
import { request } from '../../kit/http/api.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { onTakenOver } from '../../kit/session/preferences.ts';
import { scopeNow } from '../../kit/session/session.ts';

export type NewsEntry = AnswerOf<typeof whatsNew>['entries'][number];

/** What is new for the reader; read again as soon as they have seen some of it anywhere. */
export function useWhatsNew(limit: number) {
  const query = useContract<typeof whatsNew>('/whats-new', { query: { limit } });
  const { again } = query;
  useEffect(() => onTakenOver(() => void again()), [again]);
  return query;
}

/** Tells the server what was seen or put off; without a connection it shows again. */
export async function postSeen(what: 'seen' | 'later', body: object): Promise<void> {
  await request('PUT', `/whats-new/${what}`, { ...scopeNow(), body }).catch(() => undefined);
}

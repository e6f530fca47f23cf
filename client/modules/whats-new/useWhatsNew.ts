import type { NewsKind } from '@lobby/shared/whats-new.ts';
import { useEffect } from 'react';
import { request } from '../../kit/http/api.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { onTakenOver } from '../../kit/session/preferences.ts';
import { scopeNow } from '../../kit/session/session.ts';

export interface NewsEntry {
  id: string;
  version: string;
  /** YYYY-MM-DD. */
  date: string;
  kind: NewsKind;
  title: string;
  text: string;
  screen: string | null;
  modules: readonly string[];
  seen: boolean;
}

interface NewsAnswer {
  entries: readonly NewsEntry[];
  total: number;
  unseen: number;
  banner: { id: string; kind: NewsKind; title: string; count: number; ids: readonly string[] } | null;
}

/** News for the reader; reloaded when entries are marked as seen anywhere. */
export function useWhatsNew(limit: number) {
  const query = useQuery<NewsAnswer>('/whats-new', { query: { limit } });
  const { again } = query;
  useEffect(() => onTakenOver(() => void again()), [again]);
  return query;
}

/** Marks news as seen or postponed; a failure is ignored, and the news shows again. */
export async function postSeen(what: 'seen' | 'later', body: object): Promise<void> {
  await request('PUT', `/whats-new/${what}`, { ...scopeNow(), body }).catch(() => undefined);
}

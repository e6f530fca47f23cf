import { useCallback, useEffect, useRef, useState } from 'react';
import { request } from '../../kit/http/api.ts';
import { onMissed, onSaid } from '../../kit/live/live.ts';

/** What the reader was told of, as it travels. */
export interface Notification {
  id: string;
  type: string;
  module: string;
  title: string;
  by: string;
  at: string;
  read: boolean;
  viewed: boolean;
  url: string;
}

interface Told {
  rows: readonly Notification[];
  total: number;
}

const LIMIT = 20;

/** What the reader was told of in a project, newest first: read again as more comes, and on every device as it is read. */
export function useNotifications(projectId: string, unreadOnly: boolean) {
  const [told, setTold] = useState<Told | null>(null);
  const [failed, setFailed] = useState(false);
  const [pages, setPages] = useState(1);
  const turn = useRef(0);
  const read = useCallback(async () => {
    const mine = ++turn.current;
    const query = { limit: LIMIT * pages, ...(unreadOnly && { filter: { read: 'false' } }) };
    const answer = await request<Notification[]>('GET', '/histories/pms', { projectId, query }).catch(() => null);
    // An answer that was overtaken by a later question says nothing any more.
    if (mine !== turn.current) return;
    setFailed(!answer);
    if (answer) setTold({ rows: answer.data, total: answer.total ?? 0 });
  }, [projectId, unreadOnly, pages]);
  useEffect(() => {
    void read();
    const mine = (body: { projectId?: string }) => void (body.projectId === projectId && read());
    const stops = [onSaid('notifications', mine), onMissed(mine)];
    return () => {
      turn.current++;
      for (const stop of stops) stop();
    };
  }, [read, projectId]);
  const act = async (method: 'PUT' | 'PATCH', path: string) => {
    await request(method, `/histories/${path}`, { projectId }).catch(() => null);
    await read();
  };
  return {
    told,
    failed,
    retry: () => void read(),
    /** More than the API gives at once are not shown: they are found by what they are about. */
    more: told && told.rows.length < told.total && pages < 5 ? () => setPages(pages + 1) : null,
    markRead: (id: string) => act('PATCH', `${id}/read`),
    readAll: () => act('PUT', 'read-all'),
    viewAll: () => act('PUT', 'view-all'),
  };
}

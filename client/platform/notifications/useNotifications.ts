import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { notificationList } from '@lobby/shared/kit/notification.contract.ts';
import type { Topic } from '@lobby/shared/kit/notification-topics.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { request } from '../../kit/http/api.ts';
import { callContract } from '../../kit/http/contract.ts';
import { onMissed, onSaid } from '../../kit/live/live.ts';

/** A notification as returned by the API. */
export type Notification = Omit<AnswerOf<typeof notificationList>[number], 'projectId' | 'urgent'>;

export interface NotificationFilter {
  read?: 'false' | undefined;
  topic?: Topic | undefined;
}

/** Event of the user's own notifications (api.md, Live). */
interface OwnEvent {
  projectId: string;
  module: string;
  action: string;
}

/** Subscribes to changes of the user's notifications in a project. */
export const onNotifications = (projectId: string, listener: (action: string) => void) =>
  onSaid<OwnEvent>('event', event => {
    if (event.module === 'NOTIFICATION' && event.projectId === projectId) listener(event.action);
  });

interface NotificationPage {
  rows: readonly Notification[];
  total: number;
}

const LIMIT = 20;

/** Notifications in a project, newest first; reloads on arrival and when read on another device. */
export function useNotifications(projectId: string, filter: NotificationFilter) {
  const { read: state, topic } = filter;
  const [told, setTold] = useState<NotificationPage | null>(null);
  const [failed, setFailed] = useState(false);
  const [pages, setPages] = useState(1);
  const turn = useRef(0);
  const read = useCallback(async () => {
    const mine = ++turn.current;
    const query = { limit: LIMIT * pages, filter: { ...(state && { read: state }), ...(topic && { topic: [topic] }) } };
    const answer = await callContract<typeof notificationList>('GET', '/histories/pms', { projectId, query }).catch(
      () => null,
    );
    // Ignores the answer of an outdated request.
    if (mine !== turn.current) return;
    setFailed(!answer);
    if (answer) setTold({ rows: answer.data, total: answer.total ?? 0 });
  }, [projectId, state, topic, pages]);
  useEffect(() => {
    void read();
    const stops = [
      onNotifications(projectId, () => void read()),
      onMissed(missed => void (missed.projectId === projectId && read())),
    ];
    return () => {
      turn.current++;
      for (const stop of stops) stop();
    };
  }, [read, projectId]);
  const act = async (path: string, body?: object) => {
    await request('PUT', `/histories/${path}`, { projectId, ...(body && { body }) }).catch(() => null);
    await read();
  };
  return {
    told,
    failed,
    retry: () => void read(),
    /** Null beyond the API's page limit; older ones are found by their record. */
    more: told && told.rows.length < told.total && pages < 5 ? () => setPages(pages + 1) : null,
    /** Marks all notifications of the record as read. */
    markRead: ({ module, entityId }: Notification) =>
      act('read-all', { filter: { module: [module], entityId: [entityId] } }),
    readAll: () => act('read-all'),
    viewAll: () => act('view-all'),
  };
}

import { type Reading, room } from '@lobby/shared/modules/room.ts';
import type { Caller } from '../caller.ts';

/** Calls on rooms, by default as the resident. */
export const talkBy = (resident: () => Caller) => ({
  open: async (values: Record<string, unknown> = {}, who: Caller = resident()) =>
    (await who.post(`${room.path}/create`, values)).data,
  say: (id: string, content: string, who: Caller = resident(), more: object = {}) =>
    who.post(`${room.path}/${id}/messages`, { content, ...more }),
  status: async (id: string, who: Caller) =>
    (await who.get<Reading[]>(`${room.path}/read-status?roomIds[]=${id}`)).data[0],
  unread: async (who: Caller) => Number((await who.get('/count-badges')).data.RESIDENT_COMMUNICATE),
});

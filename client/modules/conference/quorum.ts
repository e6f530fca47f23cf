import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { quorum } from '@lobby/shared/modules/conference.contract.ts';
import { CONFERENCE } from '@lobby/shared/modules/conference.ts';
import { useContract } from '../../kit/live/useContract.ts';

/** Attendance of a meeting as counted by the server. */
export type Quorum = AnswerOf<typeof quorum>;

export const useQuorum = (id: string | null): Quorum | null =>
  useContract<typeof quorum>('/conference/:id/quorum', id && { params: { id }, follow: CONFERENCE, delay: 150 }).data;

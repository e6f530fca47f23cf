import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { meetingQuorum } from '@lobby/shared/modules/conference.contract.ts';
import { CONFERENCE } from '@lobby/shared/modules/conference.ts';
import { useContract } from '../../../kit/live/useContract.ts';

/** Attendance of a meeting as counted by the server. */
export type Quorum = AnswerOf<typeof meetingQuorum>;

export const useQuorum = (id: string | null): Quorum | null =>
  useContract<typeof meetingQuorum>('/conference/:id/quorum', id && { params: { id }, follow: CONFERENCE, delay: 150 })
    .data;

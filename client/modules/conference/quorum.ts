import { CONFERENCE, conference } from '@lobby/shared/modules/conference.ts';
import { useQuery } from '../../kit/live/useQuery.ts';

interface Weighed {
  heads: number;
  weight: number;
}

/** Attendance of a meeting as counted by the server. */
export interface Quorum {
  eligible: Weighed;
  present: Weighed;
  percent: { heads: number; area: number };
  basis: 'HEADS' | 'AREA' | 'BOTH';
  needed: number;
  reached: boolean;
  at: string;
}

export const useQuorum = (id: string | null): Quorum | null =>
  useQuery<Quorum>(id && `${conference.path}/${id}/quorum`, { follow: CONFERENCE, delay: 150 }).data;

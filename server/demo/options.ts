import type { Prepare } from './documents.ts';

export interface DemoOptions {
  /** Units of Hoa Sen; 600. */
  units?: number;
  /** Tickets of Hoa Sen; 1,260. */
  tickets?: number;
  /** About so many messages in the conversations of its closed tickets. */
  messages?: number;
  now: Date;
  /** Hash of `lobby-demo`, which all accounts share. */
  passwordHash: string;
  prepare: Prepare;
}

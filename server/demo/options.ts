import type { Prepare } from './documents.ts';

export interface DemoOptions {
  /** Units of Hoa Sen; 600. */
  units?: number;
  /** Tickets of Hoa Sen; 1,260. */
  tickets?: number;
  /** About so many messages in the conversations of its closed tickets. */
  messages?: number;
  now: Date;
  /** Of `lobby-demo`; all accounts share it. */
  passwordHash: string;
  prepare: Prepare;
}

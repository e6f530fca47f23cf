import type { Prepare } from './documents.ts';

export interface DemoOptions {
  /** Units of Hoa Sen; default 600. */
  units?: number;
  /** Tickets of Hoa Sen; default 1,260. */
  tickets?: number;
  /** Approximate number of messages on its closed tickets. */
  messages?: number;
  now: Date;
  /** Hash of DEMO_PASSWORD, shared by all accounts. */
  passwordHash: string;
  prepare: Prepare;
}

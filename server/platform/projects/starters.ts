import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import type { NewDocs } from '../../kit/store/bulk-insert.ts';

/** What a new project begins with: its records, and what is kept beside them in the same transaction. */
export interface Starters {
  made: readonly NewDocs[];
  also: (session: Session) => Promise<void>;
}
export type Starter = (ctx: Ctx) => Promise<Starters>;

let starters: readonly Starter[] = [];
/** Sets what modules give to new projects; once, at start. */
export function configureStarters(all: readonly Starter[]): void {
  starters = all;
}

/** All that a new project begins with. */
export const startersFor = (ctx: Ctx): Promise<Starters[]> => Promise.all(starters.map(make => make(ctx)));

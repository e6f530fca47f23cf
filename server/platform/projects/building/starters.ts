import type { Ctx } from '../../../kit/base/context.ts';
import type { Session } from '../../../kit/database/database.ts';
import type { NewDocs } from '../../../kit/store/bulk-insert.ts';

/** Initial data of a new project: records, and further statements of the same transaction. */
export interface Starters {
  made: readonly NewDocs[];
  also: (session: Session) => Promise<void>;
}
export type Starter = (ctx: Ctx) => Promise<Starters>;

let starters: readonly Starter[] = [];
/** Sets what modules add to new projects. Called once at start. */
export function configureStarters(all: readonly Starter[]): void {
  starters = all;
}

export const startersFor = (ctx: Ctx): Promise<Starters[]> => Promise.all(starters.map(make => make(ctx)));

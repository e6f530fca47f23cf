import { db } from '../kit/database/database.ts';
import { sealBlank } from '../modules/conference/index.ts';
import type { Migration } from './migrate.ts';

/** An anonymous sheet as it lay open. */
interface Open {
  _id: string;
  projectId: string;
  surveyId: string;
  blockId: string;
  hundredths: number;
  values: Parameters<typeof sealBlank>[1]['values'];
}

/** Anonymous sheets are sealed as ballots are: a block and a weight may name a unit. */
export const sealedSheets: Migration = {
  name: '2026-11-28 sealed sheets',
  async run() {
    const rows = db().collection<{ _id: string }>('conference-blank-sheets');
    for await (const { _id, projectId, surveyId, ...sheet } of rows.find<Open>({ sealed: null } as object))
      await rows.replaceOne({ _id }, sealBlank({ projectId, surveyId }, sheet));
  },
};

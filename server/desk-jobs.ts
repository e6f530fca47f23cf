import { turnHolders } from './modules/card/holder-jobs.ts';
import { remindOfCards } from './modules/card/registration-jobs.ts';
import { turnWorks } from './modules/construction-registration/jobs.ts';
import { turnMoves } from './modules/elevator-reservation/jobs.ts';
import { clearParcels, turnParcels } from './modules/parcel/jobs.ts';
import { turnSchedules } from './modules/report-schedule/index.ts';
import { turnForms } from './modules/resident-form/jobs.ts';

/** What time brings to the work of the desk. */
export const DESK_JOBS = [
  { name: 'forms at the desk', every: '* * * * *', run: turnForms },
  { name: 'reports that are due', every: '* * * * *', run: turnSchedules },
  { name: 'moves', every: '* * * * *', run: turnMoves },
  { name: 'works', every: '* * * * *', run: turnWorks },
  { name: 'cards to be collected', every: '*/10 * * * *', run: remindOfCards },
  { name: 'holders of cards and vehicles', every: '20 * * * *', run: turnHolders },
  { name: 'parcels', every: '*/10 * * * *', run: turnParcels },
  { name: 'pictures of parcels', every: '53 3 * * *', run: clearParcels },
];

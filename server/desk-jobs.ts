import { turnWorks } from './modules/construction-registration/jobs.ts';
import { turnMoves } from './modules/elevator-reservation/jobs.ts';
import { turnParcels } from './modules/parcel/jobs.ts';
import { clearGuestImages, turnForms, turnNoShows } from './modules/resident-form/jobs.ts';

/** What time brings to the work of the desk. */
export const DESK_JOBS = [
  { name: 'forms at the desk', every: '* * * * *', run: turnForms },
  { name: 'moves', every: '* * * * *', run: turnMoves },
  { name: 'works', every: '* * * * *', run: turnWorks },
  { name: 'parcels', every: '*/10 * * * *', run: turnParcels },
  { name: 'visits that nobody came for', every: '7 * * * *', run: turnNoShows },
  { name: 'pictures of guests', every: '23 3 * * *', run: clearGuestImages },
];

import { parcel } from '@lobby/shared/modules/parcel.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { guardedFiles } from '../resident-form/index.ts';
import { clearParcels, runParcelsJob } from './jobs.ts';
import { parcelCalls } from './routes.ts';
import { acts, completeParcel, holdAndTell } from './rules.ts';

export const parcelModule = defineServerModule({
  name: 'parcel',
  routes: parcelCalls,
  serves: [serves(parcel, { check: completeParcel, inTransaction: holdAndTell, actions: acts })],
  jobs: [
    { name: 'parcels', every: '*/10 * * * *', run: runParcelsJob },
    { name: 'pictures of parcels', every: '53 3 * * *', run: clearParcels },
  ],
  fileGuards: { [parcel.name]: guardedFiles(parcel) },
});

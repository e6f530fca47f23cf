import { parcel } from '@lobby/shared/modules/parcel.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { guardedFiles } from '../resident-form/index.ts';
import { clearParcelsJob, parcelsJob } from './jobs.ts';
import { parcelCalls } from './routes.ts';
import { acts, completeParcel, holdAndTell } from './rules.ts';

export const parcelModule = defineServerModule({
  name: 'parcel',
  routes: parcelCalls,
  serves: [serves(parcel, { check: completeParcel, inTransaction: holdAndTell, actions: acts })],
  jobs: [parcelsJob, clearParcelsJob],
  fileGuards: { [parcel.name]: guardedFiles(parcel) },
});

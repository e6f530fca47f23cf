export { picturedParcels } from './jobs.ts';

import { registrationsJob } from './registration/calls.ts';

export { assertNotParked, syncParkingOfVehicle } from './parking/listeners.ts';
export { registrationsJob };

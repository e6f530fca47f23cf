import { turnRegistrations } from './registration-calls.ts';

export { followVehicle, refuseParked } from './parking-follow.ts';
export { turnRegistrations };

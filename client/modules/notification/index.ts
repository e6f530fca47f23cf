export { Bell } from './Bell.tsx';
export { Devices } from './Devices.tsx';

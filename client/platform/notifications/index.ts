import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';

export { Bell } from './Bell.tsx';

// Lazy, since only the profile page shows it.
export const Devices = lazyPart(async () => (await import('./Devices.tsx')).Devices, PartSkeleton);

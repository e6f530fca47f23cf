import { lazyPart } from '../../kit/ui/lazy-part.tsx';
import { PartSkeleton } from '../../kit/ui/PartSkeleton.tsx';

export { Bell } from './Bell.tsx';

// On the page of one's own account alone.
export const Devices = lazyPart(async () => (await import('./Devices.tsx')).Devices, PartSkeleton);

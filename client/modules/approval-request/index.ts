import { lazyPart } from '../../kit/ui/lazy-part.tsx';
import { PartSkeleton } from '../../kit/ui/PartSkeleton.tsx';

export { SecondPerson } from './SecondPerson.tsx';
export { WaitingStrip } from './WaitingStrip.tsx';

// A screen of its own, which the frame of all screens, where the others stand, does not wait for.
export const ApprovalRules = lazyPart(async () => (await import('./ApprovalRules.tsx')).ApprovalRules, PartSkeleton);

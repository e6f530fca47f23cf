import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';

export { SecondPerson } from './SecondPerson.tsx';
export { WaitingStrip } from './WaitingStrip.tsx';

// Lazy, so that the bundle of the frame does not contain this screen.
export const ApprovalRules = lazyPart(async () => (await import('./ApprovalRules.tsx')).ApprovalRules, PartSkeleton);

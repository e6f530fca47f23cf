import { SkeletonRows } from '../kit/ui/Skeleton.tsx';

/** Stands for the start of a project while it is on its way. */
export function HomeSkeleton() {
  return <SkeletonRows />;
}

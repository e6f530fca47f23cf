import { PartSkeleton } from '../kit/ui/PartSkeleton.tsx';
import { homeClass } from '../shell/home.ts';

/** Stands for the start of a project while it is on its way. */
export function HomeSkeleton() {
  return (
    <div className={homeClass()}>
      <PartSkeleton />
    </div>
  );
}

import { AwaitedPart } from '../kit/ui/AwaitedPart.tsx';
import { homeClass } from '../shell/home.ts';

/** Stands for the start of a project while it is on its way. */
export function AwaitedHome() {
  return (
    <div className={homeClass()}>
      <AwaitedPart />
    </div>
  );
}

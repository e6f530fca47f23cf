import { Bone, SkeletonRows } from '../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../theme/classes.ts';

const pageClass = styleClass({
  '& > *': { display: 'grid', gridTemplateColumns: '1fr 1fr', alignItems: 'center', overflow: 'hidden' },
  // Name of the page and main act.
  '& > :first-child': { h: '14', px: '4', '& > :last-child': { justifySelf: 'end' } },
  // Figures of the day.
  '& > :nth-child(2)': {
    gridTemplateColumns: { base: '1fr 1fr', md: 'repeat(4, 1fr)' },
    borderBlockWidth: '1px',
    borderColor: 'border',
    '& > *': { display: 'grid', gap: '3', h: '24', px: '4', py: '3', alignContent: 'start' },
  },
  // Waiting work, and the day's calendar.
  '& > :last-child': {
    gridTemplateColumns: { base: '1fr', xl: 'minmax(0, 1fr) 392px' },
    '& > :last-child': { display: { base: 'none', xl: 'block' }, borderInlineStartWidth: '1px', borderColor: 'border' },
  },
});

/** Placeholder of a loading home page: name, figures and two columns. */
export function HomeSkeleton() {
  return (
    <div className={pageClass()}>
      <div>
        <Bone shape="pill" width={120} />
        <Bone shape="pill" width={88} />
      </div>
      <div aria-hidden>
        {[96, 128, 80, 112].map(width => (
          <div key={width}>
            <Bone width={96} />
            <Bone shape="pill" width={width} />
          </div>
        ))}
      </div>
      <div>
        <SkeletonRows folded />
        <SkeletonRows folded />
      </div>
    </div>
  );
}

import { Bone } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { paneClass } from './parts.ts';

const rowsClass = styleClass({
  display: 'grid',
  gridAutoRows: '11',
  alignItems: 'center',
  px: '4',
  overflow: 'hidden',
});

/** Place of a pane while it loads, so that what stands below does not move. */
export function PaneSkeleton({ title, rows }: { title: string; rows: number }) {
  return (
    <section className={paneClass()} aria-busy>
      <h2>{title}</h2>
      <div className={rowsClass()} aria-hidden>
        {Array.from({ length: rows }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no name but their place
          <Bone key={n} width={`${72 - (n % 3) * 16}%`} />
        ))}
      </div>
    </section>
  );
}

import { Bone } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { paneClass } from './parts.ts';

const rowsClass = styleClass({
  display: 'grid',
  gridAutoRows: 'var(--row)',
  alignItems: 'center',
  px: '4',
  overflow: 'hidden',
});

/** Height of a linked line. */
const ROW = 44;

/** Place of a pane while it loads, so that what stands below does not move. */
export function PaneSkeleton({ title, rows, row = ROW }: { title: string; rows: number; row?: number }) {
  return (
    <section className={paneClass()} aria-busy>
      <h2>{title}</h2>
      <div className={rowsClass()} style={{ '--row': `${row}px` }} aria-hidden>
        {Array.from({ length: rows }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no name but their place
          <Bone key={n} width={`${72 - (n % 3) * 16}%`} />
        ))}
      </div>
    </section>
  );
}

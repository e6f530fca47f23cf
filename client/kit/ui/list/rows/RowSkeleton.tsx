import { rowClass } from '../../layout/row.ts';
import { Bone } from '../../states/Skeleton.tsx';
import { asRow, GridCell } from './GridCell.tsx';
import { cardClass, holeClass } from './row-look.ts';
import type { RowView } from './row-view.ts';

/** Placeholder of a loading row. */
export function RowSkeleton({ index, view }: { index: number; view: RowView }) {
  const { mode } = view;
  return (
    <div
      {...asRow(index + 2)}
      aria-busy
      className={mode === 'card' ? cardClass() : rowClass({ folded: mode === 'folded' })}
    >
      <GridCell at={1} className={holeClass()}>
        <Bone shape="box" />
        <Bone width={72} />
        <span style={{ flex: 1 }}>
          <Bone width={`${50 + ((index * 7) % 5) * 6}%`} />
        </span>
        <Bone shape="circle" />
        <Bone shape="pill" width={72 + ((index * 5) % 4) * 6} />
      </GridCell>
    </div>
  );
}

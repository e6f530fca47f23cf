import { elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { Touched } from './Touched.tsx';

const FORM = {
  size: 'wide' as const,
  children: (
    <>
      <FieldPairs names={['startAt', 'endAt']} wide={['elevatorId', 'reason']} />
      <Touched />
    </>
  ),
};
const WIDTHS = { reason: 280, startAt: 160, endAt: 160 };

export function ClosuresPart() {
  return <RecordsPage definition={elevatorClosure} widths={WIDTHS} form={FORM} />;
}

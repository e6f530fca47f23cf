import { elevator, USUAL_WEEK } from '@lobby/shared/modules/elevator.ts';
import { useTranslation } from 'react-i18next';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ElevatorFields } from './ElevatorFields.tsx';
import { UnfitTab } from './UnfitTab.tsx';

const FORM = { size: 'wide' as const, defaults: USUAL_WEEK, children: <ElevatorFields /> };
const WIDTHS = { name: 220, kind: 132, capacity: 144, slotMinutes: 144 };

export function ElevatorsPart() {
  const { t } = useTranslation(elevator.name);
  return (
    <RecordsPage
      definition={elevator}
      widths={WIDTHS}
      form={FORM}
      detail={{
        extraTabs: id => [{ value: 'unfit', label: t('unfit.tab'), content: <UnfitTab id={id} /> }],
      }}
    />
  );
}
